import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormArea, FormText } from '#app/ui/form/change-form.tsx'
import type { ListedMessage, OpenMessage } from './managed-messages.ts'
import type { stayMessageChanges } from './stay-messages.changes.server.ts'
import './stay-messages.css'

type Props = { messages: ListedMessage[]; mayChange: boolean; answer: ChangeAnswer | null }

/** The sent and coming messages to the guest at the moments of the stay. */
export function StayMessages({ messages, mayChange, answer }: Props) {
  if (messages.length === 0) return null
  return (
    <div id="messages">
      <Card title="Messages to the guest">
        <ul className="stay-messages">
          {messages.map((message) => (
            <li key={`${message.moment} ${message.state} ${message.at}`}>
              <p className="admin-task-title">{message.label}</p>
              <p className="admin-detail">{stateWords(message)}</p>
              {message.filled && (
                <details>
                  <summary className="button button-outline">
                    {message.isChanged ? 'Read it, as changed' : 'Read it'}
                  </summary>
                  <p>
                    <strong>{message.filled.subject}</strong>
                  </p>
                  <p className="admin-text">{message.filled.body}</p>
                </details>
              )}
              {mayChange && message.state !== 'sent' && <MessageActions message={message} answer={answer} />}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function stateWords(message: ListedMessage): string {
  const { at } = message
  if (message.state === 'sent') return `Sent ${at}`
  const { state, empty } = message
  const words = {
    skipped: 'Skipped',
    off: 'Turned off for all guests',
    empty: `Waits: ${empty.map((name) => `{${name}}`).join(', ')} is empty for this stay`,
    late: 'Not sent: its time is over',
    coming: `Will be sent ${at}`,
    next: 'Will be sent within hours: one an hour, and none at night',
  }
  return words[state]
}

function MessageActions({ message, answer }: Omit<Props, 'messages' | 'mayChange'> & { message: OpenMessage }) {
  const { moment, label, state, unfilled, version } = message
  return (
    <>
      <Actions>
        <ChangeButton<typeof stayMessageChanges>
          intent="send-message"
          value={{ moment }}
          variant="outline"
          aria-label={`Send now: ${label}`}
          pendingText="Sending..."
        >
          Send now
        </ChangeButton>
        {state === 'skipped' ? (
          <ChangeButton<typeof stayMessageChanges>
            intent="unskip-message"
            value={{ moment }}
            variant="outline"
            aria-label={`Don’t skip: ${label}`}
          >
            Don’t skip
          </ChangeButton>
        ) : (
          (state === 'coming' || state === 'next' || state === 'empty') && (
            <ChangeButton<typeof stayMessageChanges>
              intent="skip-message"
              value={{ moment }}
              variant="outline"
              aria-label={`Skip: ${label}`}
            >
              Skip
            </ChangeButton>
          )
        )}
      </Actions>
      <ChangeForm<typeof stayMessageChanges, never, 'change-message'>
        intent="change-message"
        id={moment}
        version={version}
        summary="Change it"
        stored={{ moment, ...unfilled }}
        answer={answer}
        save="Save"
        variant="outline"
      >
        {(fields) => (
          <>
            <input type="hidden" name="moment" value={moment} />
            <FormText field={fields.subject} label="Subject" required />
            <FormArea field={fields.body} label="Text" rows={6} required />
          </>
        )}
      </ChangeForm>
    </>
  )
}
