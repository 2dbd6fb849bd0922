import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { stayToQuery } from '#app/shared/stay.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { stayDates } from '../booking-summary.ts'
import { toGuest, toOperator } from './booking-recipients.mail.tsx'
import type { BookingMailData } from './booking-request.mail.tsx'
import { guestRows, StaySummary } from './stay-summary.mail.tsx'

/** To the guest: nobody answered the request in time. */
export function stayExpiredMail(data: BookingMailData): Mail {
  const { booking, siteUrl, now } = data
  const { checkInDate: checkIn, checkOutDate: checkOut, party, property } = booking
  const again = `${siteUrl}${property.path}?${stayToQuery({ checkIn, checkOut, ...party })}#book`
  return mailOf({
    ...toGuest(data),
    template: 'booking-expired',
    unverified: true,
    subject: `We didn’t get back to you in time: ${property.name}, ${stayDates(booking)} (${booking.reference})`,
    preheader: 'You weren’t charged. You can request the same dates again.',
    heading: 'Sorry, we didn’t get back to you in time',
    lead: `Your request ${booking.reference} for ${property.name}, ${stayDates(booking)}, has expired because we didn’t get back to you in time. That’s on us. You weren’t charged, and the dates are open again.`,
    body: (
      <>
        <Action href={again}>Request these dates again</Action>
        <Paragraph>Or just reply to this email. A real person reads it.</Paragraph>
      </>
    ),
    attachments: [calendarAttachment({ booking, state: 'cancelled', siteUrl, now })],
  })
}

/** To the operator, who did not answer in time. */
export function stayExpiredOperatorMail(data: BookingMailData, { guestHasMail }: { guestHasMail: boolean }): Mail {
  const { booking, siteUrl } = data
  return mailOf({
    ...toOperator(data),
    template: 'booking-expired-operator',
    subject: `Request ${booking.reference} expired without an answer: ${booking.property.name}, ${stayDates(booking)}`,
    heading: 'A request expired without an answer',
    lead: `The dates are open again. ${
      guestHasMail
        ? 'The guest has been told.'
        : 'The guest wasn’t emailed about it: too many unverified emails went to that address within an hour.'
    }`,
    body: (
      <>
        <DetailTable rows={guestRows(booking)} />
        <StaySummary booking={booking} siteUrl={siteUrl} />
        <Paragraph>Replies to this email go to the guest.</Paragraph>
      </>
    ),
  })
}
