import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { formatAmount } from '#app/shared/money.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { disputedOf, mailImage, mailPayload, stayDates } from '../booking-summary.ts'
import {
  CANCELLED_WORDS,
  type CancelledFor,
  type Returned,
  refundSentence,
  returnedSentence,
} from '../cancelled-for.ts'
import { disputedWords } from '../dispute-words.ts'
import type { BookingMailData } from './booking-request.mail.tsx'
import { OwnParagraph, payloadWith } from './own-paragraph.mail.tsx'
import { guestRows, StaySummary } from './stay-summary.mail.tsx'

type Cancelled = Returned & { /** Nothing had been paid for a request. */ wasRequest: boolean }

function refundWords({ booking }: BookingMailData, { wasRequest, ...returned }: Cancelled): string {
  if (wasRequest) return 'You weren’t charged and won’t be.'
  const disputed = disputedOf(booking.payments)
  if (disputed > 0 && returned.refund === 0) return disputedWords(disputed)
  if (!returned.isRecorded) return refundSentence(returned)
  if (returned.refund === 0) return 'Under the terms of your booking, no refund is due.'
  const words = returnedSentence(returned)
  return `Under the terms of your booking, ${words.startsWith('You') ? `y${words.slice(1)}` : words}`
}

/** To the guest, whose stay an operator cancelled. The refund is by the terms of the booking, or more. */
export function stayCancelledByOperatorMail(
  data: BookingMailData,
  { cancelledFor, message, ...returned }: Returned & { cancelledFor: CancelledFor; message: string | null },
): Mail {
  const { booking, site, siteUrl, now } = data
  const { what, close } = CANCELLED_WORDS[cancelledFor]
  const disputed = disputedOf(booking.payments)
  const money = disputed > 0 && returned.refund === 0 ? disputedWords(disputed) : refundSentence(returned)
  return mailOf({
    template: 'booking-cancelled',
    to: booking.guest.email,
    replyTo: site.email,
    site,
    subject: `Canceled: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    preheader: money,
    heading: 'Your stay is canceled',
    greeting: greeting(booking.guest.name),
    lead: what(`${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`),
    body: (
      <>
        {message && <Quote text={message} />}
        <Paragraph>{money}</Paragraph>
        <OwnParagraph data={data} moment="canceled" />
        <Paragraph>{close}</Paragraph>
      </>
    ),
    attachments: [calendarAttachment({ booking, state: 'cancelled', siteUrl, now })],
    payload: payloadWith({ data, moment: 'canceled' }),
  })
}

/** To the guest: money comes back, and the stay goes on as booked. */
export function stayRefundedMail(
  data: BookingMailData,
  { message, isOver, ...returned }: Omit<Returned, 'isRecorded'> & { message: string; isOver: boolean },
): Mail {
  const { booking, stayUrl, site } = data
  const amount = formatAmount(returned.refund)
  return mailOf({
    template: 'booking-refunded',
    to: booking.guest.email,
    replyTo: site.email,
    site,
    image: mailImage(booking, data.siteUrl),
    subject: `${amount} back: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    preheader: returnedSentence(returned),
    heading: `You’re getting ${amount} back`,
    greeting: greeting(booking.guest.name),
    lead: returnedSentence(returned),
    body: (
      <>
        <Quote text={message} />
        {!isOver && <Paragraph>Your stay is booked as before.</Paragraph>}
        <Action href={stayUrl}>View your stay</Action>
      </>
    ),
    payload: mailPayload(booking),
  })
}

/** After a cancellation: the refund in writing to the guest, and the free nights to the operator. */
export function stayCancelledMails(data: BookingMailData, cancelled: Cancelled): Mail[] {
  return [mailToGuest(data, cancelled), mailToOperator(data, cancelled)]
}

function mailToGuest(data: BookingMailData, cancelled: Cancelled): Mail {
  const { booking, site, siteUrl, now } = data
  const { property, reference, guest } = booking
  return mailOf({
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
    greeting: greeting(guest.name),
    lead: `You canceled ${reference}, ${property.name}, ${stayDates(booking)}. The dates are open again.`,
    body: (
      <>
        <Paragraph>{refundWords(data, cancelled)}</Paragraph>
        <OwnParagraph data={data} moment="canceled" />
        <Paragraph>We’re sorry you can’t make it and hope to host you another time.</Paragraph>
      </>
    ),
    attachments: [calendarAttachment({ booking, state: 'cancelled', siteUrl, now })],
    payload: payloadWith({ data, moment: 'canceled' }),
  })
}

function mailToOperator({ booking, site, siteUrl }: BookingMailData, cancelled: Cancelled): Mail {
  const { property, reference, guest } = booking
  const byHand = cancelled.refund - cancelled.toCard
  const disputed = disputedOf(booking.payments)
  const isUnrecorded = !cancelled.wasRequest && !cancelled.isRecorded
  const refund = isUnrecorded ? 'None; no payment is recorded' : formatAmount(cancelled.refund)
  const toReturn: [string, string][] = byHand > 0 ? [['To be returned by you', formatAmount(byHand)]] : []
  return mailOf({
    template: 'booking-cancelled-operator',
    to: site.email,
    replyTo: guest.email,
    site,
    subject: `Canceled by the guest: ${reference}, ${property.name}, ${stayDates(booking)}`,
    heading: `${guest.name} canceled`,
    lead: 'The dates are open again.',
    body: (
      <>
        <DetailTable
          rows={[
            ...guestRows(booking),
            ['Refund promised', cancelled.wasRequest ? 'None; it was a request' : refund],
            ...(disputed > 0 ? [['Disputed with the bank', formatAmount(disputed)] as [string, string]] : []),
            ...toReturn,
          ]}
        />
        {byHand > 0 && (
          <>
            <Paragraph>
              The guest didn’t pay this by card here, so it doesn’t go back by itself. Once you have returned it, say so
              on the booking’s page.
            </Paragraph>
            <Action href={`${siteUrl}/admin/bookings/${reference}`}>Open the booking</Action>
          </>
        )}
        {isUnrecorded && (
          <>
            <Paragraph>
              If {guest.name} has paid you outside this site, record the payment on the booking’s page. Then you can
              refund it there.
            </Paragraph>
            <Action href={`${siteUrl}/admin/bookings/${reference}`}>Open the booking</Action>
          </>
        )}
        <StaySummary booking={booking} siteUrl={siteUrl} />
        <Paragraph>Replies to this email go to the guest.</Paragraph>
      </>
    ),
    payload: mailPayload(booking),
  })
}
