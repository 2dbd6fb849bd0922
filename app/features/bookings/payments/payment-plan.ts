import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/** How a home takes its money: all with the booking, or a share of it and the rest some days before check-in. */
export type DepositRules = { depositPercent: number | null; balanceDays: number }

export type PlannedPayment = { kind: 'whole' | 'deposit' | 'balance'; amount: Cents; dueOn: IsoDate | null }

/** When a card is charged, in a sentence that is said before anybody books; empty where all of it is paid at once. */
export function paymentScheduleText({ depositPercent, balanceDays }: DepositRules): string {
  if (depositPercent === null) return ''
  return `${depositPercent}% is charged when you book and the rest ${countOf(balanceDays, 'day')} before check-in, or all of it at once when that day has come.`
}

/** The gateway takes no smaller payment, in cents. */
export const SMALLEST_PAYMENT: Cents = 50

/** The payments of a stay, the one that is made with the booking first. Where the rest would be due already, all is. */
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

/** Shares a refund out over what was received: the last payment first, none gets back more than it brought. */
export function shareRefund(received: readonly Cents[], refund: Cents): Cents[] {
  let left = refund
  const shares = received.toReversed().map((amount) => {
    const share = Math.min(amount, left)
    left -= share
    return share
  })
  return shares.reverse()
}
