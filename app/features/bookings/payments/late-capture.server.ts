import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, numericFromCents } from '#app/shared/money.ts'
import { getPayment, type PaymentWithBooking, promiseRefund } from '../booking-payments.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { stayRefundedMail } from '../mail/booking-cancelled.mail.tsx'
import { withBookingLock } from '../status/expire-bookings.server.ts'
import { adjustPayments } from './adjust-payments.server.ts'
import { payments } from './payments.tables.server.ts'

const TWICE = 'This part of your stay was already paid for, so you get back what you paid twice.'

/**
 * Stores that a card was charged although its payment was withdrawn. The guest pressed "Pay" while an operator recorded
 * a check. The owed part stays paid, and the rest is refunded.
 */
export async function storeLateCapture(
  services: Services,
  { payment, booking }: PaymentWithBooking,
  received: Cents,
): Promise<void> {
  await withBookingLock(services, { where: eq(bookings.id, booking.id) }, async (tx) => {
    const [stored] = await tx
      .update(payments)
      .set({ status: 'captured', received: numericFromCents(received), nextAt: services.clock.now() })
      .where(and(eq(payments.id, payment.id), ne(payments.status, 'captured')))
      .returning({ id: payments.id })
    if (stored) await returnOverpaid(services, tx, payment.id)
  })
}

/**
 * Refunds the overpaid amount of a confirmed stay, once no planned payment can be lowered by it. Needs the property's
 * lock.
 */
export async function returnOverpaid(services: Services, tx: Tx, paymentId: string): Promise<void> {
  const row = await getPayment(tx, paymentId)
  if (row?.booking.status !== 'confirmed') return
  const now = services.clock.now()
  const refund = -(await adjustPayments(tx, row.booking, now))
  if (refund <= 0) return
  const toCard = await promiseRefund(tx, { bookingId: row.booking.id, refund, now })
  const data = await getBookingMailData(services, tx, row.booking.id)
  await enqueueMail(services, tx, stayRefundedMail(data, { refund, toCard, message: TWICE, isOver: false }))
}
