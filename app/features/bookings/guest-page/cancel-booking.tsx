import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { cancelButtonText, refundDeadlineRows, refundText } from './cancellation-text.ts'
import { type GuestPage, type RefundSchedule, whyNotCancellable } from './guest-page.ts'

type Props = { stay: GuestPage; refused: { message: string } | null }

/** The refund, then the button, which posts the refund that was shown; or why the stay cannot be cancelled. */
export function CancelBooking({ stay, refused }: Props) {
  const { status, phase, cancel } = stay
  const isEnded = phase === 'over' || ['cancelled', 'declined', 'expired'].includes(status)
  if (isEnded && !refused) return null
  return (
    <section aria-labelledby="cancel-heading">
      <h2 id="cancel-heading" className="heading-small">
        {phase === 'ahead' ? 'Need to cancel?' : 'Change of plans?'}
      </h2>
      {refused && (
        <p role="alert" className="cancel-refused">
          {refused.message}
        </p>
      )}
      {cancel && <CancelForm stay={stay} schedule={cancel} open={refused !== null} />}
      {!cancel && !refused && <p>{whyNotCancellable(stay)}</p>}
    </section>
  )
}

function CancelForm({ stay, schedule, open }: { stay: GuestPage; schedule: RefundSchedule; open: boolean }) {
  const pending = useNavigation().state !== 'idle'
  const isRequest = stay.status === 'pending'
  return (
    <>
      {isRequest ? (
        <p>You haven’t been charged. You can withdraw your request until we answer.</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {refundDeadlineRows(stay, schedule).map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
      )}
      <details className="cancel-booking" open={open}>
        <summary>{isRequest ? 'Withdraw request' : 'Cancel this stay'}</summary>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="refund" value={schedule.refund} />
          <p>{refundText(stay, schedule)} Your dates open up to other guests right away, and this can’t be undone.</p>
          <Button type="submit" variant="outline" pending={pending} pendingText="Canceling...">
            {cancelButtonText(stay, schedule)}
          </Button>
        </Form>
      </details>
    </>
  )
}
