import { z } from 'zod'
import type { Tx } from '#app/platform/db/database.server.ts'
import { inTransaction } from '#app/platform/jobs/jobs.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { withoutExcess } from './unverified-mail.server.ts'

/** A mail as the site writes it. Secrets (links with tokens) are in `html` and `headers` alone. */
export type Mail = {
  /** One address. */
  to: string
  /** What it is, for the log: `contact-received`. */
  template: string
  subject: string
  /** The plain text is made of it when it is sent. */
  html: string
  replyTo?: string
  headers?: Record<string, string>
  attachments?: { filename: string; contentType: string; content: string }[]
  /** Facts for `email_logs`; nothing secret. */
  payload?: Record<string, unknown>
  /** Anybody could have caused it with somebody's address in a form: few of them an hour go to one address. */
  unverified?: true
}

/** A break in a header would begin another header; so would these characters in a lenient reader. */
const BREAKS = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu

const oneLine = (text: string) => text.replace(BREAKS, ' ').trim()

const address = z.email('is not one address').max(254)
const headerName = z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'is not the name of a header')

/** A subject that long is cut: it is a line of an inbox. */
const LONGEST_SUBJECT = 200

/** The mail with headers that cannot begin another one. Throws on an invalid address: forms validate them before. */
function sanitized(mail: Mail): Mail {
  const headers = Object.entries(mail.headers ?? {}).map(([name, value]) => [headerName.parse(name), oneLine(value)])
  return {
    ...mail,
    to: address.parse(mail.to),
    replyTo: mail.replyTo === undefined ? undefined : address.parse(mail.replyTo),
    subject: [...oneLine(mail.subject)].slice(0, LONGEST_SUBJECT).join(''),
    // Half a character, where a text was cut, is refused by the database, and the row that causes the mail with it.
    html: mail.html.toWellFormed(),
    headers: Object.fromEntries(headers),
    attachments: mail.attachments?.map((file) => ({
      ...file,
      filename: oneLine(file.filename).replace(/["\\/]/g, ''),
    })),
  }
}

/**
 * Adds mail to the queue in the transaction of the row that causes it: it is sent when that commits, and only then.
 * `unverified` mail is left out where it is too much for its address; false when any was.
 */
export async function enqueueMail(
  services: Pick<Services, 'jobs' | 'clock' | 'limits'>,
  tx: Tx,
  mail: Mail | Mail[],
): Promise<boolean> {
  const mails = [mail].flat().map(sanitized)
  const going = services.limits.enabled ? await withoutExcess(services, tx, mails) : mails
  if (going.length > 0) {
    await services.jobs.insert(
      'mail',
      going.map((data) => ({ data })),
      { db: inTransaction(tx) },
    )
  }
  return going.length === mails.length
}
