import { Form, Link, useSearchParams } from 'react-router'
import { formatSpan } from '#app/shared/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField } from '#app/ui/field.tsx'
import type { ManagedStay } from './booking-page.ts'
import type { Refused } from './manage-booking.ts'

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
      <DeclineForm stay={stay} refused={refused} pending={pending} />
    </section>
  )
}

/** The key of the address that names the text with which the form opens. */
const DECLINE = 'decline'

/** Each text is one press away, with and without script: it opens the form with the text in it. */
function DeclineForm({ stay, refused, pending }: { stay: ManagedStay; refused: Refused; pending: boolean }) {
  const [query] = useSearchParams()
  const { declineTexts, guest } = stay
  const isRefused = refused?.values.intent === 'decline'
  const chosen = query.get(DECLINE)
  const text = isRefused ? refused.values.message : declineTexts[Number(chosen) - 1]
  return (
    <>
      <h3 id="decline">Decline, and say why</h3>
      <ul className="admin-presets">
        {declineTexts.map((reason, index) => (
          <li key={reason}>
            <Link to={`?${DECLINE}=${index + 1}#decline`} replace aria-current={chosen === `${index + 1}` || undefined}>
              {reason.split('. ')[0]?.replace(/[.:]$/, '')}
            </Link>
          </li>
        ))}
        <li>
          <Link to={`?${DECLINE}=0#decline`} replace aria-current={chosen === '0' || undefined}>
            In your own words
          </Link>
        </li>
      </ul>
      {(chosen !== null || isRefused) && (
        <Form key={chosen} method="post" preventScrollReset className="admin-form">
          <input type="hidden" name="intent" value="decline" />
          <AreaField
            name="message"
            rows={4}
            label={`What ${guest.name} reads`}
            hint="Optional. Without it the email says only that you can’t confirm the stay."
            defaultValue={text}
            error={isRefused ? refused.fields.message : undefined}
          />
          <p>
            <Link to="/admin/decline-texts" className="link">
              Change the messages offered above
            </Link>
          </p>
          <Button type="submit" variant="outline" pending={pending} pendingText="Declining...">
            Decline and open the dates
          </Button>
        </Form>
      )}
    </>
  )
}
