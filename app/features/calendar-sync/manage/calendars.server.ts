import { asc, eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { listTakenNights } from '#app/features/availability/taken-nights.server.ts'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import { audit, calendarExports, calendarFeeds, properties } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, eachNight } from '#app/shared/dates.ts'
import { feedAddressSchema, maskedAddress, ownCalendarPath } from '../calendar-sync.ts'
import { getExport } from '../export-calendar.server.ts'
import { listNightsAhead } from '../imported-nights.server.ts'
import { labelOf } from '../reading/platforms.ts'
import { CONCURRENCY, type Feed, leaseEnd, type SyncOutcome, syncFeed } from '../sync-feed.server.ts'

/** A calendar feed as it may be shown: without the secret in its address. */
export type FeedStatus = Pick<
  Feed,
  'id' | 'label' | 'events' | 'lastSyncedAt' | 'lastSuccessAt' | 'failingSince' | 'lastError'
> & { address: string }

/** A property's calendars for the operator. `exportPath` is a secret. */
export type PropertyCalendars = {
  propertyId: string
  slug: string
  property: string
  exportPath: string
  feeds: FeedStatus[]
  conflicts: NightConflict[]
}

function statusOf(feed: Feed): FeedStatus {
  const { id, label, events, lastSyncedAt, lastSuccessAt, failingSince, lastError } = feed
  const address = maskedAddress(feed.address)
  return { id, label, address, events, lastSyncedAt, lastSuccessAt, failingSince, lastError }
}

/** Every property with its export address, its feeds and its calendar conflicts. Four statements, once each has its address. */
export async function listCalendars(services: Pick<Services, 'db' | 'clock'>): Promise<PropertyCalendars[]> {
  const { db } = services
  const listedProperties = await db
    .select({ id: properties.id, slug: properties.slug, name: properties.name, key: calendarExports.key })
    .from(properties)
    .leftJoin(calendarExports, eq(calendarExports.propertyId, properties.id))
    .orderBy(asc(properties.displayOrder), asc(properties.name))
  const feeds = await db.select().from(calendarFeeds).orderBy(asc(calendarFeeds.label), asc(calendarFeeds.createdAt))
  const feedsOf = Map.groupBy(feeds, (feed) => feed.propertyId)
  const conflictsOf = Map.groupBy(await listConflicts(services, 'all'), ({ propertyId }) => propertyId)
  const listed: PropertyCalendars[] = []
  for (const { id, slug, name, key } of listedProperties) {
    listed.push({
      propertyId: id,
      slug,
      property: name,
      exportPath: ownCalendarPath(id, key ?? (await getExport(services, id)).key),
      feeds: (feedsOf.get(id) ?? []).map(statusOf),
      conflicts: conflictsOf.get(id) ?? [],
    })
  }
  return listed
}

type Added =
  | { ok: true; feed: FeedStatus; property: string; auditId: string }
  | { ok: false; reason: 'no-such-property' | 'bad-address' | 'known-already' }
  /** The first sync failed: `message` says why. */
  | { ok: false; reason: 'unreadable'; message: string }

/**
 * Adds a calendar feed to a property, and records that. It is synced at once, and not added if that fails. `by` is
 * absent for a command on the server.
 */
export async function addFeed(
  services: Services,
  { slug, address, by }: { slug: string; address: string; by?: Operator },
): Promise<Added> {
  const { db, clock } = services
  const parsed = feedAddressSchema.safeParse(address)
  if (!parsed.success) return { ok: false, reason: 'bad-address' }
  const [property] = await db
    .select({ id: properties.id, name: properties.name })
    .from(properties)
    .where(eq(properties.slug, slug))
  if (!property) return { ok: false, reason: 'no-such-property' }
  const label = labelOf('', new URL(parsed.data).hostname)
  const now = clock.now()
  const added = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(calendarFeeds)
      .values({ propertyId: property.id, address: parsed.data, label, nextSyncAt: leaseEnd(now), createdAt: now })
      .onConflictDoNothing({ target: [calendarFeeds.propertyId, calendarFeeds.address] })
      .returning({ id: calendarFeeds.id })
    if (!row) return null
    const change = { by, action: 'calendar.added', subjectId: row.id, propertyIds: [property.id], at: now } as const
    return { ...row, auditId: await recordAudit(tx, { ...change, after: { calendar: label } }) }
  })
  if (!added) return { ok: false, reason: 'known-already' }
  const outcome = await syncFeed(services, added.id)
  if (outcome && !outcome.ok && outcome.reason === 'failed') {
    await withPropertyLock(services, [property.id], async (tx) => {
      // Somebody may have removed it or undone the addition meanwhile, which History then keeps.
      const [gone] = await tx.delete(calendarFeeds).where(eq(calendarFeeds.id, added.id)).returning()
      if (gone) await tx.delete(audit).where(eq(audit.id, added.auditId))
    })
    return { ok: false, reason: 'unreadable', message: outcome.message }
  }
  const [feed] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.id, added.id))
  if (!feed) return { ok: false, reason: 'unreadable', message: 'It has since been removed.' }
  services.log.info({ event: 'calendar.added', feed: feed.id, calendar: feed.label, property: slug }, 'calendar added')
  return { ok: true, feed: statusOf(feed), property: property.name, auditId: added.auditId }
}

/** The upcoming nights that a feed had: how many, and how many of them are also taken by somebody else. */
type Removed = { label: string; nights: number; stillTaken: number }

/** Removes a calendar feed and its imported nights, and records that. Null if there is none. */
export async function removeFeed(
  services: Services,
  { feedId, by }: { feedId: string; by?: Operator },
): Promise<Removed | null> {
  const [found] = await services.db
    .select({ id: calendarFeeds.id, label: calendarFeeds.label, propertyId: properties.id, zone: properties.timeZone })
    .from(calendarFeeds)
    .innerJoin(properties, eq(properties.id, calendarFeeds.propertyId))
    .where(eq(calendarFeeds.id, feedId))
  if (!found) return null
  const { propertyId } = found
  return withPropertyLock(services, [propertyId], async (tx) => {
    const now = services.clock.now()
    const today = dateInZone(now, found.zone)
    const rows = await listNightsAhead(tx, found, today)
    const nights = new Set(rows.flatMap(({ nights: { from, to } }) => eachNight(from > today ? from : today, to)))
    const [gone] = await tx
      .delete(calendarFeeds)
      .where(eq(calendarFeeds.id, feedId))
      .returning({ label: calendarFeeds.label, events: calendarFeeds.events })
    if (!gone) return null
    const change = { by, action: 'calendar.removed', subjectId: feedId, propertyIds: [propertyId], at: now } as const
    await recordAudit(tx, { ...change, before: { calendar: gone.label, events: gone.events } })
    services.log.info({ event: 'calendar.removed', feed: found.id, calendar: found.label }, 'calendar removed')
    const taken = await listTakenNights(tx, propertyId, { from: today, to: '9999-12-31' }, { now })
    return {
      label: gone.label,
      nights: nights.size,
      stillTaken: [...nights].filter((night) => taken.has(night)).length,
    }
  })
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
