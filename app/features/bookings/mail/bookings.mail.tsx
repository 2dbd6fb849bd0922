import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, Facts, type MailSite, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { type StayFacts, stayDates, stayPayload, stayRows } from '../stay-facts.ts'
import { stayAttachment } from './stay-attachment.ts'

export type BookingMailFacts = {
  stay: StayFacts
  /** The guest's own page: a secret, for the body of the mail alone. */
  stayUrl: string
  site: MailSite
  siteUrl: string
  now: Date
}

/** What was asked for is not sent back: anybody can type anybody's address. The guest's page shows it. */
export function bookingReceivedMail({ stay, stayUrl, site, siteUrl, now }: BookingMailFacts): Mail {
  const url = `${siteUrl}${stay.home.path}`
  return mailOf({
    template: 'booking-received',
    to: stay.guest.email,
    replyTo: site.email,
    site,
    subject: `Your request for ${stay.home.name}, ${stayDates(stay)} (${stay.reference})`,
    preheader: `The nights are kept for you. Your reference is ${stay.reference}.`,
    heading: 'The nights are kept for you',
    body: (
      <>
        <Paragraph>{greeting(stay.guest.name)}</Paragraph>
        <Facts rows={stayRows(stay)} />
        <Paragraph>
          This is a request: we look at it ourselves and answer by email to this address
          {stay.answerBy
            ? ` by ${stay.answerBy}. The nights are kept for you until then. `
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
    attachments: [stayAttachment({ stay, state: 'requested', siteUrl, now })],
    payload: stayPayload(stay),
    unverified: true,
  })
}

/** Who asks for the stay, for the operator. */
export function guestRows({ guest }: StayFacts): [string, string][] {
  return [
    ['Guest', guest.name],
    ['Email', guest.email],
    ['Phone', guest.phone ?? 'not given'],
  ]
}

const answerCommands = (reference: string) =>
  ['confirm', 'decline'].map((answer) => `npm run booking -- ${answer} ${reference}`).join('\n')

/** A guest who has no mail of the request, because too many went to the address, depends on the operator for the link. */
export function bookingReceivedOperatorMail(
  { stay, stayUrl, site }: BookingMailFacts,
  { guestHasMail }: { guestHasMail: boolean },
): Mail {
  return mailOf({
    template: 'booking-received-operator',
    to: site.email,
    replyTo: stay.guest.email,
    site,
    subject: `Booking request ${stay.reference}: ${stay.home.name}, ${stayDates(stay)}`,
    heading: `${stay.guest.name} asks for ${stay.home.name}`,
    body: (
      <>
        <Facts rows={[...guestRows(stay), ...stayRows(stay)]} />
        {stay.specialRequests && <Quote text={stay.specialRequests} />}
        <Paragraph>
          {stay.answerBy
            ? `Please answer by ${stay.answerBy}: the guest was promised that, and the nights are kept until then.`
            : 'The nights are kept until you answer.'}{' '}
          Run one of these on the machine of the site, with its settings. The guest gets the answer by email.
        </Paragraph>
        <Quote text={answerCommands(stay.reference)} />
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
    payload: stayPayload(stay),
  })
}
