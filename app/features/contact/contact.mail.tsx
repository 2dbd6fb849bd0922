import type { Mail } from '#app/platform/mail/mail.server.ts'
import { DetailTable, type MailSite, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { formatDate } from '#app/shared/dates.ts'
import { greeting } from '#app/shared/greeting.ts'
import { messageReference } from '#app/shared/message-reference.ts'
import { CONTACT_LABELS, type ContactTyped } from './contact.ts'

/** The sender, and the operator's response time as it appears mid-sentence. */
type Sender = MailSite & { responseTime: string }
type MessageDetails = ContactTyped & { site: Sender; id: string; subject: string; topic: Topic }

/** The subject of a message, as far as known. */
export type Topic = {
  property: string | null
  stay: { checkIn: string; checkOut: string } | null
  bookingReference: string | null
}

/** `Friday, January 15, 2027 to Tuesday, January 19, 2027` */
function formatStay({ checkIn, checkOut }: { checkIn: string; checkOut: string }): string {
  return `${formatDate(checkIn, 'long')} to ${formatDate(checkOut, 'long')}`
}

function topicRows({ property, stay, bookingReference }: Topic): [string, string][] {
  return [
    ...(bookingReference ? [['Booking', bookingReference] as [string, string]] : []),
    ...(property ? [['Home', property] as [string, string]] : []),
    ...(stay ? [['Nights', formatStay(stay)] as [string, string]] : []),
  ]
}

/**
 * To the guest. The message is not quoted. Anyone can enter any address, and the site would send strangers' text in the
 * operator's name.
 */
export function messageReceived({ site, id, name, email, subject, topic }: MessageDetails): Mail {
  return mailOf({
    site,
    to: email,
    template: 'contact-received',
    unverified: true,
    subject: `Your message to ${site.brand}`,
    replyTo: site.email,
    preheader: 'We’ve got it, and a real person reads it.',
    heading: 'We’ve got your message',
    greeting: greeting(name),
    lead: `Thanks for reaching out. A real person reads every message and replies, ${site.responseTime}.`,
    body: (
      <>
        <Paragraph>If you have something to add, just reply to this email.</Paragraph>
        <DetailTable rows={[['Reference', messageReference(id)], ...topicRows(topic)]} />
      </>
    ),
    footer:
      'You’re getting this email because someone entered this address in our contact form. If that wasn’t you, you won’t hear from us again.',
    payload: { subject },
  })
}

/** To the operator, who answers by replying. */
export function messageForOperator({ site, id, subject, topic, message, ...writer }: MessageDetails): Mail {
  const { name, email } = writer
  const fields = Object.keys(writer) as (keyof typeof writer)[]
  const rows = fields.map((field): [string, React.ReactNode] => [
    CONTACT_LABELS[field],
    <bdi key={field}>{writer[field]}</bdi>,
  ])
  return mailOf({
    site,
    to: site.email,
    template: 'contact-message',
    subject: `${name}: ${subject}`,
    replyTo: email,
    preheader: [...message].slice(0, 120).join(''),
    heading: 'A message from the website',
    lead: 'Reply to this email to answer.',
    body: (
      <>
        <DetailTable rows={[...rows, ['Reference', messageReference(id)], ...topicRows(topic)]} />
        <div dir="auto">
          <Quote text={message} />
        </div>
      </>
    ),
    payload: { subject, from: email },
  })
}
