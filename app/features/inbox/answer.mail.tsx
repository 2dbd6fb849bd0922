import type { Mail } from '#app/platform/mail/mail.server.ts'
import { type MailSite, mailOf } from '#app/platform/mail/mail-layout.tsx'
import { PlainText } from '#app/platform/mail/plain-text.tsx'

type Answer = {
  site: MailSite
  /** The id of the stored answer, and of its email. */
  id: string
  to: string
  subject: string
  text: string
  replyTo: string
  /** The Message-ID of the answered email. */
  answers: string | null
}

/** To a guest or an owner: the operator's answer, as part of the same thread. */
export function answerMail({ site, id, to, subject, text, replyTo, answers }: Answer): Mail {
  return mailOf({
    site,
    id,
    to,
    subject,
    replyTo,
    template: 'answer',
    body: <PlainText text={text} />,
    // A person wrote it.
    headers: { 'Auto-Submitted': 'no', ...(answers && { 'In-Reply-To': answers, References: answers }) },
  })
}
