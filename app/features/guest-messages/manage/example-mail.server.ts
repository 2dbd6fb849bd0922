import { moneyOf } from '#app/features/bookings/booking-summary.ts'
import { stayCancelledByOperatorMail } from '#app/features/bookings/mail/booking-cancelled.mail.tsx'
import { stayConfirmedMail } from '#app/features/bookings/mail/booking-confirmed.mail.tsx'
import { type BookingMailData, bookingReceivedMail } from '#app/features/bookings/mail/booking-request.mail.tsx'
import { paymentReminderMail } from '#app/features/bookings/mail/payment-reminder.mail.tsx'
import { paymentReceivedMail } from '#app/features/bookings/mail/payments.mail.tsx'
import { stayMessageMail } from '#app/features/bookings/mail/stay-message.mail.tsx'
import { fillPlaceholders, isMailMoment, type PlaceholderValues } from '#app/features/bookings/moments.ts'
import type { MailMoment, StayMoment } from '#app/features/bookings/stay-moments.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { numericFromCents } from '#app/shared/money.ts'

/** The emails of the site, as if each was about this stay now. */
const EXAMPLES: Record<MailMoment, (data: BookingMailData) => Mail> = {
  received: bookingReceivedMail,
  confirmed: stayConfirmedMail,
  'how-to-pay': (data) => paymentReminderMail(data, null),
  paid: (data) => paymentReceivedMail(data, { amount: numericFromCents(data.booking.total) }),
  canceled: (data) => {
    const { isRecorded } = moneyOf(data.booking)
    const returned = { refund: 0, toCard: 0, isRecorded }
    return stayCancelledByOperatorMail(data, { ...returned, cancelledFor: 'guest', message: null })
  },
}

/** The email of a moment, filled with the values of a stay. */
export function exampleMail(
  data: BookingMailData,
  { moment, values }: { moment: StayMoment | MailMoment; values: PlaceholderValues },
): Mail {
  if (isMailMoment(moment)) return EXAMPLES[moment](data)
  const { subject, body } = data.texts[moment]
  const text = { subject: fillPlaceholders(subject, values), body: fillPlaceholders(body, values) }
  return stayMessageMail(data, { ...text, moment, anchor: data.booking.checkInDate })
}
