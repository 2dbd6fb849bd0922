import { and, eq, sql } from 'drizzle-orm'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { markCalendarConflicts } from './calendar-conflicts.server.ts'
import { calendarFeeds } from './calendar-sync.tables.server.ts'
import { getExport, ownUidSuffix } from './export-calendar.server.ts'
import { fetchCalendar } from './fetch-calendar.server.ts'
import { type Change, freeNights, listNightsAhead, replaceNights } from './imported-nights.server.ts'
import { labelOf } from './reading/platforms.ts'
import { parseCalendar, type ReadCalendar, type UnreadableCalendar } from './reading/read-calendar.server.ts'

const SYNC_INTERVAL_MS = 15 * 60_000
/** A sync that began longer ago has crashed: none takes this long. */
const LEASE_MS = 5 * 60_000
/** How long "unchanged" is trusted: recurring events or zone rules may change the nights over time. */
const REREAD_AFTER_MS = 7 * 86_400_000
/** How many events that cannot be read are named for the operator. */
const MOST_NAMED = 5
/** How many calendars are read at once. */
export const CONCURRENCY = 4

export type Feed = typeof calendarFeeds.$inferSelect

export type SyncOutcome =
  | { ok: true; events: number; echoes: number; change: Change | null }
  /** `failed` has the reason as a sentence; `superseded` and `stopped` wrote nothing. */
  | Refusal<'failed' | 'superseded' | 'stopped'>

type Options = {
  signal?: AbortSignal
  /** The operator confirms that an empty calendar is right. */
  emptyIsRight?: boolean
  /** Reads it even if it is unchanged, because the choice of its events has changed. */
  anew?: boolean
}

/** About a quarter of an hour, with jitter to spread the feeds out. */
function nextTime(now: Date, retryAfter = 0): Date {
  const pause = SYNC_INTERVAL_MS * (0.8 + 0.4 * Math.random())
  return new Date(now.getTime() + Math.max(pause, retryAfter * 1000))
}

/** When a feed that is being synced is due again, in case that sync crashes. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

/** Claims a feed for this process alone: the most overdue, or the named one whether or not it is due. */
export async function claimFeed({ db, clock }: Services, feedId?: string): Promise<Feed | null> {
  const now = clock.now()
  const due = sql`(select id from calendar_feeds where next_sync_at <= ${now.toISOString()}
    order by next_sync_at limit 1 for update skip locked)`
  const [feed] = await db
    .update(calendarFeeds)
    .set({ syncNumber: sql`${calendarFeeds.syncNumber} + 1`, nextSyncAt: leaseEnd(now) })
    .where(eq(calendarFeeds.id, feedId ?? due))
    .returning()
  return feed ?? null
}

/** Syncs the feeds that are due, some at a time; several processes share the work. Stops early when aborted. */
export async function syncDueFeeds(services: Services, signal: AbortSignal): Promise<void> {
  const work = async () => {
    while (!signal.aborted) {
      const feed = await claimFeed(services)
      if (!feed) return
      await syncClaimed(services, feed, { signal })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

/** Syncs one feed now; null if there is none. */
export async function syncFeed(services: Services, feedId: string, options: Options = {}): Promise<SyncOutcome | null> {
  const feed = await claimFeed(services, feedId)
  return feed && syncClaimed(services, feed, options)
}

async function syncClaimed(services: Services, feed: Feed, options: Options): Promise<SyncOutcome> {
  const read = await fetchClaimed(services, feed, options)
  if ('ok' in read) return read
  return withPropertyLock(services, [feed.propertyId], (tx) => storeRead(services, tx, feed, read))
}

/** Reads a calendar that this process has claimed; the outcome if there is nothing to store of it. */
export async function fetchClaimed(services: Services, feed: Feed, options: Options): Promise<ReadFeed | SyncOutcome> {
  const { db, clock } = services
  const { signal = new AbortController().signal, emptyIsRight = false, anew = emptyIsRight } = options
  const [property] = await db
    .select({ timeZone: properties.timeZone, checkInTime: properties.checkInTime })
    .from(properties)
    .where(eq(properties.id, feed.propertyId))
  if (!property) return refuse('superseded', 'Its property was deleted.')
  const isFresh = feed.readAt !== null && clock.now().getTime() - feed.readAt.getTime() < REREAD_AFTER_MS
  const known = isFresh && !anew ? feed : { etag: null, lastModified: null }
  const found = await fetchAddress(services, { ...feed, ...property, known, signal })
  if (signal.aborted) {
    await db.update(calendarFeeds).set({ nextSyncAt: clock.now() }).where(isClaimed(feed))
    return refuse('stopped', 'The site is stopping.')
  }
  if (!found.ok) return recordFailure(services, services.db, feed, found)
  if (found.read) return { ...found.read, emptyIsRight }
  return recordSuccess(services, services.db, feed, { events: feed.events, echoes: 0, change: null })
}

type Address = {
  propertyId: string
  address: string
  timeZone: string
  checkInTime: string
  blocksFreeEvents: boolean
  ignoresBookingWindow: boolean
  known: { etag: string | null; lastModified: string | null }
  signal: AbortSignal
}

/** Reads a calendar of another site, and stores nothing. `read` is null if it is unchanged. */
export async function fetchAddress(
  services: Services,
  { propertyId, address, known, signal, ...about }: Address,
): Promise<{ ok: true; read: Omit<ReadFeed, 'emptyIsRight'> | null } | UnreadableCalendar> {
  const fetched = await fetchCalendar(services, { address, known, signal })
  if (!fetched.ok) return fetched
  if (!fetched.changed) return { ok: true, read: null }
  const today = dateInZone(services.clock.now(), about.timeZone)
  const { uidToken } = await getExport(services, propertyId)
  const read = parseCalendar(fetched.text, { ...about, today, ownUidSuffix: ownUidSuffix(uidToken) })
  return read.ok ? { ok: true, read: { read, edition: fetched, today } } : read
}

/** Whether no other sync of the feed has begun meanwhile. */
const isClaimed = (feed: Feed) => and(eq(calendarFeeds.id, feed.id), eq(calendarFeeds.syncNumber, feed.syncNumber))

/** A calendar that was read, and is not stored yet. */
type ReadFeed = {
  read: ReadCalendar & { ok: true }
  edition: { etag: string | null; lastModified: string | null }
  today: string
  emptyIsRight: boolean
}

/** Stores the nights of a calendar that was read. Needs the property's lock. */
export async function storeRead(
  services: Services,
  tx: Tx,
  feed: Feed,
  { read, edition, today, emptyIsRight }: ReadFeed,
): Promise<SyncOutcome> {
  const [claimed] = await tx.select({ id: calendarFeeds.id }).from(calendarFeeds).where(isClaimed(feed)).for('update')
  if (!claimed) return superseded()
  if (!read.hasFuture && !emptyIsRight && (await freeOnlyCancelled(tx, feed, read.cancelled, today))) {
    const but = read.cancelled.length > 0 ? ' except for canceled events' : ''
    return recordFailure(services, tx, feed, {
      message: `It’s suddenly empty${but}.`,
      retryAfter: 0,
      suddenlyEmpty: true,
    })
  }
  const unreadable = read.unreadable.map(({ uid }) => uid)
  const { change, touched } = await replaceNights(tx, feed, { events: read.events, unreadable })
  await markCalendarConflicts(services, tx, { propertyId: feed.propertyId, touched })
  const { etag, lastModified } = edition
  const label = labelOf(read.prodId, new URL(feed.address).hostname)
  const events = read.events.length
  const found = { etag, lastModified, label, readAt: services.clock.now(), events, freeEvents: read.freeEvents }
  const window = { windowFrom: read.window?.from ?? null, windowTo: read.window?.to ?? null }
  const named = { parseErrors: read.unreadable.slice(0, MOST_NAMED).map(({ words }) => words), ...window }
  await tx
    .update(calendarFeeds)
    .set({ ...found, ...named })
    .where(isClaimed(feed))
  return recordSuccess(services, tx, feed, { events, echoes: read.echoes, change }, read.retryAfter)
}

/** For a calendar that is suddenly empty: frees the nights it lists as cancelled, if it had other nights too. */
async function freeOnlyCancelled(tx: Tx, feed: Feed, cancelledKeys: string[], today: string): Promise<boolean> {
  const ahead = await listNightsAhead(tx, feed, today)
  const cancelled = ahead.filter(({ eventKey }) => cancelledKeys.includes(eventKey ?? ''))
  if (cancelled.length === ahead.length) return false
  await freeNights(
    tx,
    cancelled.map(({ id }) => id),
  )
  return true
}

const superseded = (): SyncOutcome => refuse('superseded', 'It’s already being synced.')

async function recordSuccess(
  { clock, log }: Services,
  db: Tx,
  feed: Feed,
  done: Omit<SyncOutcome & { ok: true }, 'ok'>,
  retryAfter = 0,
): Promise<SyncOutcome> {
  const now = clock.now()
  const works = { failingSince: null, lastError: null, suddenlyEmpty: false, notifiedAt: null }
  const synced = { lastSyncedAt: now, lastSuccessAt: now, nextSyncAt: nextTime(now, retryAfter), ...works }
  const [row] = await db.update(calendarFeeds).set(synced).where(isClaimed(feed)).returning({ id: calendarFeeds.id })
  if (!row) return superseded()
  const about = { feed: feed.id, calendar: feed.label }
  if (feed.failingSince)
    log.info({ event: 'calendar.recovered', ...about, failedSince: feed.failingSince }, 'calendar feed recovered')
  const { change } = done
  if (change && change.added + change.changed + change.removed > 0)
    log.info({ event: 'calendar.synced', ...about, ...change }, 'calendar synced')
  return { ok: true, ...done }
}

/** Its nights stay blocked; the operator gets an email if the failure lasts. */
async function recordFailure(
  { clock, log }: Services,
  db: Tx,
  feed: Feed,
  { message, retryAfter, suddenlyEmpty = false }: { message: string; retryAfter: number; suddenlyEmpty?: boolean },
): Promise<SyncOutcome> {
  const now = clock.now()
  const failing = { lastSyncedAt: now, lastError: message, suddenlyEmpty, nextSyncAt: nextTime(now, retryAfter) }
  const since = feed.failingSince ?? now
  const [row] = await db
    .update(calendarFeeds)
    .set({ ...failing, failingSince: since })
    .where(isClaimed(feed))
    .returning({ id: calendarFeeds.id })
  if (!row) return superseded()
  const about = { feed: feed.id, calendar: feed.label, reason: message }
  if (feed.failingSince) log.debug({ event: 'calendar.still-failing', ...about }, 'calendar feed still failing')
  else log.warn({ event: 'calendar.failed', ...about }, 'calendar feed failed, its nights stay taken')
  return refuse('failed', message)
}
