import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { listPayments } from '../booking-payments.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { stayCancelledUnpaidMails } from '../mail/unpaid-cancelled.mail.tsx'
import { withBookingLock } from '../status/expire-bookings.server.ts'
import { storeCancellation } from '../status/store-cancellation.server.ts'
import { reconcileBooking } from './reconcile-payment.server.ts'
import { IS_UNPAID } from './recorded-money.server.ts'

type Booking = typeof bookings.$inferSelect

/**
 * Cancels the stays of which nothing was paid by the day that the guest was told. One that fails does not stop the
 * others.
 */
export async function cancelUnpaidStays(services: Services): Promise<void> {
  const { db, clock, log } = services
  const today = dateInZone(clock.now(), 'UTC')
  const rows = await db
    .select({ id: bookings.id, reference: bookings.reference })
    .from(bookings)
    .where(and(IS_UNPAID, sql`${bookings.cancelsAfter} <= ${today}::date`))
  for (const { id, reference } of rows) {
    try {
      const where = eq(bookings.id, id)
      const isCancelled = await withBookingLock(services, { where }, (tx, booking) => cancel(services, tx, booking))
      if (!isCancelled) continue
      log.info({ event: 'booking.cancelled', reference }, 'unpaid booking cancelled by itself')
      await reconcileBooking(services, id)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      log.error({ event: 'booking.not-cancelled', err: error, reference }, 'an unpaid booking could not be cancelled')
    }
  }
}

/** Checks everything again under the lock. Money may have come, the stay may have been moved, the setting changed. */
async function cancel(services: Services, tx: Tx, booking: Booking): Promise<boolean> {
  const now = services.clock.now()
  const { id, checkInDate } = booking
  const data = await getBookingMailData(services, tx, id)
  const { lastDayToPay: last } = data
  const today = dateInZone(now, data.booking.property.timeZone)
  const isLate = booking.cancelsAfter !== null && last !== null && today > last && today < checkInDate
  if (booking.status !== 'confirmed' || !isLate || (await isBeingPaid(tx, id))) return false
  await storeCancellation(tx, { booking, refund: 0, now, cause: 'time' })
  await enqueueMail(services, tx, stayCancelledUnpaidMails(await getBookingMailData(services, tx, id), last))
  return true
}

/** The guest opened a page to pay by card, and may be paying. */
const isBeingPaid = async (tx: Tx, bookingId: string) =>
  (await listPayments(tx, bookingId)).some(({ status, intentId }) => status === 'waiting' && intentId !== null)
