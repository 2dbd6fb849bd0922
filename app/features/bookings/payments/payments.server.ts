import { asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, ledger, payments, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { cancellationPolicySchema } from '#app/shared/cancellation-policy.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { BookingTerms } from '../booking-terms.ts'
import type { PlannedPayment } from './payment-plan.ts'

export type PaymentRow = typeof payments.$inferSelect

const MINUTE_MS = 60_000

/** When a payment without news is reconciled again. */
export const retrySoon = (now: Date) => new Date(now.getTime() + MINUTE_MS)

/** The morning of that day anywhere in the country: six in Hawaii, eleven or noon in the East. */
const dueMoment = (dueOn: string) => new Date(`${dueOn}T16:00:00Z`)

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
  const lastIsBalance = sql`${payments.kind} = 'balance'`
  return tx.select().from(payments).where(eq(payments.bookingId, bookingId)).orderBy(asc(lastIsBalance))
}

/** What the card was or is about to be charged: an authorized payment is captured next. */
function chargedBy({ status, received, amount }: PaymentRow): Cents {
  return centsFromNumeric(status === 'authorized' ? amount : received)
}

/** What was paid by card; null for a booking that is not paid by card. */
export function paidByCard(rows: readonly PaymentRow[]): Cents | null {
  return rows.length === 0 ? null : rows.reduce((sum, row) => sum + chargedBy(row), 0)
}

/**
 * Records a refund that is due. Reconciliation makes it after the commit, and cancels what is not captured. If a card was
 * just being charged, all of that is refunded.
 */
export async function promiseRefund(
  tx: Tx,
  { bookingId, refund, now }: { bookingId: string; refund: Cents; now: Date },
): Promise<void> {
  const rows = await listPayments(tx, bookingId)
  const shares = shareRefund(rows.map(chargedBy), refund)
  for (const [index, row] of rows.entries()) {
    const refundDue = chargedBy(row) > 0 ? numericFromCents(shares[index] ?? 0) : row.amount
    await tx.update(payments).set({ refundDue, nextAt: now }).where(eq(payments.id, row.id))
  }
}

/** Writes to the ledger what a cancellation keeps of the charged amount. Charges and refunds are written by a trigger. */
export async function recordKept(
  tx: Tx,
  { bookingId, kept, now }: { bookingId: string; kept: Cents; now: Date },
): Promise<void> {
  if (kept === 0) return
  await tx.insert(ledger).values({ bookingId, kind: 'kept', amount: numericFromCents(kept), happenedAt: now })
}

/** The terms of a property, from the cache; without a refund if there is no such property. */
export async function getBookingTerms(
  { db, gateway, cache }: Pick<Services, 'db' | 'gateway' | 'cache'>,
  propertyId: string,
): Promise<Pick<BookingTerms, 'deposit' | 'cancellationPolicy'>> {
  const none = { depositPercent: null, balanceDays: 0, cancellationPolicy: [] }
  const { cancellationPolicy, ...rules } = isUuid(propertyId)
    ? await cache.read(`booking terms ${propertyId.toLowerCase()}`, async () => {
        const { depositPercent, balanceDays, cancellationPolicy } = properties
        const columns = { depositPercent, balanceDays, cancellationPolicy }
        const [terms] = await db.select(columns).from(properties).where(eq(properties.id, propertyId))
        return terms ?? none
      })
    : none
  return { deposit: gateway && rules, cancellationPolicy: cancellationPolicySchema.parse(cancellationPolicy) }
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
