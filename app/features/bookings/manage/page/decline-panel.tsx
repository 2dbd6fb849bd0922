import { Link, useSearchParams } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { DropPanel } from '#app/ui/dashboard/drop-panel.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import type { bookingChanges } from './booking.changes.server.ts'
import './decline-panel.css'

type Props = {
  stay: ManagedStay
  answer: ChangeAnswer | null
  /** Somebody else has answered the request meanwhile, while one typed here. */
  isOver: boolean
}

/** The key of the address that names the text with which the form begins. */
const DECLINE = 'decline'

/** Declines with one of the operator's texts as it is, with other words, or without any. The guest reads them. */
export function DeclinePanel({ stay, answer, isOver }: Props) {
  const [query] = useSearchParams()
  const chosen = query.get(DECLINE)
  const { declineTexts, guest } = stay
  return (
    <DropPanel label="Decline" isOpen={answer?.intent === 'decline' || chosen !== null}>
      {isOver && <p role="alert">This request was answered meanwhile. Your text is still here, and nobody got it.</p>}
      <p className="admin-detail">
        {guest.email
          ? `${guest.name} reads the reason in an email to ${guest.email}.`
          : 'The guest has no email address.'}{' '}
        It can’t be taken back.
      </p>
      <ul className="decline-texts" aria-label="Decline, and say why">
        {declineTexts.map((reason, index) => (
          <li key={reason}>
            <p className="admin-text">{reason}</p>
            <ChangeButton<typeof bookingChanges>
              intent="decline"
              value={{ message: reason, inWords: 'yes' }}
              variant="outline"
              aria-label={`Decline with this: ${reason.split('. ')[0]?.replace(/[.:]$/, '')}`}
              pendingText="Declining..."
            >
              Decline with this
            </ChangeButton>
            <Link to={`?${DECLINE}=${index + 1}`} replace preventScrollReset className="button button-quiet">
              Edit
            </Link>
          </li>
        ))}
        <li>
          <ChangeForm<typeof bookingChanges>
            key={chosen}
            intent="decline"
            stored={{ message: declineTexts[Number(chosen) - 1] ?? '' }}
            answer={answer}
            save="Decline and open the dates"
            saving="Declining..."
            variant="outline"
          >
            {(fields) => (
              <>
                <input type="hidden" name={fields.inWords.name} value="yes" />
                <FormArea field={fields.message} rows={3} label="In your own words" required />
              </>
            )}
          </ChangeForm>
        </li>
        <li>
          <ChangeButton<typeof bookingChanges>
            intent="decline"
            value={{ message: '' }}
            variant="outline"
            pendingText="Declining..."
          >
            Decline without a reason
          </ChangeButton>
          <Link to="/admin/decline-texts" className="button button-quiet">
            Change these texts
          </Link>
        </li>
      </ul>
    </DropPanel>
  )
}
