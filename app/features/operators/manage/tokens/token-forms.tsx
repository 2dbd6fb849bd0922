import type { ReactNode } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { AddRecord, RemoveRecord, recordColumns } from '#app/ui/dashboard/record-rows.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { type ListedToken, NEW_TOKEN_FIELDS, TOKEN_COLUMNS, TOKEN_FIELDS } from './tokens.ts'

type Props = {
  tokens: ListedToken[]
  formKey: string
  answer: ChangeAnswer<string> | null
  /** What is shown once of a new one. */
  children: ReactNode
}

export const Tokens = ({ tokens, formKey, answer, children }: Props) => (
  <RecordTable<ListedToken>
    title="Tokens"
    none="No tokens yet. A program needs one to read or change anything."
    columns={[
      ...recordColumns(TOKEN_FIELDS, TOKEN_COLUMNS, (token: ListedToken) => token),
      { heading: 'Works until', cell: ({ until, hasEnded }) => (hasEnded ? `Ended ${until}` : until) },
      { heading: 'Last used', cell: ({ lastUsed }) => lastUsed ?? 'never' },
    ]}
    rows={tokens}
    keyOf={({ id }) => id}
    end={({ id, name }) => <RemoveRecord intent="remove-token" id={id} name={name} confirms />}
    add={
      <AddRecord
        {...{ formKey, answer }}
        intent="add-token"
        noun="token"
        fields={NEW_TOKEN_FIELDS}
        start={{ days: '90' }}
        confirms
        storesDraft={false}
      />
    }
  >
    {children}
  </RecordTable>
)
