import { eq } from 'drizzle-orm'
import { recordAudit } from '#app/platform/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, properties } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { cancellationPolicySchema, refundOn } from '#app/shared/cancellation-policy.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'
import type { BookingStatus } from '../booking-changes.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { withBookingsLock } from '../expire-bookings.server.ts'
import { stayCancelledByOperatorMail } from '../mail/booking-cancelled.mail.tsx'
import { listPayments, paidByCard } from '../payments/payments.server.ts'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'
import { storeCancellation } from '../store-cancellation.server.ts'
import type { CancelInput } from './booking-forms.server.ts'
import { chosenRefund, type RefundChoices } from './manage-booking.ts'

type Booking = typeof bookings.$inferSelect

/** What can go back to the guest if a confirmed stay is cancelled now. After check-in the policy returns nothing. */
export async function getRefundChoices(
  { db, clock }: { db: Tx; clock: Services['clock'] },
  { booking, timeZone }: { booking: Booking; timeZone: string },
): Promise<RefundChoices> {
  const lines = booking.lines as { kind: string; amount: Cents }[]
  const taxes = lines.filter(({ kind }) => kind === 'tax').reduce((sum, { amount }) => sum + amount, 0)
  const total = centsFromNumeric(booking.totalAmount)
  const paid = paidByCard(await listPayments(db, booking.id))
  const most = paid ?? total
  const today = dateInZone(clock.now(), timeZone)
  const checkIn = booking.checkInDate
  const policy = cancellationPolicySchema.parse(booking.cancellationPolicy)
  const byPolicy = today >= checkIn ? 0 : refundOn(today, { policy, checkIn, paid: most })
  return { paid, most, byPolicy, total, taxes }
}

export type CancelOutcome =
  | { ok: true; refund: Cents }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'not-confirmed'; status: BookingStatus }
  | { ok: false; reason: 'refund'; field: 'refund' | 'amount'; message: string }

/**
 * Cancels a confirmed stay for the operator, frees its nights, and emails the guest. The refund to a card is made after
 * the commit, and retried while the payment service is away.
 */
export async function cancelStay(
  services: Services,
  { reference, input, by }: { reference: string; input: CancelInput; by: Operator },
): Promise<CancelOutcome> {
  const { db, clock, log } = services
  const ofReference = eq(bookings.reference, reference)
  const [found] = await db
    .select({ id: bookings.id, propertyId: bookings.propertyId })
    .from(bookings)
    .where(ofReference)
  if (!found) return { ok: false, reason: 'not-found' }
  const outcome = await withBookingsLock(services, [found.propertyId], async (tx): Promise<CancelOutcome> => {
    const [row] = await tx
      .select({ booking: bookings, timeZone: properties.timeZone })
      .from(bookings)
      .innerJoin(properties, eq(properties.id, bookings.propertyId))
      .where(ofReference)
    if (!row) return { ok: false, reason: 'not-found' }
    const { booking } = row
    if (booking.status !== 'confirmed') return { ok: false, reason: 'not-confirmed', status: booking.status }
    const chosen = chosenRefund(input, await getRefundChoices({ db: tx, clock }, row))
    if (!chosen.ok) return { reason: 'refund', ...chosen }
    const { refund } = chosen
    const { cancelledFor } = input
    const reason = input.message || null
    const at = clock.now()
    await storeCancellation(tx, { booking, refund, now: at, cause: 'operator', by, reason })
    const after = { status: 'cancelled', refund, cancelledFor }
    await recordAudit(tx, {
      by,
      action: 'booking.cancelled',
      subjectId: booking.id,
      before: 'confirmed',
      after,
      reason,
      at,
    })
    const data = await getBookingMailData(services, tx, booking.id)
    await enqueueMail(services, tx, [stayCancelledByOperatorMail(data, { refund, cancelledFor, message: reason })])
    return { ok: true, refund }
  })
  if (!outcome.ok) return outcome
  log.info({ event: 'booking.cancelled', reference }, 'booking cancelled by an operator')
  await reconcileBooking(services, found.id)
  return outcome
}
