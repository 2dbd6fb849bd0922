import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { stayToQuery } from '#app/shared/stay.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { stayDates } from '../booking-summary.ts'
import { toGuest } from './booking-recipients.mail.tsx'
import type { BookingMailData } from './booking-request.mail.tsx'

/** The address of a search for the same nights and party. */
function elsewhere({ booking, siteUrl }: BookingMailData): string {
  const { checkInDate: checkIn, checkOutDate: checkOut, party } = booking
  return `${siteUrl}/search?${stayToQuery({ checkIn, checkOut, ...party })}`
}

/** `reason` is the operator's text to the guest. */
export function stayDeclinedMails(data: BookingMailData, { reason }: { reason: string | null }): Mail[] {
  const { booking, siteUrl, now } = data
  return [
    mailOf({
      ...toGuest(data),
      template: 'booking-declined',
      subject: `We can’t confirm ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      preheader: 'You weren’t charged. Other homes may be available for the same dates.',
      heading: 'We’re sorry, but we can’t confirm this stay',
      lead: `We reviewed your request ${booking.reference} for ${booking.property.name}, ${stayDates(booking)}, and can’t confirm it. You weren’t charged, and your dates are no longer on hold.`,
      body: (
        <>
          {reason && <Quote text={reason} />}
          <Action href={elsewhere(data)}>See what else is available</Action>
          <Paragraph>Reply to this email if you’d like to know more or if other dates would work.</Paragraph>
        </>
      ),
      attachments: [calendarAttachment({ booking, state: 'cancelled', siteUrl, now })],
    }),
  ]
}
