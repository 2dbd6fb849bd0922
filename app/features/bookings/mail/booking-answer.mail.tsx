import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, MailLink, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { dateInZone, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { greeting } from '#app/shared/greeting.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { mailImage, mailPayload, stayDates } from '../booking-summary.ts'
import type { BookingMailData } from './booking-request.mail.tsx'
import { PaymentDetails } from './payment-details.mail.tsx'
import { guestRows, StaySummary } from './stay-summary.mail.tsx'

/** What all emails to the guest share. */
function toGuest({ booking, site, siteUrl }: BookingMailData) {
  const image = mailImage(booking, siteUrl)
  return { to: booking.guest.email, replyTo: site.email, site, image, payload: mailPayload(booking) }
}

/** The address of a search for the same nights and party. */
function elsewhere({ booking, siteUrl }: BookingMailData): string {
  const { checkInDate: checkIn, checkOutDate: checkOut, party } = booking
  return `${siteUrl}/search?${stayToQuery({ checkIn, checkOut, ...party })}`
}

/** Where the arrival guide will be, and when. What it says is never in an email, which others may read. */
function guideText({ guide, booking, now }: BookingMailData): string | null {
  if (!guide) return null
  const today = dateInZone(now, booking.property.timeZone)
  const from = (date: IsoDate) => (date <= today ? 'now' : `from ${formatDate(date, 'long')}`)
  return `Your arrival guide is on that page ${from(guide.opensOn)}: directions, parking, and whom to call at night. The door code and Wi-Fi password are there ${from(guide.secretsOn)}.`
}

export function stayConfirmedMails(data: BookingMailData): Mail[] {
  const { booking, stayUrl, site, siteUrl, now } = data
  const { property, reference } = booking
  const guide = guideText(data)
  return [
    mailOf({
      ...toGuest(data),
      template: 'booking-confirmed',
      subject: `Confirmed: ${property.name}, ${stayDates(booking)} (${reference})`,
      preheader: `We look forward to having you. Your reference number is ${reference}.`,
      heading: 'You’re booked',
      greeting: greeting(booking.guest.name),
      lead: `${property.name} is yours from ${formatDate(booking.checkInDate, 'long')} to ${formatDate(booking.checkOutDate, 'long')}.`,
      body: (
        <>
          <StaySummary booking={booking} siteUrl={siteUrl} address={property.address} />
          <PaymentDetails booking={booking} />
          <Action href={stayUrl}>View your stay</Action>
          <Paragraph>
            This private page has all the details, your refund dates, and a way to message us. Keep the link to
            yourself.
          </Paragraph>
          {guide && <Paragraph>{guide}</Paragraph>}
          <Paragraph>
            The attached calendar file uses the home’s local time.
            {booking.payments.length === 0 && ' If you already added the request to your calendar, this updates it.'}
          </Paragraph>
          <Paragraph>
            Questions or changes? Reply to this email with your reference number or write to{' '}
            <MailLink href={`mailto:${site.email}`}>{site.email}</MailLink>.
          </Paragraph>
        </>
      ),
      attachments: [calendarAttachment({ booking, state: 'confirmed', siteUrl, now })],
    }),
  ]
}

/** `reason` is what the operator wrote to the guest. */
export function stayDeclinedMails(data: BookingMailData, { reason }: { reason: string | null }): Mail[] {
  const { booking, siteUrl, now } = data
  return [
    mailOf({
      ...toGuest(data),
      template: 'booking-declined',
      subject: `We can’t confirm ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      preheader: 'You weren’t charged. Other homes may be available for the same dates.',
      heading: 'We’re sorry, but we can’t confirm this stay',
      greeting: greeting(booking.guest.name),
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
    greeting: greeting(booking.guest.name),
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
export function stayExpiredOperatorMail(
  { booking, site, siteUrl }: BookingMailData,
  { guestHasMail }: { guestHasMail: boolean },
): Mail {
  return mailOf({
    template: 'booking-expired-operator',
    to: site.email,
    replyTo: booking.guest.email,
    site,
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
    payload: mailPayload(booking),
  })
}
