import type { GuideDates } from '#app/features/properties/arrival-guide.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import {
  Action,
  DetailTable,
  MailLink,
  type MailSite,
  mailOf,
  Paragraph,
  Quote,
} from '#app/platform/mail/mail-layout.tsx'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { greeting } from '#app/shared/greeting.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { type BookingSummary, mailImage, mailPayload, stayDates } from '../booking-summary.ts'
import type { MomentTexts } from '../moments.ts'
import { OwnParagraph, payloadWith } from './own-paragraph.mail.tsx'
import { guestRows, StaySummary } from './stay-summary.mail.tsx'

export type BookingMailData = {
  booking: BookingSummary
  /** The address of the guest page: a secret, only for the body of the email. */
  stayUrl: string
  /** The contents of the arrival guide on the guest page, and when it opens. Null if it is empty. */
  guide: GuideDates | null
  /** Door code and Wi-Fi password wait for a payment. */
  codesWait: boolean
  /** The last day to pay of a stay that is otherwise canceled automatically; null for others. */
  lastDayToPay: IsoDate | null
  /** The operator's texts at each moment, for this home. */
  texts: MomentTexts
  site: MailSite
  siteUrl: string
  now: Date
}

/** The template of the email to the guest. */
export const RECEIVED = 'booking-received'

/** Omits special requests: anybody can enter somebody else's address. The guest page shows them. */
export function bookingReceivedMail(data: BookingMailData): Mail {
  const { booking, stayUrl, site, siteUrl, now } = data
  return mailOf({
    template: RECEIVED,
    to: booking.guest.email,
    replyTo: site.email,
    site,
    image: mailImage(booking, siteUrl),
    subject: `Your request for ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    preheader: `We’re holding your dates. Your reference number is ${booking.reference}.`,
    heading: 'We’re holding your dates',
    greeting: greeting(booking.guest.name),
    lead: `This is a request. We’ll review it and email you at this address${
      booking.answerBy
        ? ` by ${booking.answerBy}. Your dates are held until then.`
        : '. Your dates are held until we do.'
    }`,
    body: (
      <>
        <OwnParagraph data={data} moment="received" />
        <Paragraph>
          {booking.total > 0
            ? 'You haven’t been charged. Once your stay is confirmed, we’ll email you about payment.'
            : 'There’s nothing to pay.'}
        </Paragraph>
        <StaySummary booking={booking} siteUrl={siteUrl} />
        <Action href={stayUrl}>View your request</Action>
        <Paragraph>
          This private page shows the status of your request and lets you withdraw it. Keep the link to yourself.
        </Paragraph>
        <Paragraph>
          The attached calendar file uses the home’s local time. Questions or changes? Reply to this email with your
          reference number.
        </Paragraph>
      </>
    ),
    attachments: [calendarAttachment({ booking, state: 'requested', siteUrl, now })],
    payload: payloadWith({ data, moment: 'received' }),
    unverified: true,
  })
}

/** A guest whose address got too many emails gets none about the request, and needs the link from the operator. */
export function bookingReceivedOperatorMail(
  { booking, stayUrl, site, siteUrl }: BookingMailData,
  { guestHasMail }: { guestHasMail: boolean },
): Mail {
  return mailOf({
    template: 'booking-received-operator',
    to: site.email,
    replyTo: booking.guest.email,
    site,
    subject: `Booking request ${booking.reference}: ${booking.property.name}, ${stayDates(booking)}`,
    heading: `${booking.guest.name} requested ${booking.property.name}`,
    lead: booking.answerBy
      ? `Please answer by ${booking.answerBy}. The guest was promised that, and the dates are held until then.`
      : 'The dates are held until you answer.',
    body: (
      <>
        <Action href={`${siteUrl}/admin/bookings/${booking.reference}`}>Answer this request</Action>
        <Paragraph>Nothing is answered until you press a button there. The guest gets your answer by email.</Paragraph>
        <DetailTable rows={guestRows(booking)} />
        {booking.specialRequests && <Quote text={booking.specialRequests} />}
        <StaySummary booking={booking} siteUrl={siteUrl} />
        {!guestHasMail && (
          <Paragraph>
            The guest wasn’t emailed about this request: too many unverified emails went to that address within an hour.
            They saw the link to the request’s page but may have lost it. Send it on only if you know that the request
            is really theirs: <MailLink href={stayUrl} />
          </Paragraph>
        )}
        <Paragraph>Replies to this email go to the guest and don’t change the request.</Paragraph>
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
 * To the operator: many requests at once may be fake, to block nights. It names no guest. When a guest is erased, an
 * email about several could not be found by that guest's address.
 */
export function requestFloodMail(about: { site: MailSite; requests: FloodRequest[]; isAlike: boolean }): Mail {
  const { site, requests, isAlike } = about
  const what = `${requests.length} ${isAlike ? 'similar ' : ''}booking requests within an hour`
  return mailOf({
    template: 'request-burst-operator',
    to: site.email,
    site,
    subject: `${what}: please check them`,
    heading: what,
    lead: 'They may come from one guest who is asking about several homes. Or they were made up to keep your nights off the market: until you decline them or they expire, no one else can book these nights.',
    body: (
      <>
        <DetailTable
          rows={requests.map(({ reference, property, checkInDate, checkOutDate }) => [
            reference,
            `${property}, ${formatDate(checkInDate)} to ${formatDate(checkOutDate)}`,
          ])}
        />
        <Action href={`${site.url}/admin/bookings`}>Answer the requests</Action>
        <Paragraph>More requests in the next six hours send their own emails, but not this one again.</Paragraph>
      </>
    ),
    payload: { references: requests.map(({ reference }) => reference) },
  })
}
