import { shareRefund } from '#app/features/bookings/booking-payments.server.ts'
import { planByHand, planPayments } from '#app/features/bookings/payment-plan.ts'
import type { ledger, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, numericFromCents } from '#app/shared/money.ts'
import type { Chance } from './chance.ts'
import type { PaidBy } from './planned-stay.ts'

/** How the guests of the demo pay: a deposit, and the rest before they come. */
const TERMS = { depositPercent: 30, depositDays: 7, balanceDays: 30 }

/** By hand, or one charge of a card. */
type Movement = {
  amount: Cents
  at: Date
  note: string | null
  kind: 'whole' | 'deposit' | 'balance' | 'difference' | null
  dueOn: IsoDate | null
}

type Payment = typeof payments.$inferInsert
type LedgerRow = typeof ledger.$inferInsert

/** What moved for a stay so far. */
export type StayMoney = {
  isCard: boolean
  paid: Movement[]
  schedule: { amount: Cents; dueOn: IsoDate }[] | null
  refunds: { amount: Cents; at: Date; note: string }[]
  /** What of payments by hand is promised back and not returned yet. */
  returnDue: Cents
  retained: { amount: Cents; at: Date } | null
}

export const noonOf = (day: IsoDate) => new Date(`${day}T18:00:00Z`)

type Paying = {
  total: Cents
  paidBy: PaidBy
  bookedAt: Date
  bookedOn: IsoDate
  checkIn: IsoDate
  today: IsoDate
  isLate: boolean
}

/** What a guest has paid by today, by the plan that the site would have made. */
export function payStay(
  chance: Chance,
  { total, paidBy, bookedAt, bookedOn, checkIn, today, isLate }: Paying,
): StayMoney {
  const none = { refunds: [], returnDue: 0, retained: null, schedule: null }
  const days = { today: bookedOn, checkIn }
  if (paidBy === 'platform') {
    const there = { amount: total, at: bookedAt, note: 'Paid on the platform', kind: null, dueOn: null }
    return { ...none, isCard: false, paid: [there] }
  }
  if (paidBy === 'card') {
    // A balance that is not charged yet would wait for a payment service, which the demo has not.
    const isSoon = addDays(checkIn, -TERMS.balanceDays) < today
    const plan = planPayments(total, { ...TERMS, depositPercent: isSoon ? TERMS.depositPercent : null }, days)
    const paid = plan.map(({ dueOn, ...part }) => ({
      ...part,
      dueOn,
      note: null,
      at: dueOn ? noonOf(dueOn) : bookedAt,
    }))
    return { ...none, isCard: true, paid }
  }
  const schedule = planByHand(total, TERMS, days)
  const last = isLate ? schedule.length - 1 : schedule.length
  const paid = schedule.slice(0, last).flatMap(({ amount, dueOn }) => {
    const on = addDays(dueOn, -chance.below(3))
    const at = on > bookedOn ? noonOf(on) : bookedAt
    const note = paidBy === 'check' ? `Check ${1000 + chance.below(9000)}` : 'Bank transfer'
    return on < today ? [{ amount, at, note, kind: null, dueOn: null }] : []
  })
  return { ...none, isCard: false, paid, schedule }
}

export const paidOf = ({ paid }: Pick<StayMoney, 'paid'>) => paid.reduce((sum, { amount }) => sum + amount, 0)
const refundedOf = ({ refunds }: StayMoney) => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** What was paid outside the site, less what was returned there. */
export const byHandOf = (money: StayMoney) => (money.isCard ? 0 : paidOf(money) - refundedOf(money))

/** The rows of `payments` and `ledger`, as the site’s own triggers would have them. */
export function moneyRows(chance: Chance, bookingId: string, money: StayMoney) {
  const { isCard, paid, refunds, retained } = money
  const ledgerRows: LedgerRow[] = []
  const paymentRows: Payment[] = []
  if (!isCard) {
    for (const { amount, at, note } of paid) ledgerRows.push(byHand(bookingId, amount, at, note))
    for (const { amount, at, note } of refunds) ledgerRows.push(byHand(bookingId, -amount, at, note))
    return { paymentRows, ledgerRows }
  }
  const [refund] = refunds
  const shares = shareRefund(
    paid.map(({ amount }) => amount),
    refund?.amount ?? 0,
  )
  for (const [index, { kind, amount, at, dueOn }] of paid.entries()) {
    const id = chance.uuid()
    const share = shares[index] ?? 0
    const sums = {
      received: numericFromCents(amount),
      refundDue: numericFromCents(share),
      refunded: numericFromCents(share),
    }
    const isOf = { bookingId, paymentId: id }
    paymentRows.push({
      id,
      bookingId,
      kind: kind ?? 'whole',
      amount: sums.received,
      status: 'captured',
      ...sums,
      dueOn,
      createdAt: at,
    })
    ledgerRows.push({ ...isOf, kind: 'charged', amount: sums.received, happenedAt: at })
    if (refund && share > 0)
      ledgerRows.push({ ...isOf, kind: 'refunded', amount: sums.refunded, happenedAt: refund.at })
  }
  if (retained)
    ledgerRows.push({ bookingId, kind: 'retained', amount: numericFromCents(retained.amount), happenedAt: retained.at })
  return { paymentRows, ledgerRows }
}

const byHand = (bookingId: string, amount: Cents, happenedAt: Date, note: string | null): LedgerRow => ({
  bookingId,
  kind: 'paid-elsewhere',
  amount: numericFromCents(amount),
  note,
  happenedAt,
})
