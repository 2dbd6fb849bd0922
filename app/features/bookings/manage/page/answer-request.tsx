import { Link, useSearchParams } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import type { bookingChanges } from './booking.changes.server.ts'
import { ConflictList } from './stay-conflicts.tsx'

type Props = { stay: ManagedStay; answer: ChangeAnswer | null }

/** Confirm in one press, or decline with a reason that the guest reads. */
export function AnswerRequest({ stay, answer }: Props) {
  const { conflicts, guest } = stay
  return (
    <section className="admin-panel" aria-labelledby="answer-heading">
      <h2 id="answer-heading">Your answer</h2>
      {conflicts.length > 0 && <ConflictList stay={stay} />}
      <p>
        {guest.name} gets an email at {guest.email} with your answer. It can’t be taken back.
      </p>
      <ChangeForm<typeof bookingChanges>
        intent="confirm"
        answer={answer}
        save={conflicts.length > 0 ? 'Confirm anyway' : 'Confirm'}
        saving="Confirming..."
      >
        {(fields) => conflicts.length > 0 && <input type="hidden" name={fields.despiteConflict.name} value="yes" />}
      </ChangeForm>
      <DeclineForm stay={stay} answer={answer} />
    </section>
  )
}

/** The key of the address that names the text with which the form opens. */
const DECLINE = 'decline'
const NO_REASON = 'none'

/** Each text is one press away, with and without script: it opens the form with the text in it. */
function DeclineForm({ stay, answer }: Props) {
  const [query] = useSearchParams()
  const { declineTexts, guest } = stay
  const isRefused = answer?.intent === 'decline'
  const chosen = query.get(DECLINE)
  const isWithout = chosen === NO_REASON
  const text = declineTexts[Number(chosen) - 1]
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
        <li>
          <Link to={`?${DECLINE}=${NO_REASON}#decline`} replace aria-current={isWithout || undefined}>
            Without a reason
          </Link>
        </li>
      </ul>
      {(chosen !== null || isRefused) && (
        <ChangeForm<typeof bookingChanges>
          key={chosen}
          intent="decline"
          stored={{ message: text }}
          answer={answer}
          save="Decline and open the dates"
          saving="Declining..."
          variant="outline"
        >
          {(fields) =>
            isWithout ? (
              <>
                <input type="hidden" name={fields.message.name} value="" />
                <p>The email says only that you can’t confirm the stay.</p>
              </>
            ) : (
              <>
                <input type="hidden" name={fields.inWords.name} value="yes" />
                <FormArea field={fields.message} rows={4} label={`What ${guest.name} reads`} required />
                <p>
                  <Link to="/admin/decline-texts" className="link">
                    Change the messages offered above
                  </Link>
                </p>
              </>
            )
          }
        </ChangeForm>
      )}
    </>
  )
}
