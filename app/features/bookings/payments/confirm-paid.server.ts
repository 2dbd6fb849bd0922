import { and, eq } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { lockPromoCode } from '#app/features/pricing/promo-codes.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { getPayment } from '../booking-payments.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookingChanges, bookings } from '../bookings.tables.server.ts'
import { stayConfirmedMail, stayConfirmedOperatorMails } from '../mail/booking-confirmed.mail.tsx'
import { linkPaidMails, paymentTooLateMails } from '../mail/payments.mail.tsx'
import { changeStatus } from '../status/change-status.server.ts'
import { expireOverdue, withBookingLock } from '../status/expire-bookings.server.ts'
import { payments } from './payments.tables.server.ts'

type Paid = { paymentId: string; bookingId: string }

/**
 * Runs when the card is authorized: one transaction turns the hold into a confirmed booking before the payment is
 * captured. If the hold has expired, or a block or an import has arrived, the guest gets an email. The caller then
 * cancels the payment. Idempotent.
 */
export async function confirmPaid(services: Services, paid: Paid): Promise<void> {
  await withBookingLock(services, { where: eq(bookings.id, paid.bookingId) }, async (tx, { promoCode, propertyId }) => {
    if (promoCode) {
      // Uses of the code are counted before or after this transaction, never during it.
      await lockPromoCode(tx, promoCode)
      // A hold that expired while this waited for the code must not be confirmed.
      await expireOverdue(services, tx, propertyId)
    }
    await confirm(services, tx, paid)
  })
}

async function confirm(services: Services, tx: Tx, { paymentId, bookingId }: Paid): Promise<void> {
  const at = services.clock.now()
  const noticed = await tx
    .update(payments)
    .set({ status: 'authorized', nextAt: at })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'waiting')))
    .returning({ id: payments.id })
  if (noticed.length === 0) return
  const [booking] = await tx.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, bookingId))
  const conflicts =
    booking?.status === 'held' ? await listConflicts({ db: tx, clock: services.clock }, { bookingId }) : []
  if (booking?.status === 'held' && conflicts.length === 0) {
    const nights = { kind: 'booking' as const, expiresAt: null, extended: false }
    await tx.update(occupancies).set(nights).where(eq(occupancies.bookingId, bookingId))
    await changeStatus(tx, { ids: [bookingId], from: 'held', to: 'confirmed', cause: 'payment', at })
    const data = await getBookingMailData(services, tx, bookingId)
    await enqueueMail(services, tx, [stayConfirmedMail(data), ...stayConfirmedOperatorMails(data)])
    return
  }
  if (booking?.status === 'held') {
    await changeStatus(tx, { ids: [bookingId], from: 'held', to: 'cancelled', cause: 'conflict', at })
    await tx.delete(occupancies).where(eq(occupancies.bookingId, bookingId))
  }
  if (booking?.status === 'confirmed') {
    const payment = await getPayment(tx, paymentId)
    const data = await getBookingMailData(services, tx, bookingId)
    if (payment) await enqueueMail(services, tx, linkPaidMails(data, payment.payment))
    return
  }
  if (await wasReplaced(tx, bookingId)) return
  await enqueueMail(services, tx, paymentTooLateMails(await getBookingMailData(services, tx, bookingId)))
}

/** Whether the guest replaced it with another attempt. A booking with the same email address proves nothing. */
async function wasReplaced(tx: Tx, bookingId: string): Promise<boolean> {
  const [row] = await tx
    .select({ cause: bookingChanges.cause })
    .from(bookingChanges)
    .where(and(eq(bookingChanges.bookingId, bookingId), eq(bookingChanges.toStatus, 'cancelled')))
  return row?.cause === 'guest'
}
