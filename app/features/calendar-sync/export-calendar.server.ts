import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { listBlockedSpans } from '#app/features/availability/taken-nights.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addMonths, dateInZone } from '#app/shared/dates.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { calendarExportEvents, calendarExports } from './calendar-sync.tables.server.ts'
import { ownCalendarPath } from './calendar-sync.ts'
import { OWN_CALENDAR } from './reading/platforms.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const newKey = () => randomBytes(24).toString('base64url')

/** The suffix of our event ids: permanent and unique to the property. */
export const ownUidSuffix = (uidToken: string) => `@home-${uidToken}`

type ExportOf = { db: Tx; clock: Services['clock'] }

/** The key in the address of a property's calendar, and its id suffix; created on first use. */
export async function getExport({ db, clock }: ExportOf, propertyId: string) {
  const fresh = { propertyId, key: newKey(), uidToken: randomBytes(10).toString('hex'), createdAt: clock.now() }
  await db.insert(calendarExports).values(fresh).onConflictDoNothing({ target: calendarExports.propertyId })
  const [row] = await db.select().from(calendarExports).where(eq(calendarExports.propertyId, propertyId))
  if (!row) throw new Error('property has no calendar key')
  return row
}

/** Renews the secret address of a property's calendar, so that the old one stops working. */
export async function renewKey(reads: ExportOf, propertyId: string): Promise<void> {
  await getExport(reads, propertyId)
  await reads.db.update(calendarExports).set({ key: newKey() }).where(eq(calendarExports.propertyId, propertyId))
}

/** Whether an address is that of a property's own calendar, by whatever name the site is reached. */
export async function isOwnAddress(
  reads: ExportOf,
  { propertyId, address }: { propertyId: string; address: string },
): Promise<boolean> {
  const { key } = await getExport(reads, propertyId)
  return new URL(address).pathname === ownCalendarPath(propertyId, key)
}

/** The calendar of a property if the key is right; null otherwise, whether or not the property exists. */
export async function getExportedCalendar(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { propertyId, key }: { propertyId: string; key: string },
): Promise<string | null> {
  const [found] = isUuid(propertyId)
    ? await db
        .select({
          key: calendarExports.key,
          uidToken: calendarExports.uidToken,
          timeZone: properties.timeZone,
        })
        .from(calendarExports)
        .innerJoin(properties, eq(properties.id, calendarExports.propertyId))
        .where(eq(calendarExports.propertyId, propertyId))
    : []
  // Constant time: equal lengths, and a comparison even if there is nothing to compare with.
  const isRight = timingSafeEqual(digestOf(key), digestOf(found?.key ?? newKey()))
  if (!found || !isRight) return null
  // From the first of a month, so that a long block does not start again with another id each day.
  const from = addMonths(dateInZone(clock.now(), found.timeZone), -1)
  const stays = await db
    .select({ id: bookings.id, from: bookings.checkInDate, to: bookings.checkOutDate })
    .from(bookings)
    .where(
      and(
        eq(bookings.propertyId, propertyId),
        inArray(bookings.status, ['pending', 'confirmed']),
        gt(bookings.checkOutDate, from),
      ),
    )
    .orderBy(asc(bookings.checkInDate))
  const blocks = await listBlockedSpans(db, propertyId, from)
  const suffix = ownUidSuffix(found.uidToken)
  const events = [
    ...stays.map(({ id, ...nights }) => ({ uid: `${id}${suffix}`, nights, summary: 'Reserved' })),
    ...blocks.map((nights) => ({ uid: `block-${nights.from}${suffix}`, nights, summary: 'Blocked' })),
  ]
  return formatCalendar(events, await recordExported({ db, clock }, { propertyId, events }))
}

type OwnEvent = { uid: string; nights: Nights; summary: string }
type Edition = { nights: Nights; sequence: number; changedAt: Date }

/** Records the current calendar: an event whose nights have changed since the last request gets the next SEQUENCE. */
async function recordExported(
  { db, clock }: ExportOf,
  { propertyId, events }: { propertyId: string; events: OwnEvent[] },
): Promise<Map<string, Edition>> {
  const list = async () => {
    const rows = await db.select().from(calendarExportEvents).where(eq(calendarExportEvents.propertyId, propertyId))
    return new Map(rows.map((row): [string, Edition] => [row.uid, row]))
  }
  const known = await list()
  const changed = events.filter(({ uid, nights }) => !isDeepStrictEqual(known.get(uid)?.nights, nights))
  if (changed.length === 0) return known
  const { nights, sequence } = calendarExportEvents
  const set = {
    nights: sql`excluded.nights`,
    sequence: sql`${sequence} + 1`,
    changedAt: sql`excluded.changed_at`,
  }
  await db
    .insert(calendarExportEvents)
    // In one order: two readers at once could deadlock.
    .values(
      changed
        .map((event) => ({ propertyId, uid: event.uid, nights: event.nights, changedAt: clock.now() }))
        .sort((a, b) => (a.uid < b.uid ? -1 : 1)),
    )
    .onConflictDoUpdate({
      target: [calendarExportEvents.propertyId, calendarExportEvents.uid],
      set,
      setWhere: sql`${nights} <> excluded.nights`,
    })
  return list()
}

function formatCalendar(events: OwnEvent[], editions: Map<string, Edition>): string {
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: OWN_CALENDAR })
  for (const { uid, nights, summary } of events) {
    const { sequence, changedAt } = editions.get(uid) ?? {}
    calendar.createEvent({
      id: uid,
      sequence,
      stamp: changedAt,
      lastModified: changedAt,
      start: Temporal.PlainDate.from(nights.from),
      end: Temporal.PlainDate.from(nights.to),
      allDay: true,
      summary,
      status: ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.OPAQUE,
    })
  }
  return `${calendar.toString()}\r\n`
}
