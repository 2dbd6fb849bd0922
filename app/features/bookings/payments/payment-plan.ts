import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/** How a property is paid: all with the booking, or a share of it and the rest some days before check-in. */
export type DepositRules = { depositPercent: number | null; balanceDays: number }

export type PlannedPayment = { kind: 'whole' | 'deposit' | 'balance'; amount: Cents; dueOn: IsoDate | null }

/** The minimum payment at the gateway, in cents. */
export const SMALLEST_PAYMENT: Cents = 50

/** When a guest pays, in one sentence. Without rules the operator takes payment elsewhere, after confirming. */
export function paymentWords(deposit: DepositRules | null): string {
  if (!deposit) return 'You pay after we confirm your request.'
  const { depositPercent, balanceDays } = deposit
  if (depositPercent === null) return 'You pay by card when you book.'
  return `You pay ${depositPercent}% by card when you book, and the rest ${countOf(balanceDays, 'day')} before check-in.`
}

/** The payments of a stay, in order, the one due today first. If the balance would be due already, there is only one. */
export function planPayments(
  total: Cents,
  { depositPercent, balanceDays }: DepositRules,
  { today, checkIn }: { today: IsoDate; checkIn: IsoDate },
): [PlannedPayment, ...PlannedPayment[]] {
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
