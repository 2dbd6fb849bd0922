import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { stayDates } from '../booking-summary.ts'
import { TELL_US } from '../cancelled-for.ts'
import { toGuest, toOperator } from './booking-recipients.mail.tsx'
import type { BookingMailData } from './booking-request.mail.tsx'
import { OwnParagraph, payloadWith } from './own-paragraph.mail.tsx'
import { guestRows, StaySummary } from './stay-summary.mail.tsx'

/** Nothing was paid by the day that the guest was told, so the stay was canceled automatically. */
export function stayCancelledUnpaidMails(data: BookingMailData, last: IsoDate): Mail[] {
  const { booking, siteUrl, now } = data
  const { property, reference, guest, checkInDate: checkIn, checkOutDate: checkOut, party } = booking
  const stay = `${property.name}, ${stayDates(booking)}`
  const day = formatDate(last, 'long')
  const toTheGuest = mailOf({
    ...toGuest(data),
    template: 'unpaid-cancelled',
    subject: `Canceled: ${stay} (${reference})`,
    heading: 'Your stay is canceled',
    lead: `We received no payment by ${day}, so ${stay}, was canceled. The dates are open again.`,
    body: (
      <>
        <Paragraph>{TELL_US} Just reply to this email.</Paragraph>
        <OwnParagraph data={data} moment="canceled" />
        <Action href={`${siteUrl}${property.path}?${stayToQuery({ checkIn, checkOut, ...party })}`}>
          See whether it’s still available
        </Action>
      </>
    ),
    attachments: [calendarAttachment({ booking, state: 'cancelled', siteUrl, now })],
    payload: payloadWith({ data, moment: 'canceled' }),
  })
  const toTheOperator = mailOf({
    ...toOperator(data),
    template: 'unpaid-cancelled-operator',
    subject: `Canceled, not paid: ${reference}, ${stay}`,
    heading: `${guest.name} didn’t pay by ${day}`,
    lead: 'The stay was canceled by itself, as you chose for late first payments. The dates are open again.',
    body: (
      <>
        <DetailTable rows={guestRows(booking)} />
        <StaySummary booking={booking} siteUrl={siteUrl} />
        <Paragraph>The guest was told. If a payment arrives after all, book the stay again by hand.</Paragraph>
        <Action href={`${siteUrl}/admin/bookings/${reference}`}>Open the booking</Action>
      </>
    ),
  })
  return [...(guest.email ? [toTheGuest] : []), toTheOperator]
}
