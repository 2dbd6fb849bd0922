import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { tokenChanges } from './token.changes.server.ts'
import { type ListedToken, NEW_TOKEN_FIELDS } from './tokens.ts'

export function TokenList({ tokens }: { tokens: ListedToken[] }) {
  if (tokens.length === 0) return <p className="text-muted">There are none yet.</p>
  return (
    <ul className="admin-list">
      {tokens.map(({ id, name, scopes, until, hasEnded, lastUsed }) => (
        <li key={id}>
          <p className="admin-task-title">{name}</p>
          <p className="admin-detail">{scopes.join(' · ')}</p>
          <p className="admin-detail">
            {hasEnded ? 'Ended' : 'Works until'} {until} · {lastUsed ? `last used ${lastUsed}` : 'never used'}
          </p>
          <div className="admin-list-actions">
            <ChangeButton<typeof tokenChanges> intent="remove-token" id={id} confirms aria-label={`Remove ${name}`}>
              Remove
            </ChangeButton>
          </div>
        </li>
      ))}
    </ul>
  )
}

export const TokenForm = (props: { formKey: string; answer: ChangeAnswer<string> | null }) => (
  <RecordForm
    {...props}
    intent="add-token"
    fields={NEW_TOKEN_FIELDS}
    value={null}
    start={{ days: '90' }}
    save="Add the token"
    confirms
    storesDraft={false}
  />
)
