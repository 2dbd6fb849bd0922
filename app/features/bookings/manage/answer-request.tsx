import { useRef } from 'react'
import { Form } from 'react-router'
import { formatSpan } from '#app/shared/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField } from '#app/ui/field.tsx'
import type { ManagedStay } from './booking-page.ts'
import { DECLINE_REASONS } from './manage-booking.ts'

type Refused = { fields: Record<string, string>; values: Record<string, string> } | null

/** Confirm in one press, or decline with a reason that the guest reads. */
export function AnswerRequest({ stay, refused, pending }: { stay: ManagedStay; refused: Refused; pending: boolean }) {
  const { conflicts, guest } = stay
  return (
    <section className="admin-panel" aria-labelledby="answer-heading">
      <h2 id="answer-heading">Your answer</h2>
      {conflicts.length > 0 && (
        <ul className="admin-conflicts">
          {conflicts.map(({ from, to, by }) => (
            <li key={`${from}${by}`}>
              {formatSpan(from, to)}: {by === null ? 'you blocked these nights' : `also taken in “${by}”`}
            </li>
          ))}
        </ul>
      )}
      <p>
        {guest.name} gets an email at {guest.email} with your answer. It can’t be taken back.
      </p>
      <Form method="post" preventScrollReset className="admin-form">
        <input type="hidden" name="intent" value="confirm" />
        {conflicts.length > 0 && <input type="hidden" name="despiteConflict" value="yes" />}
        <Button type="submit" pending={pending} pendingText="Confirming...">
          {conflicts.length > 0 ? 'Confirm anyway' : 'Confirm'}
        </Button>
      </Form>
      <DeclineForm refused={refused} pending={pending} guestName={guest.name} />
    </section>
  )
}

function DeclineForm({ refused, pending, guestName }: { refused: Refused; pending: boolean; guestName: string }) {
  const message = useRef<HTMLTextAreaElement>(null)
  const isOpen = refused?.values.intent === 'decline'
  return (
    <details className="admin-sheet" open={isOpen}>
      <summary>Decline</summary>
      <Form method="post" preventScrollReset className="admin-form">
        <input type="hidden" name="intent" value="decline" />
        <div className="admin-presets needs-script">
          {DECLINE_REASONS.map((reason) => (
            <button
              key={reason}
              type="button"
              onClick={() => {
                if (message.current) message.current.value = reason
                message.current?.focus()
              }}
            >
              {reason.slice(0, reason.indexOf('.') + 1)}
            </button>
          ))}
        </div>
        <AreaField
          ref={message}
          name="message"
          rows={4}
          label={`What ${guestName} reads`}
          hint="Optional. Without it the email says only that you can’t confirm the stay."
          defaultValue={isOpen ? refused?.values.message : ''}
          error={isOpen ? refused?.fields.message : undefined}
        />
        <Button type="submit" variant="outline" pending={pending} pendingText="Declining...">
          Decline and open the dates
        </Button>
      </Form>
    </details>
  )
}
