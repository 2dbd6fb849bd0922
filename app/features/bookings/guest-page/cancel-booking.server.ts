import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { VisitorForm } from '#app/platform/http/form-action.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric, formatAmount } from '#app/shared/money.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { getBookingMoney } from '../booking-payments.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { findBookingByToken } from '../find-booking.server.ts'
import { stayCancelledMails } from '../mail/booking-cancelled.mail.tsx'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'
import { withBookingLock } from '../status/expire-bookings.server.ts'
import { storeCancellation } from '../status/store-cancellation.server.ts'
import { whyNotCancellable } from './guest-page.ts'
import { refundScheduleOf } from './refund-schedule.server.ts'
import { phaseOf } from './stay-phase.server.ts'

/** With `refund-changed`, `refund` is the refund now. */
type CancelRefusal = Refusal<'not-found' | 'not-cancellable' | 'refund-changed'> & { refund?: Cents }
type CancelOutcome = { ok: true; refund: Cents } | CancelRefusal

/** Cancels a booking for its guest, who was shown `refund`. Does nothing if the refund has changed. Idempotent. */
export async function cancelBooking(
  services: Services,
  { token, refund }: { token: string; refund: Cents },
): Promise<CancelOutcome> {
  const found = await findBookingByToken(services, token)
  if (!found) return refuse('not-found', 'We couldn’t find that stay.')
  const { id, reference } = found.booking
  const where = eq(bookings.id, id)
  const outcome = await withBookingLock(services, { where }, (tx) => cancel(services, tx, { token, refund }))
  if (!outcome) throw new Error('booking disappeared during cancellation')
  if (!outcome.ok) return outcome
  services.log.info({ event: 'booking.cancelled', reference }, 'booking cancelled by its guest')
  await reconcileBooking(services, id)
  return outcome
}

async function cancel(
  services: Services,
  tx: Tx,
  { token, refund }: { token: string; refund: Cents },
): Promise<CancelOutcome> {
  const row = await findBookingByToken({ db: tx, clock: services.clock }, token)
  if (!row) throw new Error('booking disappeared during cancellation')
  const { booking, property } = row
  const { id, status, refundAmount } = booking
  if (status === 'cancelled' && refundAmount !== null && centsFromNumeric(refundAmount) === refund) {
    return { ok: true, refund }
  }
  const money = await getBookingMoney(tx, booking)
  const now = services.clock.now()
  const schedule = refundScheduleOf(booking, { money, timeZone: property.timeZone, now })
  if (!schedule) {
    const phase = phaseOf({ ...booking, property }, now)
    return refuse('not-cancellable', whyNotCancellable({ status, phase }))
  }
  if (schedule.refund !== refund) return refundChanged(schedule.refund)
  const toCard = await storeCancellation(tx, { booking, refund, now, cause: 'guest' })
  const data = await getBookingMailData(services, tx, id)
  await enqueueMail(
    services,
    tx,
    stayCancelledMails(data, { refund, toCard, isRecorded: money.isRecorded, wasRequest: status === 'pending' }),
  )
  return { ok: true, refund }
}

function refundChanged(refund: Cents): CancelRefusal {
  const message = `Your refund has changed since you opened this page. It’s now ${formatAmount(refund)}. Please review it before you cancel.`
  return { ...refuse('refund-changed', message), refund }
}

const cancelSchema = z.object({
  refund: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

/** The form of the guest page, which posts the refund that it showed. */
export const cancelForm = (
  token: string,
): VisitorForm<typeof cancelSchema, CancelOutcome & { ok: true }, CancelRefusal> => ({
  limit: 'cancellations',
  honeypot: null,
  schema: cancelSchema,
  invalid: () => 'Please reload this page and try again.',
  run: (services, { refund }) => cancelBooking(services, { token, refund }),
})
