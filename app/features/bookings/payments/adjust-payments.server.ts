import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { dueMoment, getBookingMoney, listPayments, type MoneyRow, type PaymentRow } from '../booking-payments.server.ts'
import { dueAnew } from '../booking-summary.ts'
import { SMALLEST_PAYMENT } from '../payment-plan.ts'
import { payments } from './payments.tables.server.ts'

/** A balance that no card has been charged for yet: its amount can still change. */
export const isScheduled = ({ status, intentId }: PaymentRow) => status === 'scheduled' && intentId === null

/**
 * Adjusts planned card payments to the price and the paid amount of a booking. A scheduled balance takes the
 * difference, and links for more than the due amount are withdrawn. Returns the amount due beyond that; negative if too
 * much was paid. Needs the property's lock.
 */
export async function adjustPayments(tx: Tx, booking: MoneyRow, now: Date): Promise<Cents> {
  const due = dueAnew(await getBookingMoney(tx, booking))
  if (due === 0) return 0
  const balance = (await listPayments(tx, booking.id)).find(isScheduled)
  const wanted = balance ? centsFromNumeric(balance.amount) + due : 0
  if (balance && wanted >= SMALLEST_PAYMENT) {
    await tx
      .update(payments)
      .set({ amount: numericFromCents(wanted) })
      .where(eq(payments.id, balance.id))
    return 0
  }
  if (due < 0) await withdrawPayments(tx, booking.id, now)
  return dueAnew(await getBookingMoney(tx, booking))
}

/** A balance that ended before anything was charged is charged on its day again. */
export async function restoreBalance(tx: Tx, paymentId: string): Promise<void> {
  const isIt = and(eq(payments.id, paymentId), eq(payments.status, 'void'), isNull(payments.intentId))
  const [row] = await tx.select({ dueOn: payments.dueOn }).from(payments).where(isIt)
  if (!row?.dueOn) return
  await tx
    .update(payments)
    .set({ status: 'scheduled', nextAt: dueMoment(row.dueOn) })
    .where(isIt)
}

/** Withdraws planned charges. Reconciliation cancels them at the gateway, so that nobody can pay them anymore. */
export async function withdrawPayments(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'void', nextAt: now })
    .where(and(eq(payments.bookingId, bookingId), inArray(payments.status, ['waiting', 'scheduled', 'failed'])))
}

/** Stores a payment that the guest makes by a link. False while an earlier link is open. */
export async function storeLink(tx: Tx, { bookingId, amount, now }: { bookingId: string; amount: Cents; now: Date }) {
  const [before] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), ne(payments.kind, 'difference')))
  const kind = before ? ('difference' as const) : ('whole' as const)
  const stored = await tx
    .insert(payments)
    .values({ bookingId, kind, amount: numericFromCents(amount), status: 'waiting', nextAt: null, createdAt: now })
    .onConflictDoNothing()
    .returning()
  return stored[0] ?? null
}
