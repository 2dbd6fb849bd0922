import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { calendarFeeds } from './calendar-sync.tables.server.ts'
import { syncFeed } from './sync-feed.server.ts'

/** A calendar that was read since then is not asked again. */
const FRESH_MS = 60_000
/** How long a guest waits for other sites. */
const LONGEST_WAIT_MS = 3_000

/** The current readings of this process, so that concurrent requests wait for one reading. */
const reading = new WeakMap<Database, Map<string, Promise<void>>>()

/**
 * Reads the calendars of a home before its nights are promised, because another site may have sold them minutes ago.
 * Nobody waits longer than three seconds. A reading that takes longer goes on, and a calendar that fails is left to the
 * next regular reading. Call it before the property's lock is taken.
 */
export async function refreshBeforeSale(services: Services, propertyId: string): Promise<void> {
  const current = reading.get(services.database) ?? new Map<string, Promise<void>>()
  reading.set(services.database, current)
  const read = current.get(propertyId) ?? syncStale(services, propertyId).finally(() => current.delete(propertyId))
  current.set(propertyId, read)
  const { promise: waited, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LONGEST_WAIT_MS)
  await Promise.race([read, waited])
  clearTimeout(timer)
}

async function syncStale(services: Services, propertyId: string): Promise<void> {
  const { db, clock, log, stopping } = services
  const { id, lastSyncedAt, failingSince } = calendarFeeds
  const since = new Date(clock.now().getTime() - FRESH_MS)
  try {
    const stale = await db
      .select({ id })
      .from(calendarFeeds)
      .where(
        and(
          eq(calendarFeeds.propertyId, propertyId),
          isNull(failingSince),
          or(isNull(lastSyncedAt), lt(lastSyncedAt, since)),
        ),
      )
    await Promise.all(stale.map((feed) => syncFeed(services, feed.id, { signal: stopping.signal })))
  } catch (error) {
    log.error({ event: 'calendar.before-sale-failed', err: error, propertyId }, 'calendars not read before a sale')
  }
}
