import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, MailLink, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { toGuest } from '../mail/booking-recipients.mail.tsx'
import type { BookingMailData } from '../mail/booking-request.mail.tsx'
import { type MessageText, reviewUrlOf } from './moments.ts'

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/

/** Plain text as paragraphs, with its addresses as links. Those of `buttons`, alone in a paragraph, are buttons. */
function PlainText({ text, buttons }: { text: string; buttons: Record<string, string> }) {
  const paragraphs = text.split(/\n{2,}/).map((part) => part.trim())
  return paragraphs.filter(Boolean).map((paragraph, at) => {
    const key = `${at} ${paragraph}`
    const button = buttons[paragraph]
    if (button) {
      return (
        <Action key={key} href={paragraph}>
          {button}
        </Action>
      )
    }
    return (
      <Paragraph key={key}>
        {paragraph.split('\n').map((line, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never changed.
          <span key={number}>
            {number > 0 && <br />}
            {line.split(ADDRESS).map((piece, index) => (index % 2 ? <MailLink key={piece} href={piece} /> : piece))}
          </span>
        ))}
      </Paragraph>
    )
  })
}

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
