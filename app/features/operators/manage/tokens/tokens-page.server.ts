import { asc } from 'drizzle-orm'
import { apiTokens } from '#app/features/operators/operators.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { ListedToken } from './tokens.ts'

/** Every token, also those that have ended: who looks for one sees why it does not work. */
export async function listTokens(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  timeZone: string,
): Promise<ListedToken[]> {
  const rows = await db.select().from(apiTokens).orderBy(asc(apiTokens.name))
  return rows.map(({ id, name, scopes, expiresAt, lastUsedAt }) => ({
    id,
    name,
    scopes,
    until: formatMomentWithYear(expiresAt, timeZone),
    hasEnded: expiresAt <= clock.now(),
    lastUsed: lastUsedAt && formatMomentWithYear(lastUsedAt, timeZone),
  }))
}
