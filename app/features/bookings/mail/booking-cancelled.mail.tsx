import type { Mail } from '#app/platform/mail/mail.server.ts'
import { DetailTable, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { mailImage, mailPayload, stayDates, summaryRows } from '../booking-summary.ts'
import type { CancelledFor } from '../cancelled-for.ts'
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

const CANCELLED_WORDS: Record<CancelledFor, { what: (stay: string) => string; close: string }> = {
  guest: {
    what: (stay) => `As you asked, we canceled ${stay}. The dates are open again.`,
    close: 'We’re sorry you can’t make it and hope to host you another time.',
  },
  operator: {
    what: (stay) => `We’re very sorry: we had to cancel ${stay}.`,
    close: 'Reply to this email, and we’ll help you find another home or other dates.',
  },
  'no-show': {
    what: (stay) => `You didn’t arrive for ${stay}, so we canceled the rest of the stay.`,
    close: 'If something went wrong on your way to us, please reply to this email.',
  },
}

/** To the guest, whose stay an operator cancelled. `refund` is above what the terms of the booking say, or exactly that. */
export function stayCancelledByOperatorMail(
  data: BookingMailData,
  { refund, cancelledFor, message }: { refund: Cents; cancelledFor: CancelledFor; message: string | null },
): Mail {
  const { booking, site, siteUrl, now } = data
  const { what, close } = CANCELLED_WORDS[cancelledFor]
  const money = refundSentence(data, refund)
  return mailOf({
    template: 'booking-cancelled',
    to: booking.guest.email,
    replyTo: site.email,
    site,
    subject: `Canceled: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    preheader: money,
    heading: 'Your stay is canceled',
    body: (
      <>
        <Paragraph>{greeting(booking.guest.name)}</Paragraph>
        <Paragraph>{what(`${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`)}</Paragraph>
        {message && <Quote text={message} />}
        <Paragraph>{money}</Paragraph>
        <Paragraph>{close}</Paragraph>
      </>
    ),
    attachments: [calendarAttachment({ booking, state: 'cancelled', siteUrl, now })],
    payload: mailPayload(booking),
  })
}

/** What comes back, without a reason: an operator may return more than the terms say. */
export function refundSentence({ booking }: Pick<BookingMailData, 'booking'>, refund: Cents): string {
  if (refund === 0) return 'There is no refund for this cancellation.'
  if (booking.payments.length > 0) {
    return `${formatMoney(refund)} is going back to your card. Banks usually take 5 to 10 days.`
  }
  return `You’ll get back up to ${formatMoney(refund)} of what you’ve paid, the same way you paid it.`
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
      image: mailImage(booking, siteUrl),
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
