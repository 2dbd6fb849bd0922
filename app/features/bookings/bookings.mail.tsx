import { Facts, type MailSite, mailOf, Paragraph, Quote } from '#app/platform/outbox/mail-layout.tsx'
import type { Mail } from '#app/platform/outbox/outbox.server.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { countOf } from '#app/shared/words.ts'
import type { BookingRequest, RequestedBooking } from './bookings.ts'
import { stayCalendar } from './stay-ics.ts'

export type BookingFacts = {
  request: BookingRequest
  booking: RequestedBooking
  home: { name: string; slug: string; address: string; timeZone: string; checkInTime: string; checkOutTime: string }
  site: MailSite & { responseTime: string }
  siteUrl: string
  bookedAt: Date
}

function stayRows({ request, booking, home }: BookingFacts): [string, string][] {
  return [
    ['Reference', booking.reference],
    ['Home', home.name],
    ['Check-in', `${formatDate(request.checkInDate, 'long')}, from ${home.checkInTime}`],
    ['Check-out', `${formatDate(request.checkOutDate, 'long')}, by ${home.checkOutTime}`],
    ['Nights', countOf(booking.nights, 'night')],
    ['Who comes', partyWords(request)],
    ...booking.lines.map(({ label, amount }): [string, string] => [label, formatMoney(amount)]),
    ['Total, all included', formatMoney(booking.total)],
  ]
}

const payloadOf = ({ request, booking, home }: BookingFacts) => ({
  reference: booking.reference,
  home: home.slug,
  checkIn: request.checkInDate,
  checkOut: request.checkOutDate,
})

function toGuest(facts: BookingFacts): Mail {
  const { request, booking, home, site, siteUrl, bookedAt } = facts
  const url = `${siteUrl}/property/${home.slug}`
  const calendar = stayCalendar({
    reference: booking.reference,
    checkInDate: request.checkInDate,
    checkOutDate: request.checkOutDate,
    home,
    description: `Reference ${booking.reference}. ${partyWords(request)}. ${formatMoney(booking.total)} in all. Requested, not yet confirmed.`,
    url,
    stampedAt: bookedAt,
  })
  return mailOf({
    template: 'booking-received',
    to: request.guestEmail,
    replyTo: site.email,
    site,
    subject: `Your request for ${home.name}, ${formatDate(request.checkInDate)} to ${formatDate(request.checkOutDate)} (${booking.reference})`,
    preheader: `The nights are kept for you. Your reference is ${booking.reference}.`,
    heading: `Thank you, ${request.guestName}. The nights are kept for you.`,
    body: (
      <>
        <Facts rows={stayRows(facts)} />
        <Paragraph>
          This is a request: we look at it ourselves and confirm it by e-mail to this address, {site.responseTime}.
          Nothing was charged. How to pay comes with the confirmation.
        </Paragraph>
        {request.specialRequests && (
          <>
            <Paragraph>You asked for:</Paragraph>
            <Quote text={request.specialRequests} />
          </>
        )}
        <Paragraph>
          The attached calendar file has the stay in the home’s own time. Something to change or to ask? Answer this
          mail and name the reference. The home: <a href={url}>{url}</a>
        </Paragraph>
      </>
    ),
    attachments: [
      {
        filename: `stay-${booking.reference}.ics`,
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: calendar,
      },
    ],
    payload: payloadOf(facts),
  })
}

function toOperator(facts: BookingFacts): Mail {
  const { request, booking, home, site } = facts
  return mailOf({
    template: 'booking-received-operator',
    to: site.email,
    replyTo: request.guestEmail,
    site,
    subject: `Booking request ${booking.reference}: ${home.name}, ${formatDate(request.checkInDate)} to ${formatDate(request.checkOutDate)}`,
    heading: `${request.guestName} asks for ${home.name}`,
    body: (
      <>
        <Facts
          rows={[
            ['Guest', request.guestName],
            ['E-mail', request.guestEmail],
            ['Phone', request.guestPhone ?? 'not given'],
            ...stayRows(facts),
          ]}
        />
        {request.specialRequests && <Quote text={request.specialRequests} />}
        <Paragraph>
          The nights are kept and the guest was told that you confirm {site.responseTime}. An answer to this mail goes
          to the guest.
        </Paragraph>
      </>
    ),
    payload: payloadOf(facts),
  })
}

/** What a stored request sends: one mail to the guest, with the stay as a calendar file, and one to the operator. */
export function bookingReceivedMails(facts: BookingFacts): Mail[] {
  return [toGuest(facts), toOperator(facts)]
}
