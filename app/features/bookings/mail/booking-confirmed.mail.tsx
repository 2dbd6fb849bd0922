import { partsAre } from '#app/features/properties/arrival-guide.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, MailLink, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { dateInZone, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { listOf } from '#app/shared/words.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { paymentText, stayDates } from '../booking-summary.ts'
import { toGuest, toOperator } from './booking-recipients.mail.tsx'
import type { BookingMailData } from './booking-request.mail.tsx'
import { OwnParagraph, payloadWith } from './own-paragraph.mail.tsx'
import { PaymentDetails } from './payment-details.mail.tsx'
import { guestRows, StaySummary } from './stay-summary.mail.tsx'

/** The template of the email to the guest. */
export const CONFIRMED = 'booking-confirmed'

/**
 * The contents of the arrival guide, and when it opens. The guide itself is never in an email, which others may read.
 */
function guideText({ guide, codesWait, booking, now }: BookingMailData): string | null {
  if (!guide) return null
  const { parts, secrets, opensOn, secretsOn } = guide
  const today = dateInZone(now, booking.property.timeZone)
  const from = (date: IsoDate) => (date <= today ? 'now' : `from ${formatDate(date, 'long')}`)
  const wait = codesWait ? ', once what is due is paid' : ''
  const when = codesWait && secretsOn <= today ? 'as soon as what is due is paid' : `${from(secretsOn)}${wait}`
  const where = parts.length > 0 ? 'there' : 'on that page'
  return [
    parts.length > 0 && `Your arrival guide is on that page ${from(opensOn)}: ${listOf(parts)}.`,
    secrets.length > 0 && `${partsAre(secrets)} ${where} ${when}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** To the guest: the stay is confirmed. */
export function stayConfirmedMail(data: BookingMailData): Mail {
  const { booking, stayUrl, site, siteUrl, now } = data
  const { property, reference } = booking
  const guide = guideText(data)
  return mailOf({
    ...toGuest(data),
    template: CONFIRMED,
    subject: `Confirmed: ${property.name}, ${stayDates(booking)} (${reference})`,
    preheader: `We look forward to having you. Your reference number is ${reference}.`,
    heading: 'You’re booked',
    lead: `${property.name} is yours from ${formatDate(booking.checkInDate, 'long')} to ${formatDate(booking.checkOutDate, 'long')}.`,
    body: (
      <>
        <OwnParagraph data={data} moment="confirmed" />
        <StaySummary booking={booking} siteUrl={siteUrl} address={property.address} />
        <PaymentDetails booking={booking} />
        <Action href={stayUrl}>View your stay</Action>
        <Paragraph>
          This private page has the details of your stay, your refund dates, and a way to message us. Keep the link to
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
    payload: payloadWith({ data, moment: 'confirmed' }),
  })
}

/** To the operator, who need not answer: the stay is booked. */
export function stayConfirmedOperatorMails(data: BookingMailData): Mail[] {
  const { booking } = data
  const { property, reference, specialRequests } = booking
  return [
    mailOf({
      ...toOperator(data),
      template: 'booking-confirmed-operator',
      subject: `Booked: ${reference}, ${property.name}, ${stayDates(booking)}`,
      heading: `${booking.guest.name} booked ${property.name}`,
      lead: paymentText(booking, 'The card'),
      body: (
        <>
          <DetailTable rows={guestRows(booking)} />
          {specialRequests && <Quote text={specialRequests} />}
          <StaySummary booking={booking} siteUrl={data.siteUrl} />
          <Paragraph>The guest was told. Replies to this email go to the guest.</Paragraph>
        </>
      ),
    }),
  ]
}
