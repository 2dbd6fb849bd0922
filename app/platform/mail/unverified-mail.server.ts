import { createHash } from 'node:crypto'
import { and, count, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { emailLogs, unverifiedMails } from './mail.tables.server.ts'

/** The fields of a mail that matter here. */
type Counted = { to: string; template: string; subject: string; payload?: Record<string, unknown>; unverified?: true }

/** The maximum number of unverified mails to one address within `WITHIN_MS`, across all forms. */
const MOST = 3
const WITHIN_MS = 3_600_000

const SUPPRESSED = `${MOST} mails that anybody could have caused went to this address within an hour`

/** The inbox of an address: mail providers ignore case and everything after a plus, and Gmail ignores dots. */
function inboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

const recipientOf = ({ to }: Counted) => createHash('sha256').update(inboxOf(to)).digest('base64url')

/**
 * Drops mails over the limit of an address that a visitor may have typed. Records them in `email_logs` as `suppressed`.
 * They are dropped, not delayed: a queue for a victim would only spread the mails over a day. Verified mails all pass
 * and are not counted.
 */
export async function withoutExcess<Mail extends Counted>(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  mails: Mail[],
): Promise<Mail[]> {
  const unverified = mails.filter((mail) => mail.unverified)
  const recipients = [...new Set(unverified.map(recipientOf))].sort()
  if (recipients.length === 0) return mails
  const now = clock.now()
  // Locked in a fixed order until the transaction ends: two concurrent forms must not both pass the limit.
  for (const recipient of recipients) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${recipient}`}, 0))`)
  }
  const since = new Date(now.getTime() - WITHIN_MS)
  const rows = await tx
    .select({ recipient: unverifiedMails.recipient, mails: count() })
    .from(unverifiedMails)
    .where(and(inArray(unverifiedMails.recipient, recipients), gt(unverifiedMails.createdAt, since)))
    .groupBy(unverifiedMails.recipient)
  const counts = new Map(rows.map((row) => [row.recipient, row.mails]))
  const suppressed = unverified.filter((mail) => {
    const recipient = recipientOf(mail)
    const before = counts.get(recipient) ?? 0
    counts.set(recipient, before + 1)
    return before >= MOST
  })
  const going = unverified.filter((mail) => !suppressed.includes(mail))
  if (going.length > 0) {
    await tx.insert(unverifiedMails).values(going.map((mail) => ({ recipient: recipientOf(mail), createdAt: now })))
  }
  if (suppressed.length > 0) {
    await tx.insert(emailLogs).values(
      suppressed.map(({ to, template, subject, payload = {} }) => {
        return { to, template, subject, payload, status: 'suppressed', error: SUPPRESSED, createdAt: now }
      }),
    )
  }
  return mails.filter((mail) => !suppressed.includes(mail))
}

/** Deletes expired rows. */
export async function forgetUnverifiedMails({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.delete(unverifiedMails).where(lte(unverifiedMails.createdAt, new Date(clock.now().getTime() - WITHIN_MS)))
}
