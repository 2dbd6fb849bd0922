import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { listBlockedSpans } from '#app/features/availability/taken-nights.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, calendarExports, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addMonths, dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { ownCalendarPath } from './calendar-sync.ts'
import { OWN_CALENDAR } from './reading/platforms.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const newKey = () => randomBytes(24).toString('base64url')

/** The suffix of our event ids: permanent and unique to the property. */
export const ownUidSuffix = (mark: string) => `@home-${mark}`

type ExportOf = { db: Tx; clock: Services['clock'] }

/** The key in the address of a property's calendar, and its id suffix; created on first use. */
export async function getExport({ db, clock }: ExportOf, propertyId: string) {
  const fresh = { propertyId, key: newKey(), mark: randomBytes(10).toString('hex'), createdAt: clock.now() }
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
          mark: calendarExports.mark,
          since: calendarExports.createdAt,
          timeZone: properties.timeZone,
        })
        .from(calendarExports)
        .innerJoin(properties, eq(properties.id, calendarExports.propertyId))
        .where(eq(calendarExports.propertyId, propertyId))
    : []
  // Constant time: equal lengths, and a comparison even if there is nothing to compare with.
  const isRight = timingSafeEqual(digestOf(key), digestOf(found?.key ?? newKey()))
  if (!found || !isRight) return null
  // From the first of a month, so that a long block does not start anew with another id each day.
  const from = addMonths(dateInZone(clock.now(), found.timeZone), -1)
  const stays = await db
    .select({
      id: bookings.id,
      from: bookings.checkInDate,
      to: bookings.checkOutDate,
      stamp: bookings.createdAt,
    })
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
  return formatCalendar([
    ...stays.map(({ id, ...nights }) => ({ ...nights, id: `${id}${ownUidSuffix(found.mark)}`, summary: 'Reserved' })),
    ...blocks.map((nights) => ({
      ...nights,
      id: `block-${nights.from}${ownUidSuffix(found.mark)}`,
      summary: 'Blocked',
      stamp: found.since,
    })),
  ])
}

type OwnEvent = { id: string; from: IsoDate; to: IsoDate; summary: string; stamp: Date }

function formatCalendar(events: OwnEvent[]): string {
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: OWN_CALENDAR })
  for (const { id, from, to, summary, stamp } of events) {
    calendar.createEvent({
      id,
      stamp,
      start: Temporal.PlainDate.from(from),
      end: Temporal.PlainDate.from(to),
      allDay: true,
      summary,
      status: ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.OPAQUE,
    })
  }
  return `${calendar.toString()}\r\n`
}
