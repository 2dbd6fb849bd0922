import { eq, sql } from 'drizzle-orm'
import { recordAudit, type Undo } from '#app/platform/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, payments } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { withBookingsLock } from '../expire-bookings.server.ts'
import { getPaidElsewhere, listPayments, recordPaidElsewhere, summarizePayment } from '../payments/payments.server.ts'
import { stuckRefund } from './manage-booking.ts'
import type { PayOutcome } from './pay-by-hand.server.ts'

/** What an operator still has to return by hand, in dollars: promised outside the site, or refused by the card. */
export const TO_RETURN = sql<string>`(bookings.return_due + coalesce((
  select sum(least(refund_due, received) - refunded) from payments where booking_id = bookings.id and refund_failed), 0))`

/** `elsewhere` is what the ledger has of it, and `stuck` what the cards refused, by payment. */
type Returned = { amount: Cents; note: string; undo: { due: Cents; elsewhere: Cents; stuck: Record<string, Cents> } }

/**
 * Records that an operator returned, outside the site, what a guest who canceled was promised and no card could get; once
 * per `key`. If no payment is recorded, only the promise ends.
 */
export async function recordReturn(
  services: Services,
  { by, key, ...asked }: { reference: string; note: string; key: string; by: Operator },
): Promise<PayOutcome> {
  const now = services.clock.now()
  const isIt = eq(bookings.reference, asked.reference)
  const [found] = await services.db.select({ propertyId: bookings.propertyId }).from(bookings).where(isIt)
  if (!found) return { ok: false, reason: 'not-found' }
  const once = { scope: 'returned', key, payload: asked, now }
  return withBookingsLock(services, [found.propertyId], (tx) =>
    withIdempotency<PayOutcome>(tx, once, async () => {
      const [booking] = await tx.select().from(bookings).where(isIt)
      const after = booking && (await endPromise(tx, { booking, note: asked.note, by, now }))
      if (!after) {
        return { ok: false, reason: 'refused', message: 'Nothing is to be returned by now. Nothing was changed.' }
      }
      const subject = { by, action: 'booking.returned' as const, subjectId: booking.id }
      return { ok: true, auditId: await recordAudit(tx, { ...subject, after, at: now }) }
    }),
  )
}

type Ended = { booking: typeof bookings.$inferSelect; note: string; by: Operator; now: Date }

async function endPromise(tx: Tx, { booking, note, by, now }: Ended): Promise<Returned | null> {
  const { id: bookingId } = booking
  const due = centsFromNumeric(booking.returnDue)
  const stuck: Record<string, Cents> = {}
  for (const row of await listPayments(tx, bookingId)) {
    const left = stuckRefund([summarizePayment(row)])
    if (left === 0) continue
    stuck[row.id] = left
    // The card keeps it, and it is returned elsewhere: so the ledger has it.
    const refundDue = numericFromCents(centsFromNumeric(row.refundDue) - left)
    await tx.update(payments).set({ refundDue }).where(eq(payments.id, row.id))
  }
  const byCard = Object.values(stuck).reduce((sum, left) => sum + left, 0)
  if (due + byCard === 0) return null
  const isKnown = (await getPaidElsewhere(tx, bookingId)) > 0
  const elsewhere = byCard + (isKnown ? due : 0)
  await recordPaidElsewhere(tx, { bookingId, amount: -elsewhere, note: note || null, by, now })
  await tx.update(bookings).set({ returnDue: '0' }).where(eq(bookings.id, bookingId))
  return { amount: due + byCard, note, undo: { due, elsewhere, stuck } }
}

/** Makes it due again. */
export const undoReturn: Undo = async (tx, services, { subjectId, after }, by) => {
  const { due, elsewhere, stuck } = (after as Returned).undo
  const entry = { bookingId: subjectId, amount: elsewhere, note: 'Recorded by mistake', by }
  await recordPaidElsewhere(tx, { ...entry, now: services.clock.now() })
  for (const [id, left] of Object.entries(stuck)) {
    const refundDue = sql`${payments.refundDue} + ${numericFromCents(left)}::numeric`
    await tx.update(payments).set({ refundDue }).where(eq(payments.id, id))
  }
  const returnDue = numericFromCents(due)
  await tx.update(bookings).set({ returnDue }).where(eq(bookings.id, subjectId))
}
