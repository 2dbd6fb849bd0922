import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, Facts, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { payingWords, stayDates, stayPayload, stayRows } from '../stay-facts.ts'
import { type BookingMailFacts, guestRows } from './bookings.mail.tsx'
import { stayAttachment } from './stay-attachment.ts'

/** What every mail to the guest about a stored stay has. */
function toGuest({ stay, site }: BookingMailFacts) {
  return { to: stay.guest.email, replyTo: site.email, site, payload: stayPayload(stay) }
}

/** The address of the site's answer to "what else is free": the same nights and party. */
function elsewhere({ stay, siteUrl }: BookingMailFacts): string {
  const { checkInDate: checkIn, checkOutDate: checkOut, party } = stay
  return `${siteUrl}/search?${stayToQuery({ checkIn, checkOut, ...party })}`
}

export function stayConfirmedMails(facts: BookingMailFacts): Mail[] {
  const { stay, stayUrl, site, siteUrl, now } = facts
  const { home, reference } = stay
  return [
    mailOf({
      ...toGuest(facts),
      template: 'booking-confirmed',
      subject: `Confirmed: ${home.name}, ${stayDates(stay)} (${reference})`,
      preheader: `We look forward to you. Your reference is ${reference}.`,
      heading: 'The stay is yours',
      body: (
        <>
          <Paragraph>{greeting(stay.guest.name)}</Paragraph>
          <Facts rows={[...stayRows(stay), ['Address', home.address]]} />
          <Action href={stayUrl}>Your stay</Action>
          <Paragraph>
            Behind this button is your own page, with all of this, what comes back if you cannot come, and a way to
            write to us. Keep the link to yourself.
          </Paragraph>
          <Paragraph>
            {payingWords(stay)} The attached calendar file has the stay in the home’s own time
            {stay.payments.length === 0 && '; a calendar that has the request replaces it'}.
          </Paragraph>
          <Paragraph>
            Something to change or to ask? Answer this email and name the reference, or write to {site.email}.
          </Paragraph>
        </>
      ),
      attachments: [stayAttachment({ stay, state: 'confirmed', siteUrl, now })],
    }),
  ]
}

export function stayDeclinedMails(facts: BookingMailFacts): Mail[] {
  const { stay, siteUrl, now } = facts
  return [
    mailOf({
      ...toGuest(facts),
      template: 'booking-declined',
      subject: `We cannot confirm ${stay.home.name}, ${stayDates(stay)} (${stay.reference})`,
      preheader: 'Nothing was charged. Other homes may be free for the same nights.',
      heading: 'We are sorry: this stay cannot be',
      body: (
        <>
          <Paragraph>{greeting(stay.guest.name)}</Paragraph>
          <Paragraph>
            We looked at your request {stay.reference} for {stay.home.name}, {stayDates(stay)}, and cannot confirm it.
            Nothing was charged, and the nights are no longer kept for you.
          </Paragraph>
          <Action href={elsewhere(facts)}>See what else is free</Action>
          <Paragraph>Answer this email if you want to know more, or if other dates would do.</Paragraph>
        </>
      ),
      attachments: [stayAttachment({ stay, state: 'cancelled', siteUrl, now })],
    }),
  ]
}

/** A request that nobody answered in time, for its guest. */
export function stayExpiredMail(facts: BookingMailFacts): Mail {
  const { stay, siteUrl, now } = facts
  const { checkInDate: checkIn, checkOutDate: checkOut, party, home } = stay
  const again = `${siteUrl}${home.path}?${stayToQuery({ checkIn, checkOut, ...party })}#book`
  return mailOf({
    ...toGuest(facts),
    template: 'booking-expired',
    unverified: true,
    subject: `We did not answer in time: ${home.name}, ${stayDates(stay)} (${stay.reference})`,
    preheader: 'Nothing was charged. You can ask for the same nights again.',
    heading: 'We did not answer in time',
    body: (
      <>
        <Paragraph>{greeting(stay.guest.name)}</Paragraph>
        <Paragraph>
          Your request {stay.reference} for {home.name}, {stayDates(stay)}, has run out because we did not answer it.
          That is our fault, not yours. Nothing was charged, and the nights are free again.
        </Paragraph>
        <Action href={again}>Ask for these nights again</Action>
        <Paragraph>Or answer this email: a person reads it.</Paragraph>
      </>
    ),
    attachments: [stayAttachment({ stay, state: 'cancelled', siteUrl, now })],
  })
}

/** The same for the operator, whose answer was missing. */
export function stayExpiredOperatorMail(
  { stay, site }: BookingMailFacts,
  { guestHasMail }: { guestHasMail: boolean },
): Mail {
  return mailOf({
    template: 'booking-expired-operator',
    to: site.email,
    replyTo: stay.guest.email,
    site,
    subject: `Request ${stay.reference} ran out unanswered: ${stay.home.name}, ${stayDates(stay)}`,
    heading: 'A request ran out unanswered',
    body: (
      <>
        <Facts rows={[...guestRows(stay), ...stayRows(stay)]} />
        <Paragraph>
          The nights are free again.{' '}
          {guestHasMail
            ? 'The guest was told.'
            : 'The guest got no email about it: too many emails that anybody can cause went to the address within an hour.'}{' '}
          An answer to this email goes to the guest.
        </Paragraph>
      </>
    ),
    payload: stayPayload(stay),
  })
}
