import type { Mail } from '#app/platform/mail/mail.server.ts'
import { mailOf } from '#app/platform/mail/mail-layout.tsx'
import { PlainText } from '#app/platform/mail/plain-text.tsx'
import type { IsoDate } from '#app/shared/dates.ts'
import { type MessageText, reviewUrlOf, STAY_MESSAGE } from '../moments.ts'
import type { StayMoment } from '../stay-moments.ts'
import { toGuest } from './booking-recipients.mail.tsx'
import type { BookingMailData } from './booking-request.mail.tsx'

type Message = MessageText & { moment: StayMoment; anchor: IsoDate }

/**
 * To the guest, at a moment of the stay: the operator's own words, with all placeholders filled. It names its moment, so that
 * it can be canceled as long as it waits.
 */
export function stayMessageMail(data: BookingMailData, { subject, body, moment, anchor }: Message): Mail {
  const { booking, stayUrl } = data
  const guest = toGuest(data)
  return mailOf({
    ...guest,
    payload: { ...guest.payload, moment, anchor },
    template: STAY_MESSAGE,
    subject: `${subject} (${booking.reference})`,
    heading: subject,
    body: <PlainText text={body} buttons={{ [stayUrl]: 'View your stay', [reviewUrlOf(stayUrl)]: 'Write a review' }} />,
  })
}
