import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#app/platform/db/database.server.ts'
import { inTransaction } from '#app/platform/jobs/jobs.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { emailInput } from '#app/shared/input/typed-input.ts'
import { withoutExcess } from './unverified-mail.server.ts'

/** A mail as the site composes it. Secrets (links with tokens) are only in `html` and `headers`. */
export type Mail = {
  /** A UUID for its Message-ID, where its answers are to be recognized. By default a new one. */
  id?: string
  /** One address. */
  to: string
  /** The kind of mail, for the log: `contact-received`. */
  template: string
  subject: string
  /** The plain text is generated from it on sending. */
  html: string
  replyTo?: string
  headers?: Record<string, string>
  attachments?: { filename: string; contentType: string; content: string }[]
  /** Metadata for `email_logs`; nothing secret. */
  payload?: Record<string, unknown>
  /** True when a visitor may have typed somebody else's address; such mails are limited per address and hour. */
  unverified?: true
  /** When it may be sent: between two hours at a place, and before an instant (ISO). Without it, at any time. */
  leaves?: { from: number; to: number; timeZone: string; until: string }
}

/** A mail in the queue, with the instant (ISO) at which it was added. A release before this field left none. */
export type QueuedMail = Mail & { queuedAt?: string }

/** A line break would start another header; so would these characters in a lenient parser. */
const BREAKS = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu

const oneLine = (text: string) => text.replace(BREAKS, ' ').trim()

const address = emailInput('is not one address')
const headerName = z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'is not the name of a header')

/** Longer subjects are cut: they are one line of an inbox. */
const LONGEST_SUBJECT = 200

/** The mail with sanitized headers. Throws on an invalid address, since forms validate addresses before. */
function sanitized(mail: Mail): Mail {
  const headers = Object.entries(mail.headers ?? {}).map(([name, value]) => [headerName.parse(name), oneLine(value)])
  return {
    ...mail,
    to: address.parse(mail.to),
    replyTo: mail.replyTo ? address.parse(mail.replyTo) : undefined,
    subject: [...oneLine(mail.subject)].slice(0, LONGEST_SUBJECT).join(''),
    // The database rejects half a surrogate pair from a cut text, and with it the row that caused the mail.
    html: mail.html.toWellFormed(),
    headers: Object.fromEntries(headers),
    attachments: mail.attachments?.map((file) => ({
      ...file,
      filename: oneLine(file.filename).replace(/["\\/]/g, ''),
    })),
  }
}

/**
 * Adds mail to the queue in the transaction of the row that causes it. So it is sent if and only if that commits. Drops
 * `unverified` mail over the limit of its address; returns false when any was dropped. A mail to '' is for a guest
 * without an address, who was booked by phone, and is nobody's.
 */
export async function enqueueMail(
  services: Pick<Services, 'jobs' | 'clock' | 'limits'>,
  tx: Tx,
  mail: Mail | Mail[],
): Promise<boolean> {
  const mails = [mail]
    .flat()
    .filter(({ to }) => to !== '')
    .map(sanitized)
  const going = services.limits.enabled ? await withoutExcess(services, tx, mails) : mails
  const queuedAt = services.clock.now().toISOString()
  if (going.length > 0) {
    await services.jobs.insert(
      'mail',
      going.map(({ id, ...mail }) => ({ id, data: { ...mail, queuedAt } satisfies QueuedMail })),
      { db: inTransaction(tx) },
    )
  }
  return going.length === mails.length
}

/**
 * Takes mail that has these fields out of the queue, and returns it. `evenClaimed`: also if a process has it, which
 * waits for the host or is sending it.
 */
export async function cancelQueuedMail(
  tx: Tx,
  fields: Partial<Mail>,
  { evenClaimed }: { evenClaimed: boolean },
): Promise<Mail[]> {
  const { rows } = await tx.execute<{ data: Mail }>(sql`
    delete from pgboss.job where name = 'mail' and state < ${evenClaimed ? 'completed' : 'active'}
      and data @> ${JSON.stringify(fields)}::jsonb returning data`)
  return rows.map(({ data }) => data)
}
