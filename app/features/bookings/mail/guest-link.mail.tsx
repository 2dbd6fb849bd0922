import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { mailImage, mailPayload, stayDates } from '../booking-summary.ts'
import type { BookingMailData } from './booking-request.mail.tsx'

/** To the guest, whose page has another address now. */
export function guestLinkMail({ booking, stayUrl, site, siteUrl }: BookingMailData): Mail {
  return mailOf({
    template: 'guest-link-renewed',
    to: booking.guest.email,
    replyTo: site.email,
    site,
    image: mailImage(booking, siteUrl),
    subject: `New link to your stay: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    preheader: 'The links in our earlier emails no longer open your stay’s page.',
    heading: 'Your stay’s page has a new link',
    greeting: greeting(booking.guest.name),
    lead: `We replaced the link to the page of your stay at ${booking.property.name}, ${stayDates(booking)}.`,
    body: (
      <>
        <Paragraph>The links in our earlier emails no longer open it. Nothing else has changed.</Paragraph>
        <Action href={stayUrl}>View your stay</Action>
        <Paragraph>Anyone with this link can see and change your stay, so please keep it to yourself.</Paragraph>
      </>
    ),
    payload: mailPayload(booking),
  })
}
