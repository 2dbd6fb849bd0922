import { and, asc, eq, sql } from 'drizzle-orm'
import { cancellationPolicySchema } from '#app/features/properties/cancellation-policy.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { waysWords } from '#app/features/site/payment-terms.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import {
  type BookingMoney,
  chargedBy,
  type MoneyFacts,
  moneyOf,
  type PaymentSummary,
  returnableByCard,
} from './booking-summary.ts'
import type { BookingTerms } from './booking-terms.ts'
import { bookings } from './bookings.tables.server.ts'
import type { PlannedPayment } from './payment-plan.ts'
import { PAYMENT_COLUMNS } from './payment-settings.server.ts'
import { ledger, payments } from './payments/payments.tables.server.ts'

export type PaymentRow = typeof payments.$inferSelect

const MINUTE_MS = 60_000

/** When a payment without news is reconciled again. */
export const retrySoon = (now: Date) => new Date(now.getTime() + MINUTE_MS)

/** The morning of that day anywhere in the country: six in Hawaii, eleven or noon in the East. */
export const dueMoment = (dueOn: string) => new Date(`${dueOn}T16:00:00Z`)

/** Stores the payments of a booking, in the transaction that stores the booking. */
export async function storePayments(
  tx: Tx,
  { bookingId, plan, now }: { bookingId: string; plan: PlannedPayment[]; now: Date },
): Promise<void> {
  const rows = plan.map(({ kind, amount, dueOn }) => ({
    bookingId,
    kind,
    amount: numericFromCents(amount),
    dueOn,
    status: dueOn ? ('scheduled' as const) : ('waiting' as const),
    nextAt: dueOn ? dueMoment(dueOn) : retrySoon(now),
    createdAt: now,
  }))
  await tx.insert(payments).values(rows)
}

/** A payment with its booking and the property's time zone. */
export async function getPayment(tx: Tx, paymentId: string) {
  const [row] = await tx
    .select({ payment: payments, booking: bookings, timeZone: properties.timeZone })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(payments.id, paymentId))
  return row ?? null
}
export type PaymentWithBooking = NonNullable<Awaited<ReturnType<typeof getPayment>>>

/** The payments of a booking in the order in which they are made. */
export function listPayments(tx: Tx, bookingId: string): Promise<PaymentRow[]> {
  const order = sql`case ${payments.kind} when 'balance' then 1 when 'difference' then 2 else 0 end`
  return tx
    .select()
    .from(payments)
    .where(eq(payments.bookingId, bookingId))
    .orderBy(asc(order), asc(payments.createdAt))
}

/** A payment with its amounts in cents. */
export function summarizePayment({ kind, status, dueOn, refundFailed, ...sums }: PaymentRow): PaymentSummary {
  return {
    kind,
    status,
    amount: centsFromNumeric(sums.amount),
    received: centsFromNumeric(sums.received),
    refundDue: centsFromNumeric(sums.refundDue),
    refunded: centsFromNumeric(sums.refunded),
    refundedElsewhere: centsFromNumeric(sums.refundedElsewhere),
    refundFailed,
    disputed: centsFromNumeric(sums.disputed),
    chargedBack: centsFromNumeric(sums.chargedBack),
    dueOn,
  }
}

/** The amount that an operator recorded as paid outside the site, less returned amounts. */
export async function getPaidElsewhere(tx: Tx, bookingId: string): Promise<Cents> {
  const [row] = await tx
    .select({ sum: sql<string>`coalesce(sum(${ledger.amount}), 0)::text` })
    .from(ledger)
    .where(and(eq(ledger.bookingId, bookingId), eq(ledger.kind, 'paid-elsewhere')))
  return centsFromNumeric(row?.sum ?? '0')
}

/** The columns of a booking that its money needs. */
export type MoneyRow = Pick<
  typeof bookings.$inferSelect,
  'id' | 'status' | 'totalAmount' | 'returnDue' | 'paymentSchedule'
>

/** The recorded amounts that `moneyOf` needs. */
export async function getRecordedMoney(
  tx: Tx,
  { id, status, totalAmount, returnDue, paymentSchedule }: MoneyRow,
): Promise<MoneyFacts> {
  return {
    status,
    total: centsFromNumeric(totalAmount),
    payments: (await listPayments(tx, id)).map(summarizePayment),
    paidElsewhere: await getPaidElsewhere(tx, id),
    returnDue: centsFromNumeric(returnDue),
    paymentSchedule,
  }
}

/** The money of a booking: paid, refundable and due amounts, with their dates. */
export async function getBookingMoney(tx: Tx, booking: MoneyRow): Promise<BookingMoney> {
  return moneyOf(await getRecordedMoney(tx, booking))
}

/** The columns that make a refund be tried from the start again. */
export const NEW_TRIES = { refundAttempts: 0, refundAttemptedAt: null, refundFailed: false, refundRefusal: null }

/**
 * Records a refund that is due, beside those of before. It goes to the card, up to what that paid. The rest waits for
 * the operator, who returns it by hand. Reconciliation makes the card's part after the commit. Returns that part.
 */
export async function promiseRefund(
  tx: Tx,
  { bookingId, refund, now }: { bookingId: string; refund: Cents; now: Date },
): Promise<Cents> {
  const rows = await listPayments(tx, bookingId)
  const shares = shareRefund(
    rows.map((row) => returnableByCard(summarizePayment(row))),
    refund,
  )
  for (const [index, row] of rows.entries()) {
    const share = shares[index] ?? 0
    if (share === 0) continue
    // Refunds made at the payment service were not promised here, and this one comes on top of them.
    const { refundDue: promised, refunded, refundedElsewhere, chargedBack } = summarizePayment(row)
    const refundDue = numericFromCents(Math.max(promised, refunded + refundedElsewhere + chargedBack) + share)
    await tx
      .update(payments)
      .set({ refundDue, ...NEW_TRIES, nextAt: now })
      .where(eq(payments.id, row.id))
  }
  const toCard = shares.reduce((sum, share) => sum + share, 0)
  const byHand = numericFromCents(Math.min(refund - toCard, await getByHand(tx, bookingId)))
  await tx
    .update(bookings)
    .set({ returnDue: sql`${bookings.returnDue} + ${byHand}::numeric` })
    .where(eq(bookings.id, bookingId))
  return toCard
}

async function getByHand(tx: Tx, id: string): Promise<Cents> {
  const [booking] = await tx.select({ returnDue: bookings.returnDue }).from(bookings).where(eq(bookings.id, id))
  return Math.max(0, (await getPaidElsewhere(tx, id)) - centsFromNumeric(booking?.returnDue ?? '0'))
}

/**
 * Ends the uncharged payments of a cancelled booking: reconciliation cancels them. If a card was just being charged,
 * its whole amount is refunded.
 */
export async function endPayments(tx: Tx, { bookingId, now }: { bookingId: string; now: Date }): Promise<void> {
  for (const row of await listPayments(tx, bookingId)) {
    const isCharged = chargedBy(summarizePayment(row)) > 0
    await tx
      .update(payments)
      .set({ nextAt: now, ...(!isCharged && { refundDue: row.amount }) })
      .where(eq(payments.id, row.id))
  }
}

/**
 * Writes to the ledger the part of the charged amount that a cancellation does not return. A trigger writes charges and
 * refunds.
 */
export async function recordRetainedAmount(
  tx: Tx,
  { bookingId, retained, now }: { bookingId: string; retained: Cents; now: Date },
): Promise<void> {
  if (retained === 0) return
  await tx.insert(ledger).values({ bookingId, kind: 'retained', amount: numericFromCents(retained), happenedAt: now })
}

/** The terms of a property, from the cache; without a refund if there is no such property. */
export async function getBookingTerms(
  { db, gateway, cache }: Pick<Services, 'db' | 'gateway' | 'cache'>,
  propertyId: string,
): Promise<Pick<BookingTerms, 'deposit' | 'ways' | 'cancellationPolicy'>> {
  const none = { depositPercent: null, balanceDays: 0, paymentWays: [], cancellationPolicy: [] }
  const { cancellationPolicy, paymentWays, ...rules } = isUuid(propertyId)
    ? await cache.read(`booking terms ${propertyId.toLowerCase()}`, async () => {
        const { depositPercent, balanceDays, paymentWays } = PAYMENT_COLUMNS
        const columns = { depositPercent, balanceDays, paymentWays, cancellationPolicy: properties.cancellationPolicy }
        const rows = db.select(columns).from(properties).leftJoin(site, sql`true`)
        const [terms] = await rows.where(eq(properties.id, propertyId))
        return terms ?? none
      })
    : none
  return {
    deposit: gateway && rules,
    ways: gateway ? null : waysWords(paymentWays),
    cancellationPolicy: cancellationPolicySchema.parse(cancellationPolicy),
  }
}

/** Records money that moved outside the site; a negative amount was returned to the guest. */
export async function recordPaidElsewhere(
  tx: Tx,
  paid: { bookingId: string; amount: Cents; note: string | null; by: Operator; now: Date },
): Promise<void> {
  const { bookingId, amount, note, by, now } = paid
  if (amount === 0) return
  const who = { operatorId: by.id, operatorName: by.name }
  const entry = { bookingId, kind: 'paid-elsewhere' as const, amount: numericFromCents(amount), note }
  await tx.insert(ledger).values({ ...entry, ...who, happenedAt: now })
}

type ReturnedByHand = { payment: PaymentRow; amount: Cents; note: string | null; by: Operator; now: Date }

/** Records that an operator returned what this card refused; a negative amount was recorded by mistake. */
export async function recordReturnedByHand(
  tx: Tx,
  { payment, amount: cents, note, by, now }: ReturnedByHand,
): Promise<void> {
  const amount = numericFromCents(cents)
  await tx
    .update(payments)
    .set({ refundedElsewhere: sql`${payments.refundedElsewhere} + ${amount}::numeric` })
    .where(eq(payments.id, payment.id))
  const of = { bookingId: payment.bookingId, paymentId: payment.id, kind: 'refunded-elsewhere' as const, amount, note }
  await tx.insert(ledger).values({ ...of, operatorId: by.id, operatorName: by.name, happenedAt: now })
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
