import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, formatAmount, formatMoney } from '#app/shared/money.ts'
import { listOf } from '#app/shared/words.ts'
import type { BookingMoney, BookingSummary } from './booking-summary.ts'
import { type DuePayment, latePayment } from './payment-plan.ts'

type Late = { amount: Cents; until: IsoDate }

/** `$930.90 now and $930.90 by Sat, Jan 2`: a late amount is due now. An amount alone where no day was agreed. */
export function duePaymentWords(payments: readonly DuePayment[], late: Late | null): string {
  const coming = payments.filter(({ dueOn }) => late === null || dueOn === null || dueOn > late.until)
  const words = coming.map(({ amount, dueOn }) =>
    dueOn ? `${formatAmount(amount)} by ${formatDate(dueOn)}` : formatAmount(amount),
  )
  return listOf(late ? [`${formatAmount(late.amount)} now`, ...words] : words)
}

/**
 * The unpaid amount, for an operator. A late part on `today` comes first: `$930.90 late since Tue, Dec 1, of $1,861.80
 * to pay`. Else the whole, and its day: `$930.90 to pay, by Tue, Dec 1`.
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

/** The reference for the payment, by which the operator identifies it. */
export const referenceWords = ({ reference }: Pick<BookingSummary, 'reference'>) =>
  `Please give the reference ${reference} with your payment.`
