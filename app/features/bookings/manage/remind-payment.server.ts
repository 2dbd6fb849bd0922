import { eq } from 'drizzle-orm'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { moneyOf } from '../booking-summary.ts'
import { paymentReminderMail } from '../mail/payment-reminder.mail.tsx'
import { agreeSchedule } from '../payments/agree-schedule.server.ts'
import { latePayment } from '../payments/payment-plan.ts'
import { isConfirmed, type PayOutcome, refusedPayment, withBooking } from './pay-by-hand.server.ts'

const DAY_MS = 86_400_000

/**
 * Emails the guest what is to be paid, by when and how, at most once a day. Whoever was not told yet by when is told now, and
 * the days are agreed with that.
 */
export function remindOfPayment(
  services: Services,
  { reference, by }: { reference: string; by: Operator },
): Promise<PayOutcome> {
  const now = services.clock.now()
  return withBooking(services, { reference, isPaidFor: isConfirmed }, async (tx, booking) => {
    const { id: bookingId, guestName, guestEmail, paymentRemindedAt: last, paymentSchedule } = booking
    if (guestEmail === '') return refusedPayment(`${guestName} has no email address. Nothing was sent.`)
    if (!paymentSchedule) await agreeSchedule(tx, { bookingId, now })
    const data = await getBookingMailData(services, tx, bookingId)
    const { timeZone } = data.booking.property
    if (last && now.getTime() - last.getTime() < DAY_MS) {
      const sent = formatMomentWithYear(last, timeZone)
      return refusedPayment(`${guestName} was reminded on ${sent}. The next reminder can follow a day later.`)
    }
    const { toPay } = moneyOf(data.booking)
    if (toPay.length === 0) return refusedPayment(`${guestName} has nothing to pay by now. Nothing was sent.`)
    await tx.update(bookings).set({ paymentRemindedAt: now }).where(eq(bookings.id, bookingId))
    const late = latePayment(toPay, { today: dateInZone(now, timeZone), checkIn: booking.checkInDate })
    const after = { payment: late?.amount ?? toPay[0]?.amount, to: guestEmail }
    const action = 'booking.payment-reminded' as const
    const auditId = await recordAudit(tx, { by, action, subjectId: bookingId, after, at: now })
    await enqueueMail(services, tx, paymentReminderMail(data, late))
    return { ok: true, auditId }
  })
}
