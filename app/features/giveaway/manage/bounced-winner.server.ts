import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'

/** The emails to a winner that were not delivered. */
const isFailed = (to: string) =>
  and(
    eq(emailLogs.to, to),
    inArray(emailLogs.template, ['giveaway-winner', 'giveaway-code']),
    inArray(emailLogs.status, ['refused', 'given-up']),
  )

/** Why the last email to a winner was not delivered; null if none failed. */
export async function findBounce(db: Tx, to: string): Promise<{ error: string } | null> {
  const { error, createdAt } = emailLogs
  const [failed] = await db.select({ error }).from(emailLogs).where(isFailed(to)).orderBy(desc(createdAt)).limit(1)
  return failed ? { error: failed.error ?? 'no reason was given' } : null
}

/** A failed email is sent again: nobody is reminded of it anymore. */
export const markSentAgain = (tx: Tx, to: string) =>
  tx.update(emailLogs).set({ status: 'sent-again' }).where(isFailed(to))
