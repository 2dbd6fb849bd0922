import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { type ListedDelivery, type ListedWebhook, WEBHOOK_FIELDS, WEBHOOK_TOPICS } from '../webhooks.ts'
import type { webhookChanges } from './webhook.changes.server.ts'

/** The webhooks, each with its last deliveries. */
export function WebhookList({ webhooks }: { webhooks: ListedWebhook[] }) {
  if (webhooks.length === 0) return <p className="text-muted">There are none yet.</p>
  return (
    <ul className="admin-list">
      {webhooks.map(({ id, url, topics, deliveries }) => (
        <li key={id}>
          <p className="admin-task-title break-all">{url}</p>
          <p className="admin-detail">{topics.map((topic) => WEBHOOK_TOPICS[topic]).join(' · ')}</p>
          <div className="admin-list-actions">
            <ChangeButton<typeof webhookChanges> intent="remove-webhook" id={id} confirms aria-label={`Remove ${url}`}>
              Remove
            </ChangeButton>
          </div>
          {deliveries.length > 0 && (
            <details>
              <summary>Sent last</summary>
              <ul className="admin-list">
                {deliveries.map((delivery) => (
                  <Delivery key={delivery.id} delivery={delivery} />
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

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
      <div className="admin-list-actions">
        <ChangeButton<typeof webhookChanges> intent="send-again" id={id} aria-label={`Send again: ${type} ${about}`}>
          Send again
        </ChangeButton>
      </div>
    </li>
  )
}

export const WebhookForm = (props: { formKey: string; answer: ChangeAnswer<string> | null }) => (
  <RecordForm
    {...props}
    intent="add-webhook"
    fields={WEBHOOK_FIELDS}
    value={null}
    save="Add the webhook"
    confirms
    storesDraft={false}
  />
)
