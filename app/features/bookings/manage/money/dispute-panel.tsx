import { disputeReason, disputeSentence, WAIT_FOR_DISPUTE } from '#app/features/bookings/dispute-words.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import type { ManagedStay, StayDispute } from '../managed-stay.ts'

/** A dispute with the bank: the amount, the deadline for an answer, and how it ended. */
export function DisputePanel({ disputes }: Pick<ManagedStay, 'disputes'>) {
  const isOpen = disputes.some(({ closedAt }) => closedAt === null)
  return (
    <Card title={isOpen ? 'The guest disputes a payment' : 'The guest disputed a payment'}>
      <div>
        {disputes.map((dispute) => (
          <Dispute key={dispute.openedAt} dispute={dispute} />
        ))}
        {isOpen && <p>{WAIT_FOR_DISPUTE}</p>}
      </div>
    </Card>
  )
}

function Dispute({ dispute }: { dispute: StayDispute }) {
  const { amount, answerBy, reason, openedAt, closedAt } = dispute
  return (
    <>
      <p>{disputeSentence(dispute, dispute)}</p>
      <dl className="admin-lines">
        <dt>{closedAt === null ? 'Disputed' : 'Was disputed'}</dt>
        <dd>{formatMoney(amount)}</dd>
        {dispute.status === 'needs-response' && answerBy && (
          <>
            <dt>Answer by</dt>
            <dd>{answerBy}</dd>
          </>
        )}
      </dl>
      <p className="admin-detail">
        {disputeReason(reason)} · Opened {openedAt}
        {closedAt && ` · Ended ${closedAt}`}
      </p>
    </>
  )
}
