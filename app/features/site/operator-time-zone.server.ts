import { asc } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Whose day it is where no home is meant: the first home's. */
export async function findOperatorTimeZone(db: Tx): Promise<string> {
  const { timeZone, displayOrder, name } = properties
  const [first] = await db.select({ timeZone }).from(properties).orderBy(asc(displayOrder), asc(name)).limit(1)
  return first?.timeZone ?? 'UTC'
}

/** The same, from the cache. */
export const getOperatorTimeZone = ({ db, cache }: Pick<Services, 'db' | 'cache'>): Promise<string> =>
  cache.read('operator time zone', () => findOperatorTimeZone(db))
