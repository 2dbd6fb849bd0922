import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { mailPayload, paymentText, stayDates, summaryRows } from '../booking-summary.ts'
import { calendarAttachment } from '../stay-ics.ts'
import { type BookingMailData, guestRows } from './booking-request.mail.tsx'

/** What all emails to the guest share. */
function toGuest({ booking, site }: BookingMailData) {
  return { to: booking.guest.email, replyTo: site.email, site, payload: mailPayload(booking) }
}

/** The address of a search for the same nights and party. */
function elsewhere({ booking, siteUrl }: BookingMailData): string {
  const { checkInDate: checkIn, checkOutDate: checkOut, party } = booking
  return `${siteUrl}/search?${stayToQuery({ checkIn, checkOut, ...party })}`
}

export function stayConfirmedMails(data: BookingMailData): Mail[] {
  const { booking, stayUrl, site, siteUrl, now } = data
  const { property, reference } = booking
  return [
    mailOf({
      ...toGuest(data),
      template: 'booking-confirmed',
      subject: `Confirmed: ${property.name}, ${stayDates(booking)} (${reference})`,
      preheader: `We look forward to you. Your reference is ${reference}.`,
      heading: 'The stay is yours',
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <DetailTable rows={[...summaryRows(booking), ['Address', property.address]]} />
          <Action href={stayUrl}>Your stay</Action>
          <Paragraph>
            Behind this button is your own page, with all of this, what comes back if you cannot come, and a way to
            write to us. Keep the link to yourself.
          </Paragraph>
          <Paragraph>
            {paymentText(booking)} The attached calendar file has the stay in the home’s own time
            {booking.payments.length === 0 && '; a calendar that has the request replaces it'}.
          </Paragraph>
          <Paragraph>
            Something to change or to ask? Answer this email and name the reference, or write to {site.email}.
          </Paragraph>
        </>
      ),
      attachments: [calendarAttachment({ booking, state: 'confirmed', siteUrl, now })],
    }),
  ]
}

export function stayDeclinedMails(data: BookingMailData): Mail[] {
  const { booking, siteUrl, now } = data
  return [
    mailOf({
      ...toGuest(data),
      template: 'booking-declined',
      subject: `We cannot confirm ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      preheader: 'Nothing was charged. Other homes may be free for the same nights.',
      heading: 'We are sorry: this stay cannot be',
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <Paragraph>
            We looked at your request {booking.reference} for {booking.property.name}, {stayDates(booking)}, and cannot
            confirm it. Nothing was charged, and the nights are no longer kept for you.
          </Paragraph>
          <Action href={elsewhere(data)}>See what else is free</Action>
          <Paragraph>Answer this email if you want to know more, or if other dates would do.</Paragraph>
        </>
      ),
      attachments: [calendarAttachment({ booking, state: 'cancelled', siteUrl, now })],
    }),
  ]
}

/** To the guest: nobody answered the request in time. */
export function stayExpiredMail(data: BookingMailData): Mail {
  const { booking, siteUrl, now } = data
  const { checkInDate: checkIn, checkOutDate: checkOut, party, property } = booking
  const again = `${siteUrl}${property.path}?${stayToQuery({ checkIn, checkOut, ...party })}#book`
  return mailOf({
    ...toGuest(data),
    template: 'booking-expired',
    unverified: true,
    subject: `We did not answer in time: ${property.name}, ${stayDates(booking)} (${booking.reference})`,
    preheader: 'Nothing was charged. You can ask for the same nights again.',
    heading: 'We did not answer in time',
    body: (
      <>
        <Paragraph>{greeting(booking.guest.name)}</Paragraph>
        <Paragraph>
          Your request {booking.reference} for {property.name}, {stayDates(booking)}, has run out because we did not
          answer it. That is our fault, not yours. Nothing was charged, and the nights are free again.
        </Paragraph>
        <Action href={again}>Ask for these nights again</Action>
        <Paragraph>Or answer this email: a person reads it.</Paragraph>
      </>
    ),
    attachments: [calendarAttachment({ booking, state: 'cancelled', siteUrl, now })],
  })
}

/** To the operator, who did not answer in time. */
export function stayExpiredOperatorMail(
  { booking, site }: BookingMailData,
  { guestHasMail }: { guestHasMail: boolean },
): Mail {
  return mailOf({
    template: 'booking-expired-operator',
    to: site.email,
    replyTo: booking.guest.email,
    site,
    subject: `Request ${booking.reference} ran out unanswered: ${booking.property.name}, ${stayDates(booking)}`,
    heading: 'A request ran out unanswered',
    body: (
      <>
        <DetailTable rows={[...guestRows(booking), ...summaryRows(booking)]} />
        <Paragraph>
          The nights are free again.{' '}
          {guestHasMail
            ? 'The guest was told.'
            : 'The guest got no email about it: too many emails that anybody can cause went to the address within an hour.'}{' '}
          An answer to this email goes to the guest.
        </Paragraph>
      </>
    ),
    payload: mailPayload(booking),
  })
}
