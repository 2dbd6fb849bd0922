import type { PaymentTerms } from '#app/features/site/payment-terms.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/**
 * The payment terms of a property. Everything is due with the booking, or a share of it, and the rest some days before
 * check-in.
 */
export type DepositRules = Pick<PaymentTerms, 'depositPercent' | 'balanceDays'>

export type PlannedPayment = { kind: 'whole' | 'deposit' | 'balance'; amount: Cents; dueOn: IsoDate | null }

/** The minimum payment at the gateway, in cents. */
export const SMALLEST_PAYMENT: Cents = 50

type HowToPay = {
  /** Null: the operator takes payment elsewhere, after confirming. */
  deposit: DepositRules | null
  /** Then these, in words, if they are known. */
  ways: string | null
}

/** How and when a guest pays, in one sentence before booking. `brief` says only how, if it is known. */
export function paymentWords({ deposit, ways }: HowToPay): { sentence: string; brief: string | null } {
  if (deposit) return { sentence: depositWords(deposit), brief: 'Pay by card' }
  if (!ways) return { sentence: 'You pay after we confirm your request.', brief: null }
  return { sentence: `You pay ${ways} after we confirm your request.`, brief: `Pay ${ways}` }
}

function depositWords({ depositPercent, balanceDays }: DepositRules): string {
  if (depositPercent === null || depositPercent === 100) return 'You pay by card when you book.'
  return `You pay ${depositPercent}% by card when you book, and the rest ${countOf(balanceDays, 'day')} before check-in.`
}

/**
 * The payments of a stay, in order, the first of them due on `today`. If the balance would be due by then, there is
 * only one.
 */
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

/** A part of the price, with its day if one was agreed. */
export type DuePayment = { amount: Cents; dueOn: IsoDate | null }

/** The same where no card is charged: the first payment has some days, at the latest until check-in. */
export function planByHand(
  total: Cents,
  terms: PaymentTerms,
  { today, checkIn }: { today: IsoDate; checkIn: IsoDate },
): { amount: Cents; dueOn: IsoDate }[] {
  if (total <= 0) return []
  const latest = checkIn > today ? checkIn : today
  const soon = addDays(today, terms.depositDays)
  const firstOn = soon < latest ? soon : latest
  const plan = planPayments(total, terms, { today: firstOn, checkIn })
  return plan.map(({ amount, dueOn }) => ({ amount, dueOn: dueOn ?? firstOn }))
}

/** The rest of a schedule when `due` is still to be paid. Payments count for the earlier days first. */
export function openPayments(schedule: readonly DuePayment[] | null, due: Cents): DuePayment[] {
  let left = due
  const open: DuePayment[] = []
  for (const { amount, dueOn } of (schedule ?? []).toReversed()) {
    const share = Math.min(left, amount)
    if (share > 0) open.unshift({ amount: share, dueOn })
    left -= share
  }
  if (left <= 0) return open
  const last = open.at(-1)
  return [...open.slice(0, -1), { amount: left + (last?.amount ?? 0), dueOn: last?.dueOn ?? null }]
}

/** The late part of it on `today`; null if nothing is. Without an agreed day it is late from check-in on. */
export function latePayment(
  payments: readonly DuePayment[],
  { today, checkIn }: { today: IsoDate; checkIn: IsoDate },
): { amount: Cents; since: IsoDate } | null {
  const late = payments.filter(({ dueOn }) => (dueOn ? dueOn < today : checkIn <= today))
  const [first] = late
  if (!first) return null
  return { amount: late.reduce((sum, { amount }) => sum + amount, 0), since: first.dueOn ?? checkIn }
}

/**
 * The part that is late towards its guest, between two days: only amounts with an agreed day. Other guests may have
 * paid outside the site by now.
 */
export function latePaymentOfGuest(
  payments: readonly DuePayment[],
  today: IsoDate,
): { amount: Cents; since: IsoDate; until: IsoDate } | null {
  const late = payments.flatMap(({ amount, dueOn }) => (dueOn !== null && dueOn < today ? [{ amount, dueOn }] : []))
  const [first, last] = [late[0], late.at(-1)]
  if (!first || !last) return null
  return { amount: late.reduce((sum, { amount }) => sum + amount, 0), since: first.dueOn, until: last.dueOn }
}
