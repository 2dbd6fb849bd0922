import { eq } from 'drizzle-orm'
import { getBookingMailData, storeLastDay } from '#app/features/bookings/booking-summary.server.ts'
import { moneyOf } from '#app/features/bookings/booking-summary.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { paymentReminderMail } from '#app/features/bookings/mail/payment-reminder.mail.tsx'
import { latePayment } from '#app/features/bookings/payment-plan.ts'
import { agreeSchedule } from '#app/features/bookings/payments/agree-schedule.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { refuse } from '#app/shared/refusal.ts'
import { remindSchema } from '../booking-forms.server.ts'
import { ofPayment, TOLD } from '../change-booking.server.ts'
import { refuseUnpaid } from './pay-by-hand.server.ts'

const DAY_MS = 86_400_000

/**
 * Emails the guest the open payments, their days and ways, at most once a day. A guest who was not told the days is
 * told them now, and they are agreed.
 */
export const remindOfPayment = defineChange({
  scope: 'money:write',
  name: 'booking.payment-reminded',
  words: 'Reminder to pay sent',
  facts: { payment: { label: 'Asked for', kind: 'money' }, to: { label: 'Sent to', kind: 'line' } },
  undo: TOLD,
  ...ofPayment,
  form: remindSchema,
  run: async (tx, _, { services, now, subject: { booking, property } }) => {
    const { id, guestName, guestEmail, paymentRemindedAt: last, paymentSchedule } = booking
    const { timeZone } = property
    const refusal = refuseUnpaid(booking)
    if (refusal) return refusal
    if (guestEmail === '') return refuse('refused', `${guestName} has no email address. Nothing was sent.`)
    if (last && now.getTime() - last.getTime() < DAY_MS) {
      const sent = formatMomentWithYear(last, timeZone)
      return refuse('refused', `${guestName} was reminded on ${sent}. The next reminder can follow a day later.`)
    }
    if (!paymentSchedule) await agreeSchedule(tx, { bookingId: id, now })
    const data = await getBookingMailData(services, tx, id)
    const { toPay } = moneyOf(data.booking)
    if (toPay.length === 0) return refuse('refused', `${guestName} has nothing to pay by now. Nothing was sent.`)
    await tx.update(bookings).set({ paymentRemindedAt: now }).where(eq(bookings.id, id))
    const late = latePayment(toPay, { today: dateInZone(now, timeZone), checkIn: booking.checkInDate })
    await storeLastDay(tx, id, data.lastDayToPay)
    await enqueueMail(services, tx, paymentReminderMail(data, late))
    return { subjectId: id, after: { payment: late?.amount ?? toPay[0]?.amount, to: guestEmail } }
  },
})
