import { asc } from 'drizzle-orm'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Whose day it is where no home is meant: the first home's, from the cache. */
export function getOperatorTimeZone({ db, cache }: Pick<Services, 'db' | 'cache'>): Promise<string> {
  return cache.read('operator time zone', async () => {
    const { timeZone, displayOrder, name } = properties
    const [first] = await db.select({ timeZone }).from(properties).orderBy(asc(displayOrder), asc(name)).limit(1)
    return first?.timeZone ?? 'UTC'
  })
}
