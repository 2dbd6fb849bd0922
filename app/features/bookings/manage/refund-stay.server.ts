import { eq } from 'drizzle-orm'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { withBookingLock } from '../expire-bookings.server.ts'
import { phaseOf } from '../find-booking.server.ts'
import { stayRefundedMail } from '../mail/booking-cancelled.mail.tsx'
import { getBookingMoney, promiseRefund, recordKept } from '../payments/payments.server.ts'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'
import { comingWords, linesAfterRefund, mostWords, type RefundChoices } from './manage-booking.ts'
import { whyNotSeen } from './money-version.server.ts'
import { getRefundChoices } from './refund-choices.server.ts'

type Booking = typeof bookings.$inferSelect
type Asked = { reference: string; amount: Cents; message: string; seen: string }

export type RefundOutcome =
  | { ok: true; auditId: string }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'key-reused' }
  | { ok: false; reason: 'refused'; message: string }

/**
 * Returns money for a stay that goes on, is over, or is cancelled, and emails the guest why. `key` is the form's: sent twice,
 * it is one refund. The refund to a card is made after the commit, and retried while the payment service is away.
 */
export async function refundStay(
  services: Services,
  { by, key, ...asked }: Asked & { key: string; by: Operator },
): Promise<RefundOutcome> {
  const { reference, seen: _, ...payload } = asked
  const once = { scope: 'refunds', key, payload: { reference, ...payload }, now: services.clock.now() }
  const where = eq(bookings.reference, reference)
  const refunded = await withBookingLock(services, { where }, async (tx, booking) => {
    const outcome = await withIdempotency(tx, once, () => refund(services, tx, booking, { ...asked, by }))
    return { bookingId: booking.id, outcome }
  })
  if (!refunded) return { ok: false, reason: 'not-found' }
  const { bookingId, outcome } = refunded
  if (!outcome.ok) return outcome
  services.log.info({ event: 'booking.refunded', reference }, 'an operator refunded a part of a stay')
  await reconcileBooking(services, bookingId)
  return outcome
}

async function refund(
  services: Services,
  tx: Tx,
  booking: Booking,
  { amount, message, seen, by }: Asked & { by: Operator },
): Promise<RefundOutcome> {
  const { clock } = services
  const choices = await getRefundChoices({ db: tx, clock }, booking)
  const refusal = (await whyNotSeen(tx, booking, seen)) ?? whyNot(amount, choices)
  if (refusal) return { ok: false, reason: 'refused', message: refusal }
  const now = clock.now()
  const { due } = await getBookingMoney(tx, booking)
  const toCard = await promiseRefund(tx, { bookingId: booking.id, refund: amount, now })
  // What was paid too much is no part of the price.
  const lowered = booking.status === 'confirmed' ? Math.max(0, amount - Math.max(0, -due)) : 0
  if (lowered > 0) await lowerPrice(tx, booking, lowered)
  if (booking.status === 'cancelled') await lowerKept(tx, { booking, amount, toCard, now })
  const before = { total: choices.total }
  const after = { total: choices.total - lowered, refund: amount }
  const subject = { by, subjectId: booking.id, reason: message, at: now }
  const auditId = await recordAudit(tx, { ...subject, action: 'booking.refunded', before, after })
  const data = await getBookingMailData(services, tx, booking.id)
  const isOver = booking.status !== 'confirmed' || phaseOf(data.booking, now) === 'over'
  await enqueueMail(services, tx, stayRefundedMail(data, { refund: amount, toCard, message, isOver }))
  return { ok: true, auditId }
}

function whyNot(amount: Cents, choices: RefundChoices): string | null {
  if (amount === 0) return 'A refund is more than zero.'
  if (choices.isStuck) return 'An earlier refund to this card failed. Please make this one at the payment service.'
  if (choices.coming > 0) return comingWords(choices)
  return amount > choices.most ? `${mostWords(choices)} A refund can’t be more.` : null
}

/** The price of a stay is what its guest pays in the end. */
async function lowerPrice(tx: Tx, booking: Booking, amount: Cents): Promise<void> {
  const lines = linesAfterRefund(booking.lines as PriceLine[], amount)
  const totalAmount = numericFromCents(centsFromNumeric(booking.totalAmount) - amount)
  await tx.update(bookings).set({ lines, totalAmount }).where(eq(bookings.id, booking.id))
}

/** A cancelled stay keeps its price, and less is kept of it. */
async function lowerKept(
  tx: Tx,
  { booking, amount, toCard, now }: { booking: Booking; amount: Cents; toCard: Cents; now: Date },
): Promise<void> {
  const refundAmount = numericFromCents(centsFromNumeric(booking.refundAmount ?? '0') + amount)
  await tx.update(bookings).set({ refundAmount }).where(eq(bookings.id, booking.id))
  await recordKept(tx, { bookingId: booking.id, kept: -toCard, now })
}
