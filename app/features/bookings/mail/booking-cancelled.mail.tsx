import type { Mail } from '#app/platform/mail/mail.server.ts'
import { DetailTable, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { mailPayload, stayDates, summaryRows } from '../booking-summary.ts'
import { calendarAttachment } from '../stay-ics.ts'
import { type BookingMailData, guestRows } from './booking-request.mail.tsx'

type Cancelled = { refund: Cents /** Nothing had been paid for a request. */; wasRequest: boolean }

function refundWords({ booking }: BookingMailData, { refund, wasRequest }: Cancelled): string {
  if (wasRequest) return 'You weren’t charged and won’t be.'
  if (refund === 0) return 'Under the terms of your booking, no refund is due.'
  if (booking.payments.length > 0) {
    return `Under the terms of your booking, ${formatMoney(refund)} is going back to your card. Banks usually take 5 to 10 days.`
  }
  return `Under the terms of your booking, you’ll get back up to ${formatMoney(refund)} of what you’ve paid, the same way you paid it.`
}

/** After a cancellation: the refund in writing to the guest, and the free nights to the operator. */
export function stayCancelledMails(data: BookingMailData, cancelled: Cancelled): Mail[] {
  const { booking, site, siteUrl, now } = data
  const { property, reference, guest } = booking
  return [
    mailOf({
      template: 'booking-cancelled',
      // A request was cancelled by its guest, and nobody has looked at it.
      ...(cancelled.wasRequest && { unverified: true as const }),
      to: guest.email,
      replyTo: site.email,
      site,
      subject: `Canceled: ${property.name}, ${stayDates(booking)} (${reference})`,
      preheader: refundWords(data, cancelled),
      heading: 'Your stay is canceled',
      body: (
        <>
          <Paragraph>{greeting(guest.name)}</Paragraph>
          <Paragraph>
            You canceled {reference}, {property.name}, {stayDates(booking)}. The dates are open again.
          </Paragraph>
          <Paragraph>{refundWords(data, cancelled)}</Paragraph>
          <Paragraph>We’re sorry you can’t make it and hope to host you another time.</Paragraph>
        </>
      ),
      attachments: [calendarAttachment({ booking, state: 'cancelled', siteUrl, now })],
      payload: mailPayload(booking),
    }),
    mailOf({
      template: 'booking-cancelled-operator',
      to: site.email,
      replyTo: guest.email,
      site,
      subject: `Canceled by the guest: ${reference}, ${property.name}, ${stayDates(booking)}`,
      heading: `${guest.name} canceled`,
      body: (
        <>
          <DetailTable
            rows={[
              ...guestRows(booking),
              ...summaryRows(booking),
              ['Refund promised', cancelled.wasRequest ? 'None; it was a request' : formatMoney(cancelled.refund)],
            ]}
          />
          <Paragraph>The dates are open again. Replies to this email go to the guest.</Paragraph>
        </>
      ),
      payload: mailPayload(booking),
    }),
  ]
}
