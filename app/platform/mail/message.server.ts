import { compile } from 'html-to-text'
import type { Mail } from './mail.server.ts'

/** A mail with its sender: the same id and date at every attempt. */
export type OutgoingMail = {
  id: string
  /** When it was added to the queue. */
  writtenAt: Date
  mail: Mail
  from: { name: string; address: string }
}

/**
 * The result of an attempt. `refused`: the recipient's side said no for good. `put-off`: it said not now, to this mail alone. `failed`: the
 * host failed, and another attempt may succeed. `before` means that it had heard nothing of the message. `error` contains no secret of the settings.
 */
export type Delivery =
  | { outcome: 'sent' }
  | { outcome: 'refused' | 'put-off'; error: string }
  | { outcome: 'failed'; stage: 'before' | 'message'; error: string }

/** Sends mail. It never throws: whatever happens is a delivery. */
export type Transport = {
  /** What fails or works as one, for all processes: `smtp.example.com:587`. */
  host: string
  /** Sends one mail; once `signal` is aborted, an attempt that was not acknowledged counts as failed. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<Delivery>
}

const LONGEST_ERROR = 500

/** The words of an error on one line, without the given secrets. */
export function errorText(error: unknown, secrets: string[] = []): string {
  let text = error instanceof Error ? error.message : String(error)
  for (const secret of secrets.filter(Boolean)) text = text.replaceAll(secret, '...')
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_ERROR)
}

const plain = { options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 } }

/** The plain text of a mail from its HTML, so that both say the same. Compiled once, which costs ten times a use. */
export const textOf: (html: string) => string = compile({
  wordwrap: 78,
  selectors: [
    { selector: 'head', format: 'skip' },
    { selector: '.preheader', format: 'skip' },
    { selector: 'h1', ...plain },
    { selector: 'table.facts', format: 'dataTable', options: { uppercaseHeaderCells: false, maxColumnWidth: 46 } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
  ],
})

/** The mail as nodemailer takes it. It may read no file and ask no address for what a mail names. */
export function messageOf({ id, writtenAt, mail, from }: OutgoingMail) {
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
