import { eq } from 'drizzle-orm'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Cents } from '#app/shared/money.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import type { BookingStatus } from '../change-status.server.ts'
import { withBookingLock } from '../expire-bookings.server.ts'
import { stayCancelledByOperatorMail } from '../mail/booking-cancelled.mail.tsx'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'
import { storeCancellation } from '../store-cancellation.server.ts'
import type { CancelInput } from './booking-forms.server.ts'
import { chosenRefund } from './manage-booking.ts'
import { whyNotSeen } from './money-version.server.ts'
import { getRefundChoices } from './refund-choices.server.ts'

export type CancelOutcome =
  | { ok: true; refund: Cents; bookingId: string; auditId: string }
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
  const { clock, log } = services
  const where = eq(bookings.reference, reference)
  const outcome = await withBookingLock(services, { where }, async (tx, booking): Promise<CancelOutcome> => {
    if (booking.status !== 'confirmed') return { ok: false, reason: 'not-confirmed', status: booking.status }
    const unseen = await whyNotSeen(tx, booking, input.seen)
    if (unseen) return { ok: false, reason: 'refund', field: 'refund', message: unseen }
    const choices = await getRefundChoices({ db: tx, clock }, booking)
    const chosen = chosenRefund(input, choices)
    if (!chosen.ok) return { reason: 'refund', ...chosen }
    const { refund } = chosen
    const { cancelledFor } = input
    const reason = input.message || null
    const at = clock.now()
    const toCard = await storeCancellation(tx, { booking, refund, now: at, cause: 'operator', by, reason })
    const after = { status: 'cancelled', refund, cancelledFor }
    const subject = { by, subjectId: booking.id, reason, at }
    const auditId = await recordAudit(tx, { ...subject, action: 'booking.cancelled', before: 'confirmed', after })
    const data = await getBookingMailData(services, tx, booking.id)
    const { isRecorded } = choices
    const mail = stayCancelledByOperatorMail(data, { refund, toCard, isRecorded, cancelledFor, message: reason })
    await enqueueMail(services, tx, [mail])
    return { ok: true, refund, bookingId: booking.id, auditId }
  })
  if (!outcome) return { ok: false, reason: 'not-found' }
  if (!outcome.ok) return outcome
  log.info({ event: 'booking.cancelled', reference }, 'booking cancelled by an operator')
  await reconcileBooking(services, outcome.bookingId)
  return outcome
}
