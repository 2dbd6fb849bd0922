import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, formatAmount, formatMoney } from '#app/shared/money.ts'
import { listOf } from '#app/shared/words.ts'
import type { BookingMoney, BookingSummary } from './booking-summary.ts'
import { type DuePayment, latePayment } from './payment-plan.ts'

type Late = { amount: Cents; until: IsoDate }

/** `$930.90 now and $930.90 by Sat, Jan 2`: what is late is due now. An amount alone where no day was agreed. */
export function duePaymentWords(payments: readonly DuePayment[], late: Late | null): string {
  const coming = payments.filter(({ dueOn }) => late === null || dueOn === null || dueOn > late.until)
  const words = coming.map(({ amount, dueOn }) =>
    dueOn ? `${formatAmount(amount)} by ${formatDate(dueOn)}` : formatAmount(amount),
  )
  return listOf(late ? [`${formatAmount(late.amount)} now`, ...words] : words)
}

/**
 * What is not paid, as an operator reads it. What is late on `today` comes first: `$930.90 late since Tue, Dec 1, of
 * $1,861.80 to pay`. Else it is the whole, and by when the guest has to: `$930.90 to pay, by Tue, Dec 1`.
 */
export function unpaidWords({ unpaid, toPay }: BookingMoney, days: { today: IsoDate; checkIn: IsoDate }): string {
  const late = latePayment(toPay, days)
  if (!late) {
    const [next] = toPay
    const first = next && next.amount < unpaid ? `${formatMoney(next.amount)} ` : ''
    return `${formatMoney(unpaid)} to pay${next?.dueOn ? `, ${first}by ${formatDate(next.dueOn)}` : ''}`
  }
  const whole = late.amount < unpaid ? `, of ${formatMoney(unpaid)} to pay` : ''
  return `${formatMoney(late.amount)} late since ${formatDate(late.since)}${whole}`
}

/** What the guest writes on it, so that the operator knows whose it is. */
export const referenceWords = ({ reference }: Pick<BookingSummary, 'reference'>) =>
  `Please give the reference ${reference} with your payment.`
