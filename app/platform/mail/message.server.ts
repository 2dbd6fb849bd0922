import { compile } from 'html-to-text'
import type { Mail } from './mail.server.ts'

/** A mail with its sender: the id and date are the same at every attempt. */
export type OutgoingMail = {
  id: string
  /** When it was added to the queue. */
  writtenAt: Date
  mail: Mail
  from: { name: string; address: string }
}

/**
 * The result of an attempt. `refused`: a permanent refusal by the recipient's side. `put-off`: a temporary refusal of
 * this mail only. `failed`: the host failed, and another attempt may succeed. `before`: it failed before the message
 * was transmitted. `error` contains no secret of the settings.
 */
export type Delivery =
  | { outcome: 'sent' }
  | { outcome: 'refused' | 'put-off'; error: string }
  | { outcome: 'failed'; stage: 'before' | 'message'; error: string }

/** Sends mail. Never throws: every outcome is a delivery. */
export type Transport = {
  /** The identity of the host, shared by all processes: `smtp.example.com:587`. */
  host: string
  /** Sends one mail. When `signal` is aborted, an unacknowledged attempt counts as failed. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<Delivery>
}

const LONGEST_ERROR = 500

/** The error message on one line, without the given secrets. */
export function errorText(error: unknown, secrets: string[] = []): string {
  let text = error instanceof Error ? error.message : String(error)
  for (const secret of secrets.filter(Boolean)) text = text.replaceAll(secret, '...')
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_ERROR)
}

const plain = { options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 } }

/** Converts a mail's HTML to plain text. Compiled once, which costs ten times as much as a use. */
export const textOf: (html: string) => string = compile({
  wordwrap: 78,
  selectors: [
    { selector: 'head', format: 'skip' },
    { selector: '.preheader', format: 'skip' },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3'].map((selector) => ({ selector, ...plain })),
    { selector: 'table.facts', format: 'dataTable', options: { uppercaseHeaderCells: false, maxColumnWidth: 46 } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
  ],
})

/** The mail for nodemailer, with access to files and URLs named in a mail disabled. */
export function messageOf({ id, writtenAt, mail, from }: OutgoingMail) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const messageId = `<${id}@${domain}>`
  // Some relays, such as Amazon SES, write a Message-ID of their own. An answer brings this one back.
  const references = [mail.headers?.References, messageId].filter(Boolean).join(' ')
  return {
    messageId,
    date: writtenAt,
    from,
    to: { name: '', address: mail.to },
    replyTo: mail.replyTo === undefined ? undefined : { name: '', address: mail.replyTo },
    subject: mail.subject,
    html: mail.html,
    text: textOf(mail.html),
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers, References: references },
    attachments: mail.attachments,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
