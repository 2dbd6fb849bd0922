import { createHash } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { canonical } from '#app/shared/canonical.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { Tx } from '../db/database.server.ts'
import { audit } from './change.tables.server.ts'

/** The version of the item that a form shows, so that it never replaces what its user has not seen. */
export const versionOf = (item: unknown): string =>
  createHash('sha256')
    .update(canonical(item ?? null))
    .digest('base64url')
    .slice(0, 16)

/**
 * Tells the second of two operators who changed an item its current state (`lines`), and how to decide. `subject` is
 * that of the audit.
 */
export async function changedSinceWords(
  db: Tx,
  { subject, subjectId, timeZone, lines }: { subject: string; subjectId: string; timeZone: string; lines: string[] },
): Promise<string> {
  const [last] = await db
    .select({ who: audit.operatorName, at: audit.happenedAt })
    .from(audit)
    .where(and(eq(audit.subject, subject), eq(audit.subjectId, subjectId)))
    .orderBy(desc(audit.happenedAt))
    .limit(1)
  const who = last?.who ?? 'Somebody else'
  const when = last ? ` (${formatMomentWithYear(last.at, timeZone)})` : ''
  const stored = lines.length > 0 ? `It says now: ${lines.join('; ')}.` : 'It is gone now.'
  return `${who} changed this while you were typing${when}. ${stored} Yours is still in the form: save it again to replace theirs.`
}
