import { asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, ledger, payments, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { countOf } from '#app/shared/words.ts'

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
  return centsFromNumeric(status === 'authorised' ? amount : received)
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

/** When a card is charged for this property, as a sentence or empty; null if the operator takes payment elsewhere. */
export async function getPaymentScheduleText(
  { db, gateway, cache }: Services,
  propertyId: string,
): Promise<string | null> {
  if (!gateway || !isUuid(propertyId)) return null
  const { depositPercent, balanceDays } = properties
  const text = await cache.read(`payment schedule ${propertyId.toLowerCase()}`, async () => {
    const [schedule] = await db
      .select({ depositPercent, balanceDays })
      .from(properties)
      .where(eq(properties.id, propertyId))
    return schedule ? paymentScheduleText(schedule) : null
  })
  return text ?? ''
}

/** How a property is paid: all with the booking, or a share of it and the rest some days before check-in. */
type DepositRules = { depositPercent: number | null; balanceDays: number }

type PlannedPayment = { kind: 'whole' | 'deposit' | 'balance'; amount: Cents; dueOn: IsoDate | null }

/** When a card is charged, as a sentence shown before booking; empty if everything is paid at once. */
export function paymentScheduleText({ depositPercent, balanceDays }: DepositRules): string {
  if (depositPercent === null) return ''
  return `${depositPercent}% is due when you book and the balance ${countOf(balanceDays, 'day')} before check-in. If you book later than that, the full amount is due at once.`
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
