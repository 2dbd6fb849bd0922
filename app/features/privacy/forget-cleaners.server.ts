import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { cleanerLinks } from '#app/features/turnovers/turnovers.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'

/** The name of an erased cleaner in History. */
const NOBODY = 'A cleaner'

/**
 * Deletes cleaner links with their marks; photos of damage stay, without their sender. Returns the number of links. A
 * working link ends with it.
 */
export async function forgetCleaners(tx: Tx, which: SQL | undefined): Promise<number> {
  const { id, name } = cleanerLinks
  const links = await tx.delete(cleanerLinks).where(which).returning({ id, name })
  if (links.length === 0) return 0
  const ids = links.map((link) => link.id)
  const names = links.map((link) => link.name)
  const { subject, subjectId, operatorId, operatorName } = audit
  await tx
    .update(audit)
    .set({ before: null, after: null })
    .where(and(eq(subject, 'cleaner-link'), inArray(subjectId, ids)))
  const byThem = and(eq(audit.action, 'booking.property-ready'), isNull(operatorId), inArray(operatorName, names))
  await tx.update(audit).set({ operatorName: NOBODY }).where(byThem)
  return links.length
}
