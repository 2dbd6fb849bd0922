import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, type MailSite, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { formatDate } from '#app/shared/dates.ts'
import { greeting } from '#app/shared/greeting.ts'
import { type BookingSummary, mailPayload, stayDates, summaryRows } from '../booking-summary.ts'
import { calendarAttachment } from '../stay-ics.ts'

export type BookingMailData = {
  booking: BookingSummary
  /** The address of the guest page: a secret, only for the body of the email. */
  stayUrl: string
  site: MailSite
  siteUrl: string
  now: Date
}

/** Omits special requests: anybody can enter somebody else's address. The guest page shows them. */
export function bookingReceivedMail({ booking, stayUrl, site, siteUrl, now }: BookingMailData): Mail {
  const url = `${siteUrl}${booking.property.path}`
  return mailOf({
    template: 'booking-received',
    to: booking.guest.email,
    replyTo: site.email,
    site,
    subject: `Your request for ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    preheader: `The nights are kept for you. Your reference is ${booking.reference}.`,
    heading: 'The nights are kept for you',
    body: (
      <>
        <Paragraph>{greeting(booking.guest.name)}</Paragraph>
        <DetailTable rows={summaryRows(booking)} />
        <Paragraph>
          This is a request: we look at it ourselves and answer by email to this address
          {booking.answerBy
            ? ` by ${booking.answerBy}. The nights are kept for you until then. `
            : '. The nights are kept for you until we do. '}
          Nothing was charged. We write to you about paying once the stay is confirmed.
        </Paragraph>
        <Action href={stayUrl}>Look at your request</Action>
        <Paragraph>
          The page behind this button is yours alone: it says how things stand, and lets you take the request back. Keep
          the link to yourself.
        </Paragraph>
        <Paragraph>
          The attached calendar file has the stay in the home’s own time. Something to change or to ask? Answer this
          email and name the reference. The home: <a href={url}>{url}</a>
        </Paragraph>
      </>
    ),
    attachments: [calendarAttachment({ booking, state: 'requested', siteUrl, now })],
    payload: mailPayload(booking),
    unverified: true,
  })
}

/** The guest's details, for the operator. */
export function guestRows({ guest }: BookingSummary): [string, string][] {
  return [
    ['Guest', guest.name],
    ['Email', guest.email],
    ['Phone', guest.phone ?? 'not given'],
  ]
}

const answerCommands = (reference: string) =>
  ['confirm', 'decline'].map((answer) => `npm run site -- booking ${answer} ${reference}`).join('\n')

/** A guest whose address got too many emails gets none about the request, and needs the link from the operator. */
export function bookingReceivedOperatorMail(
  { booking, stayUrl, site }: BookingMailData,
  { guestHasMail }: { guestHasMail: boolean },
): Mail {
  return mailOf({
    template: 'booking-received-operator',
    to: site.email,
    replyTo: booking.guest.email,
    site,
    subject: `Booking request ${booking.reference}: ${booking.property.name}, ${stayDates(booking)}`,
    heading: `${booking.guest.name} asks for ${booking.property.name}`,
    body: (
      <>
        <DetailTable rows={[...guestRows(booking), ...summaryRows(booking)]} />
        {booking.specialRequests && <Quote text={booking.specialRequests} />}
        <Paragraph>
          {booking.answerBy
            ? `Please answer by ${booking.answerBy}: the guest was promised that, and the nights are kept until then.`
            : 'The nights are kept until you answer.'}{' '}
          Run one of these on the machine of the site, with its settings. The guest gets the answer by email.
        </Paragraph>
        <Quote text={answerCommands(booking.reference)} />
        {!guestHasMail && (
          <Paragraph>
            The guest got no email about this request: too many emails that anybody can cause went to the address within
            an hour. The guest was shown the link of the request’s page, and may have lost it. Send it on only when you
            know that the request is the guest’s own: <a href={stayUrl}>{stayUrl}</a>
          </Paragraph>
        )}
        <Paragraph>A reply to this email goes to the guest, and changes nothing about the request.</Paragraph>
      </>
    ),
    payload: mailPayload(booking),
  })
}

type FloodRequest = {
  reference: string
  property: string
  checkInDate: string
  checkOutDate: string
}

/**
 * To the operator: many requests at once may be fake, to block nights. It names no guest: an email about several guests could
 * not be found by the address of one of them when that guest is erased.
 */
export function requestFloodMail(about: { site: MailSite; requests: FloodRequest[]; isAlike: boolean }): Mail {
  const { site, requests, isAlike } = about
  const what = `${requests.length} booking requests within an hour${isAlike ? ' that look alike' : ''}`
  return mailOf({
    template: 'request-burst-operator',
    to: site.email,
    site,
    subject: `${what}: please check them`,
    heading: what,
    body: (
      <>
        <Paragraph>
          They may be one guest who asks for several homes. Or somebody made them up to keep your nights off sale: until
          you decline them or they expire, nobody else can book these nights.
        </Paragraph>
        <DetailTable
          rows={requests.map(({ reference, property, checkInDate, checkOutDate }) => [
            reference,
            `${property}, ${formatDate(checkInDate)} to ${formatDate(checkOutDate)}`,
          ])}
        />
        <Paragraph>
          Decline one with “npm run site -- booking decline” and its reference. More of them in the next six hours send
          their own mails, but not this one again.
        </Paragraph>
      </>
    ),
    payload: { references: requests.map(({ reference }) => reference) },
  })
}
