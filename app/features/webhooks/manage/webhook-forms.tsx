import type { ReactNode } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { AddRecord, RemoveRecord, recordColumns } from '#app/ui/dashboard/record-rows.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import { type ListedDelivery, type ListedWebhook, WEBHOOK_COLUMNS, WEBHOOK_FIELDS } from '../webhooks.ts'
import type { webhookChanges } from './webhook.changes.server.ts'

type Props = {
  webhooks: ListedWebhook[]
  formKey: string
  answer: ChangeAnswer<string> | null
  /** What is shown once of a new one. */
  children: ReactNode
}

export const Webhooks = ({ webhooks, formKey, answer, children }: Props) => (
  <RecordTable<ListedWebhook>
    title="Webhooks"
    none="No webhooks yet. One tells a program of yours what happens here."
    columns={[
      ...recordColumns(WEBHOOK_FIELDS, WEBHOOK_COLUMNS, (webhook: ListedWebhook) => webhook),
      {
        heading: 'Last sent',
        cell: ({ deliveries: [last] }) => (last ? `${STATES[last.state]}, ${last.at}` : 'never'),
      },
    ]}
    rows={webhooks}
    keyOf={({ id }) => id}
    end={(webhook) => <OpenWebhook webhook={webhook} />}
    add={
      <AddRecord
        {...{ formKey, answer }}
        intent="add-webhook"
        noun="webhook"
        fields={WEBHOOK_FIELDS}
        confirms
        storesDraft={false}
      />
    }
  >
    {children}
  </RecordTable>
)

/** A webhook with its last deliveries. */
const OpenWebhook = ({ webhook: { id, url, deliveries } }: { webhook: ListedWebhook }) => (
  <FoldedForm
    target={`webhook-${id}`}
    summary={
      <>
        Open <span className="sr-only">{url}</span>
      </>
    }
    isOpen={false}
    drawer={{ title: url, foot: <RemoveRecord intent="remove-webhook" id={id} name={url} confirms /> }}
  >
    {deliveries.length === 0 && <p className="text-muted">Nothing was sent yet.</p>}
    <ul className="admin-list">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  </FoldedForm>
)

const STATES = { delivered: 'Delivered', waiting: 'Waiting', 'given-up': 'Given up' }

function Delivery({ delivery }: { delivery: ListedDelivery }) {
  const { id, type, about, at, state, attempts, problem } = delivery
  const tried = attempts > 0 ? `after ${countOf(attempts, 'attempt')}` : ''
  return (
    <li>
      <p>
        <code>{type}</code> {about}
      </p>
      <p className="admin-detail">{[`${STATES[state]} ${tried}`.trim(), problem, at].filter(Boolean).join(' · ')}</p>
      <Actions>
        <ChangeButton<typeof webhookChanges> intent="send-again" id={id} aria-label={`Send again: ${type} ${about}`}>
          Send again
        </ChangeButton>
      </Actions>
    </li>
  )
}
