import type { Mail } from './mail.server.ts'
import { textOf } from './mail-text.server.ts'

/** A mail with what it gets on its way: the same id and the same first instant at every try. */
export type Letter = {
  id: string
  /** When it was put into the outbox. */
  writtenAt: Date
  mail: Mail
  from: { name: string; address: string }
}

/**
 * What became of a try. `refused`: the recipient's side said no for good. `put-off`: it said not now, to this mail alone. `failed`: the
 * host's trouble, worth another try; `before` the host had heard anything of the message, or in the middle of it. `error` has no
 * secret of the settings in it.
 */
export type Delivery =
  | { outcome: 'sent' }
  | { outcome: 'refused' | 'put-off'; error: string }
  | { outcome: 'failed'; stage: 'before' | 'message'; error: string }

/** A way for mail to leave. It never throws: whatever happens is a delivery. */
export type Transport = {
  /** What fails or works as one, for all processes: `smtp.example.com:587`. */
  host: string
  /** Sends one letter; once `signal` is aborted, a try that was not acknowledged counts as failed. */
  send(letter: Letter, signal: AbortSignal): Promise<Delivery>
}

const LONGEST_ERROR = 500

/** The words of an error on one line, without the given secrets. */
export function errorText(error: unknown, secrets: string[] = []): string {
  let text = error instanceof Error ? error.message : String(error)
  for (const secret of secrets.filter(Boolean)) text = text.replaceAll(secret, '...')
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_ERROR)
}

/** The letter as nodemailer takes it. It may read no file and ask no address for what a mail names. */
export function messageOf({ id, writtenAt, mail, from }: Letter) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    messageId: `<${id}@${domain}>`,
    date: writtenAt,
    from,
    to: { name: '', address: mail.to },
    replyTo: mail.replyTo === undefined ? undefined : { name: '', address: mail.replyTo },
    subject: mail.subject,
    html: mail.html,
    text: textOf(mail.html),
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    attachments: mail.attachments,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
