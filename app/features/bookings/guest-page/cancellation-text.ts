import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { GuestPage, RefundSchedule } from './guest-page.ts'

type Stay = Pick<GuestPage, 'status' | 'payments'>

/** If the operator takes payment elsewhere, the site does not know whether anything was paid. */
const isByCard = ({ payments }: Stay) => payments.length > 0
const hasRest = ({ payments }: Stay) => payments.some(({ status }) => status === 'scheduled')

/** The refund for cancelling today. */
export function refundText(stay: Stay, { refund, today }: RefundSchedule): string {
  if (stay.status === 'pending') return 'There is nothing to pay back.'
  const date = `If you cancel today, ${formatDate(today, 'long')} at the home,`
  if (!isByCard(stay)) {
    return refund === 0
      ? `${date} nothing comes back of what you have paid.`
      : `${date} up to ${formatMoney(refund)} comes back of what you have paid.`
  }
  const rest = hasRest(stay) ? ' The rest is not charged.' : ''
  if (refund === 0) return `${date} nothing comes back.${rest}`
  return `${date} ${formatMoney(refund)} comes back to your card.${rest}`
}

/** The label of the cancel button. */
export function cancelButtonText(stay: Stay, { refund }: RefundSchedule): string {
  if (stay.status === 'pending') return 'Yes, take it back'
  if (!isByCard(stay)) return 'Yes, cancel this stay'
  return refund > 0 ? `Cancel and get ${formatMoney(refund)} back` : 'Cancel, and get nothing back'
}

/** The refund steps of a confirmed stay from today on, as lines. */
export function refundDeadlineRows(stay: Stay, { deadlines, paid }: RefundSchedule): string[] {
  const byCard = isByCard(stay)
  const share = (refund: number) => (byCard ? `${formatMoney(refund)} of it` : `up to ${formatMoney(refund)}`)
  const all = byCard ? 'everything' : 'all that you have paid'
  const isAny = deadlines.length > 0
  return [
    `${byCard ? 'You have paid' : 'The stay costs'} ${formatMoney(paid)}.`,
    ...deadlines.map(
      ({ until, refund }) => `Until ${formatDate(until, 'long')}: ${refund === paid ? all : share(refund)} comes back.`,
    ),
    isAny ? 'After that nothing comes back.' : 'By the terms of this booking nothing comes back any more.',
    ...(isAny && hasRest(stay) ? ['Of the rest, which is charged later, the same share comes back.'] : []),
  ]
}
