import { formatDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { disputedOf, type MoneyFacts, moneyOf } from '../booking-summary.ts'
import { TELL_US } from '../cancelled-for.ts'
import { disputedWords } from '../dispute-words.ts'
import type { RefundSchedule } from './guest-page.ts'

const hasRest = ({ payments }: MoneyFacts) => payments.some(({ status }) => status === 'scheduled')

/** The refund for cancelling today. */
export function refundText(stay: MoneyFacts, { refund, byHand, today }: RefundSchedule): string {
  if (stay.status === 'pending') return 'There’s nothing to refund.'
  if (!moneyOf(stay).isRecorded) return 'No payment is recorded, so nothing goes back.'
  const disputed = disputedOf(stay.payments)
  if (disputed > 0 && refund === 0) {
    return `${disputedWords(disputed)} If you cancel before that, the terms of today still count.`
  }
  const date = `If you cancel today (${formatDate(today, 'day')} at the home),`
  const rest = hasRest(stay) ? ' You won’t be charged the balance.' : ''
  if (refund === 0) return `${date} there’s no refund.${rest}`
  if (byHand === refund) return `${date} you’ll get back ${formatAmount(refund)}, the same way you paid it.${rest}`
  const other = byHand > 0 ? ` You’ll get back the other ${formatAmount(byHand)} the same way you paid it.` : ''
  return `${date} ${formatAmount(refund - byHand)} goes back to your card.${other}${rest}`
}

export function cancelButtonText(stay: MoneyFacts, { refund }: RefundSchedule): string {
  if (stay.status === 'pending') return 'Yes, withdraw request'
  if (!moneyOf(stay).isRecorded) return 'Yes, cancel my stay'
  return refund > 0 ? `Cancel and get ${formatAmount(refund)} back` : 'Cancel with no refund'
}

/** The paid amount, and the refund steps of a confirmed stay from today on, as lines. */
export function refundDeadlineRows(stay: MoneyFacts, { deadlines, paid, terms }: RefundSchedule): string[] {
  if (!moneyOf(stay).isRecorded)
    return [`No payment is recorded yet. ${TELL_US}`, `Of what you pay: ${lowerFirst(terms)}`]
  const disputed = disputedOf(stay.payments)
  if (paid === 0 && disputed > 0) return [disputedWords(disputed), `Of what you pay: ${lowerFirst(terms)}`]
  if (paid === 0) return ['Everything you paid has gone back or is on its way.']
  const last = deadlines.at(-1)
  return [
    `You’ve paid ${formatAmount(paid)}.`,
    ...deadlines.map(
      ({ until, refund }) =>
        `By ${formatDate(until)}: ${refund === paid ? 'full refund' : `${formatAmount(refund)} back`}.`,
    ),
    last ? `After ${formatDate(last.until)}: no refund.` : 'This booking is no longer refundable.',
    ...(last && hasRest(stay) ? ['Once charged, the balance is refunded at the same rate.'] : []),
  ]
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
