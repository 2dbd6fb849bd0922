import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { stayDates } from '../booking-summary.ts'
import { toGuest } from './booking-recipients.mail.tsx'
import type { BookingMailData } from './booking-request.mail.tsx'

/** The template of the email. */
export const DOOR_CODE = 'door-code-changed'

/** To a guest who could see another code before. No code is ever in an email, which others may read. */
export function doorCodeMail(data: BookingMailData, { hasCode }: { hasCode: boolean }): Mail {
  const { booking, stayUrl } = data
  const about = `${booking.property.name}, ${stayDates(booking)}`
  return mailOf({
    ...toGuest(data),
    template: DOOR_CODE,
    subject: `Your door code has changed: ${about} (${booking.reference})`,
    preheader: 'The code that you saw before no longer applies.',
    heading: 'Your door code has changed',
    lead: `The door code that you saw for your stay at ${about}, no longer applies.`,
    body: (
      <>
        <Paragraph>
          {hasCode
            ? 'The new one is on your stay’s page. We never put codes in an email.'
            : 'There’s no code on your stay’s page right now. If we haven’t told you how to get in, reply to this email.'}
        </Paragraph>
        <Action href={stayUrl}>View your stay</Action>
        <Paragraph>Anyone with this link can see the code, so please keep it to yourself.</Paragraph>
      </>
    ),
  })
}
