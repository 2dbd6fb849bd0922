import type { Mail } from '#app/platform/mail/mail.server.ts'
import { DetailTable, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { mailPayload, stayDates, summaryRows } from '../booking-summary.ts'
import { calendarAttachment } from '../stay-ics.ts'
import { type BookingMailData, guestRows } from './booking-request.mail.tsx'

type Cancelled = { refund: Cents /** Nothing had been paid for a request. */; wasRequest: boolean }

function refundWords({ booking }: BookingMailData, { refund, wasRequest }: Cancelled): string {
  if (wasRequest) return 'Nothing was charged, and nothing will be.'
  if (refund === 0) return 'By the terms of this booking nothing comes back at this date.'
  if (booking.payments.length > 0) {
    return `By the terms of this booking ${formatMoney(refund)} comes back to your card. Banks take five to ten days for it.`
  }
  return `By the terms of this booking ${formatMoney(refund)} comes back, as far as it has been paid, on the way it came.`
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
      subject: `Cancelled: ${property.name}, ${stayDates(booking)} (${reference})`,
      preheader: refundWords(data, cancelled),
      heading: 'Your stay is cancelled',
      body: (
        <>
          <Paragraph>{greeting(guest.name)}</Paragraph>
          <Paragraph>
            You cancelled {reference}, {property.name}, {stayDates(booking)}. The nights are free again.
          </Paragraph>
          <Paragraph>{refundWords(data, cancelled)}</Paragraph>
          <Paragraph>We are sorry not to see you, and glad if it is only for this time.</Paragraph>
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
      subject: `Cancelled by the guest: ${reference}, ${property.name}, ${stayDates(booking)}`,
      heading: `${guest.name} cancelled`,
      body: (
        <>
          <DetailTable
            rows={[
              ...guestRows(booking),
              ...summaryRows(booking),
              ['Promised back', cancelled.wasRequest ? 'nothing, it was a request' : formatMoney(cancelled.refund)],
            ]}
          />
          <Paragraph>The nights are free again. An answer to this mail goes to the guest.</Paragraph>
        </>
      ),
      payload: mailPayload(booking),
    }),
  ]
}
