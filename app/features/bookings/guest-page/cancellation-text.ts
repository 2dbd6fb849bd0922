import { formatDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import type { GuestPage, RefundSchedule } from './guest-page.ts'

type Stay = Pick<GuestPage, 'status' | 'payments' | 'paidElsewhere'>

/** If the operator takes payment elsewhere and recorded none, the site does not know whether anything was paid. */
const isKnown = ({ payments, paidElsewhere }: Stay) => payments.length > 0 || paidElsewhere !== 0
const hasRest = ({ payments }: Stay) => payments.some(({ status }) => status === 'scheduled')

/** The refund for cancelling today. */
export function refundText(stay: Stay, { refund, today }: RefundSchedule): string {
  if (stay.status === 'pending') return 'There’s nothing to refund.'
  const date = `If you cancel today (${formatDate(today, 'day')} at the home),`
  if (!isKnown(stay)) {
    return refund === 0
      ? `${date} there’s no refund.`
      : `${date} you’ll get back up to ${formatAmount(refund)} of what you’ve paid.`
  }
  const rest = hasRest(stay) ? ' You won’t be charged the balance.' : ''
  if (refund === 0) return `${date} there’s no refund.${rest}`
  if (stay.paidElsewhere > 0) return `${date} you’ll get back ${formatAmount(refund)}, the same way you paid it.${rest}`
  return `${date} ${formatAmount(refund)} goes back to your card.${rest}`
}

/** The label of the cancel button. */
export function cancelButtonText(stay: Stay, { refund }: RefundSchedule): string {
  if (stay.status === 'pending') return 'Yes, withdraw request'
  if (!isKnown(stay)) return 'Yes, cancel my stay'
  return refund > 0 ? `Cancel and get ${formatAmount(refund)} back` : 'Cancel with no refund'
}

/** The refund steps of a confirmed stay from today on, as lines. */
export function refundDeadlineRows(stay: Stay, { deadlines, paid }: RefundSchedule): string[] {
  const known = isKnown(stay)
  const share = (refund: number) => (known ? `${formatAmount(refund)} back` : `up to ${formatAmount(refund)} back`)
  const last = deadlines.at(-1)
  return [
    `${known ? 'You’ve paid' : 'Your total is'} ${formatAmount(paid)}.`,
    ...deadlines.map(
      ({ until, refund }) => `By ${formatDate(until)}: ${refund === paid ? 'full refund' : share(refund)}.`,
    ),
    last ? `After ${formatDate(last.until)}: no refund.` : 'This booking is no longer refundable.',
    ...(last && hasRest(stay) ? ['Once charged, the balance is refunded at the same rate.'] : []),
  ]
}
