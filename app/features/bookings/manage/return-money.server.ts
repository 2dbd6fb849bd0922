import { eq, sql } from 'drizzle-orm'
import { recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { stuckRefund } from '../booking-summary.ts'
import { withBookingLock } from '../expire-bookings.server.ts'
import {
  getPaidElsewhere,
  listPayments,
  recordPaidElsewhere,
  recordReturnedByHand,
  summarizePayment,
} from '../payments/payments.server.ts'
import { whyNotSeen } from './money-version.server.ts'
import { type PayOutcome, refusedPayment } from './pay-by-hand.server.ts'
import { findForMoneyUndo } from './undo-record.server.ts'

/** `elsewhere` is what the ledger has of it, with `stuck`, which the cards refused, by payment. */
type Returned = { amount: Cents; note: string; undo: { due: Cents; elsewhere: Cents; stuck: Record<string, Cents> } }

/**
 * Records that an operator returned, outside the site, what a guest who canceled was promised and no card could get; once
 * per `key`. If no payment is recorded, only the promise ends.
 */
export async function recordReturn(
  services: Services,
  { by, key, seen, ...asked }: { reference: string; note: string; key: string; seen: string; by: Operator },
): Promise<PayOutcome> {
  const now = services.clock.now()
  const once = { scope: 'returned', key, payload: asked, now }
  const where = eq(bookings.reference, asked.reference)
  const outcome = await withBookingLock(services, { where }, (tx, booking) =>
    withIdempotency<PayOutcome>(tx, once, async () => {
      const unseen = await whyNotSeen(tx, booking, seen)
      if (unseen) return refusedPayment(unseen)
      const after = await endPromise(tx, { booking, note: asked.note, by, now })
      if (!after) return refusedPayment('Nothing is to be returned by now. Nothing was changed.')
      const subject = { by, action: 'booking.returned' as const, subjectId: booking.id }
      return { ok: true, auditId: await recordAudit(tx, { ...subject, after, at: now }) }
    }),
  )
  return outcome ?? { ok: false, reason: 'not-found' }
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
    await recordReturnedByHand(tx, { payment: row, amount: left, note: note || null, by, now })
  }
  const byCard = Object.values(stuck).reduce((sum, left) => sum + left, 0)
  if (due + byCard === 0) return null
  const elsewhere = Math.min(due, Math.max(0, await getPaidElsewhere(tx, bookingId)))
  await recordPaidElsewhere(tx, { bookingId, amount: -elsewhere, note: note || null, by, now })
  await tx.update(bookings).set({ returnDue: '0' }).where(eq(bookings.id, bookingId))
  return { amount: due + byCard, note, undo: { due, elsewhere: elsewhere + byCard, stuck } }
}

/** Makes it due again, unless something was built on it. */
export const undoReturn: Undo = async (tx, services, change, by) => {
  const { due, elsewhere, stuck } = (change.after as Returned).undo
  const found = await findForMoneyUndo(services, tx, change)
  if (!found.ok) return found
  const { id: bookingId } = found.booking
  const entry = { note: 'Recorded by mistake', by, now: services.clock.now() }
  let byCard = 0
  for (const payment of await listPayments(tx, bookingId)) {
    const amount = stuck[payment.id] ?? 0
    if (amount === 0) continue
    if (centsFromNumeric(payment.returnedByHand) < amount) return { ok: false, message: 'This money moved since.' }
    byCard += amount
    await recordReturnedByHand(tx, { ...entry, payment, amount: -amount })
  }
  await recordPaidElsewhere(tx, { ...entry, bookingId, amount: elsewhere - byCard })
  const returnDue = sql`${bookings.returnDue} + ${numericFromCents(due)}::numeric`
  await tx.update(bookings).set({ returnDue }).where(eq(bookings.id, bookingId))
}
