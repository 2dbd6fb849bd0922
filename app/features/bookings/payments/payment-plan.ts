import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/** How a property is paid: all with the booking, or a share of it and the rest some days before check-in. */
export type DepositRules = { depositPercent: number | null; balanceDays: number }

export type PlannedPayment = { kind: 'whole' | 'deposit' | 'balance'; amount: Cents; dueOn: IsoDate | null }

/** When a card is charged, as a sentence shown before booking; empty if everything is paid at once. */
export function paymentScheduleText({ depositPercent, balanceDays }: DepositRules): string {
  if (depositPercent === null) return ''
  return `${depositPercent}% is charged when you book and the rest ${countOf(balanceDays, 'day')} before check-in, or all of it at once when that day has come.`
}

/** The minimum payment at the gateway, in cents. */
export const SMALLEST_PAYMENT: Cents = 50

/** The payments of a stay, in order. If the balance would be due already, everything is paid with the booking. */
export function planPayments(
  total: Cents,
  { depositPercent, balanceDays }: DepositRules,
  { today, checkIn }: { today: IsoDate; checkIn: IsoDate },
): PlannedPayment[] {
  const dueOn = addDays(checkIn, -balanceDays)
  const deposit = depositPercent === null ? total : Math.ceil((total * depositPercent) / 100)
  const rest = total - deposit
  if (dueOn <= today || deposit < SMALLEST_PAYMENT || rest < SMALLEST_PAYMENT) {
    return [{ kind: 'whole', amount: total, dueOn: null }]
  }
  return [
    { kind: 'deposit', amount: deposit, dueOn: null },
    { kind: 'balance', amount: rest, dueOn },
  ]
}

/** Splits a refund over the payments, last one first; none is refunded more than it received. */
export function shareRefund(received: readonly Cents[], refund: Cents): Cents[] {
  let left = refund
  const shares = received.toReversed().map((amount) => {
    const share = Math.min(amount, left)
    left -= share
    return share
  })
  return shares.reverse()
}
