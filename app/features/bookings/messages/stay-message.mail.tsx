import type { Mail } from '#app/platform/mail/mail.server.ts'
import { mailOf } from '#app/platform/mail/mail-layout.tsx'
import { PlainText } from '#app/platform/mail/plain-text.tsx'
import { toGuest } from '../mail/booking-recipients.mail.tsx'
import type { BookingMailData } from '../mail/booking-request.mail.tsx'
import { type MessageText, reviewUrlOf } from '../moments.ts'

/** To the guest, at a moment of the stay: the operator's own words, with all blanks filled. */
export function stayMessageMail(data: BookingMailData, { subject, body }: MessageText): Mail {
  const { booking, stayUrl } = data
  return mailOf({
    ...toGuest(data),
    template: 'stay-message',
    subject: `${subject} (${booking.reference})`,
    heading: subject,
    body: <PlainText text={body} buttons={{ [stayUrl]: 'View your stay', [reviewUrlOf(stayUrl)]: 'Write a review' }} />,
  })
}
