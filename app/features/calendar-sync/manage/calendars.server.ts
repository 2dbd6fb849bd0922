import { asc, eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { calendarExports, calendarFeeds } from '../calendar-sync.tables.server.ts'
import { maskedAddress, ownCalendarPath } from '../calendar-sync.ts'
import { getExport } from '../export-calendar.server.ts'
import { CONCURRENCY, type Feed, type SyncOutcome, syncFeed } from '../sync-feed.server.ts'

/** A calendar feed as it may be shown: without the secret in its address. */
export type FeedStatus = Pick<
  Feed,
  | 'id'
  | 'label'
  | 'events'
  | 'lastSyncedAt'
  | 'lastSuccessAt'
  | 'failingSince'
  | 'lastError'
  | 'suddenlyEmpty'
  | 'blocksFreeEvents'
  | 'ignoresBookingWindow'
  | 'freeEvents'
  | 'parseErrors'
> & { address: string; window: { from: string; to: string } | null }

/** A property's calendars for the operator. `exportPath` is a secret. */
export type PropertyCalendars = {
  propertyId: string
  slug: string
  property: string
  exportPath: string
  feeds: FeedStatus[]
  conflicts: NightConflict[]
  isRetired: boolean
}

function statusOf(feed: Feed): FeedStatus {
  const { id, label, events, lastSyncedAt, lastSuccessAt, failingSince, lastError, suddenlyEmpty } = feed
  const { blocksFreeEvents, ignoresBookingWindow, freeEvents, parseErrors, windowFrom, windowTo } = feed
  return {
    id,
    label,
    events,
    lastSyncedAt,
    lastSuccessAt,
    failingSince,
    lastError,
    suddenlyEmpty,
    blocksFreeEvents,
    ignoresBookingWindow,
    freeEvents,
    parseErrors,
    address: maskedAddress(feed.address),
    window: windowFrom && windowTo ? { from: windowFrom, to: windowTo } : null,
  }
}

/** Every property with its export address, its feeds and its calendar conflicts. Four statements, once each has its address. */
export async function listCalendars(services: Pick<Services, 'db' | 'clock'>): Promise<PropertyCalendars[]> {
  const { db } = services
  const listedProperties = await db
    .select({
      id: properties.id,
      slug: properties.slug,
      name: properties.name,
      status: properties.status,
      key: calendarExports.key,
    })
    .from(properties)
    .leftJoin(calendarExports, eq(calendarExports.propertyId, properties.id))
    .orderBy(asc(properties.displayOrder), asc(properties.name))
  const feeds = await db.select().from(calendarFeeds).orderBy(asc(calendarFeeds.label), asc(calendarFeeds.createdAt))
  const feedsOf = Map.groupBy(feeds, (feed) => feed.propertyId)
  const conflictsOf = Map.groupBy(await listConflicts(services, 'all'), ({ propertyId }) => propertyId)
  const listed: PropertyCalendars[] = []
  for (const { id, slug, name, status, key } of listedProperties) {
    listed.push({
      propertyId: id,
      slug,
      property: name,
      isRetired: status === 'retired',
      exportPath: ownCalendarPath(id, key ?? (await getExport(services, id)).key),
      feeds: (feedsOf.get(id) ?? []).map(statusOf),
      conflicts: conflictsOf.get(id) ?? [],
    })
  }
  return listed
}

/** Syncs every feed, due or not, and returns the outcomes. */
export async function syncAllFeeds(
  services: Services,
): Promise<{ feed: FeedStatus; property: string; outcome: SyncOutcome }[]> {
  const { db } = services
  const rows = await db
    .select({ feed: calendarFeeds, property: properties.name })
    .from(calendarFeeds)
    .innerJoin(properties, eq(properties.id, calendarFeeds.propertyId))
    .orderBy(asc(properties.displayOrder), asc(properties.name), asc(calendarFeeds.label))
  const done = await pLimit(CONCURRENCY).map(rows, async ({ feed, property }) => {
    const outcome = await syncFeed(services, feed.id)
    return outcome ? [{ feed: statusOf(feed), property, outcome }] : []
  })
  return done.flat()
}
