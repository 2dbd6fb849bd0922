import { and, asc, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { importedBookings } from '#app/features/import/import.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Clock } from '#app/platform/clock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import { addDays, dateInZone, eachNight, overlapOf, spansOf } from '#app/shared/dates.ts'
import { blocks, occupancies } from './availability.tables.server.ts'

type Stay = {
  /** Both are null for a hold without a booking. */
  bookingId: string | null
  reference: string | null
  guest: string | null
  status: 'held' | 'pending' | 'confirmed'
  nights: Nights
}
type Claim =
  | { kind: 'block'; nights: Nights }
  /** Another stay of ours: one of the two is an overbooking. All are null for a hold without a booking. */
  | { kind: 'stay'; bookingId: string | null; reference: string | null; guest: string | null; nights: Nights }
  | {
      kind: 'import'
      occupancyId: string
      feedId: string
      calendar: string
      /** The calendar's own word for the nights; null if it does not distinguish guests from closed nights. */
      eventKind: 'reserved' | 'block' | null
      nights: Nights
    }

/** A stay of ours and another claim to some of its nights: a person has to choose one. */
export type NightConflict = {
  propertyId: string
  /** The nights that overlap, from today at the property on. */
  nights: Nights
  stay: Stay
  claim: Claim
}

/**
 * The overlaps of stays (live holds, pending and confirmed bookings) with imports, blocks or each other, by date. They are those of
 * a property or some, of one booking, or of all properties. Echoes of our own calendar do not count
 * (docs/decisions/042). Nor do events that are a stay themselves, nor what an operator settled. Two statements; one if
 * there is none. Under the property's lock (`db: tx`) the answer stays true.
 */
export async function listConflicts(
  { db, clock }: { db: Tx; clock: Clock },
  of: { propertyId: string } | { propertyIds: string[] } | { bookingId: string } | 'all',
): Promise<NightConflict[]> {
  const now = clock.now()
  const occupied = await listOccupied(db, of, now)
  if (!occupied.some(({ kind }) => kind !== 'import')) return []
  const propertyIds = [...new Set(occupied.map(({ propertyId }) => propertyId))]
  const blockedOf = await listBlocks(db, propertyIds, now)
  return [...Map.groupBy(occupied, ({ propertyId }) => propertyId)].flatMap(([propertyId, rows]) => {
    const today = dateInZone(now, rows[0]?.timeZone ?? 'UTC')
    const ahead = (nights: Nights) => overlapOf(nights, { from: today, to: '9999-12-31' })
    const blocked = spansOf((blockedOf.get(propertyId) ?? []).flatMap((nights) => nightsOf(ahead(nights) ?? NO_NIGHTS)))
    const stays = rows.flatMap((row) => stayOf(row, ahead))
    const sold = new Set(rows.filter(isSoldElsewhere).map(spanOf))
    const foreign = rows.filter((row) => !sold.has(spanOf(row)))
    const claims = [
      ...blocked.map(blockOf),
      ...foreign.flatMap((row) => importOf(row, ahead)),
      ...rows.flatMap((row) => claimOfStay(row, ahead)),
    ]
    const carried = [...stays.filter(isExported).map(({ nights }) => nights), ...blocked]
    const asked =
      of !== 'all' && 'bookingId' in of ? stays.filter(({ bookingId }) => bookingId === of.bookingId) : stays
    return asked.flatMap((stay) =>
      claims.flatMap((claim) => {
        const nights = overlapOf(stay.nights, claim.nights)
        if (!nights || isItself(claim, stay) || isEcho(claim, stay, carried)) return []
        return [{ propertyId, nights, stay, claim }]
      }),
    )
  })
}

const NO_NIGHTS: Nights = { from: '9999-12-31', to: '9999-12-31' }
const nightsOf = ({ from, to }: Nights) => eachNight(from, to)
const blockOf = (nights: Nights): Claim => ({ kind: 'block', nights })
const isExported = ({ status }: Stay) => status !== 'held'
const spanOf = ({ nights: { from, to } }: Occupied) => `${from} ${to}`

const PLATFORMS: readonly Occupied['source'][] = ['airbnb', 'vrbo', 'booking-com', 'expedia']

/** A platform sold it, or a file of another system had it. An event with exactly its nights is the same stay. */
const isSoldElsewhere = ({ kind, source, imported }: Occupied) =>
  (kind === 'booking' || kind === 'overbooking') && (PLATFORMS.includes(source) || imported !== null)

const isItself = (claim: Claim, stay: Stay) => claim.kind === 'stay' && claim.bookingId === stay.bookingId

/**
 * Whether an import is a platform's copy of our calendar under an id of its own. It calls the nights blocked. They
 * include the whole stay, and only nights that our calendar carries. A platform that does not say what it means may
 * close stays of ours that follow each other as one. Exactly their nights are their echo.
 */
function isEcho(claim: Claim, stay: Stay, carried: readonly Nights[]): boolean {
  if (claim.kind !== 'import' || claim.eventKind === 'reserved' || !isExported(stay)) return false
  const { from, to } = claim.nights
  if (!(from <= stay.nights.from && stay.nights.to <= to)) return false
  const within = carried.filter((nights) => from <= nights.from && nights.to <= to)
  const exact = new Set(within.flatMap(nightsOf))
  if (claim.eventKind === null) return within.length > 1 && nightsOf(claim.nights).every((night) => exact.has(night))
  const nights = new Set(carried.flatMap(nightsOf))
  return nightsOf(claim.nights).every((night) => nights.has(night))
}

function isOf(column: PgColumn, of: Parameters<typeof listConflicts>[1], now: Date): SQL {
  if (of === 'all') return sql`${column} in (${withOverlap(now)})`
  if ('propertyId' in of) return eq(column, of.propertyId)
  if ('propertyIds' in of) return inArray(column, of.propertyIds)
  return sql`${column} = (select ${bookings.propertyId} from ${bookings} where ${bookings.id} = ${of.bookingId})`
}

/** Properties in which a stay and something else have a night in common. They are few, so the others are not read. */
const withOverlap = (now: Date) => sql`select stay.property_id from ${occupancies} stay
  join (select id, property_id, nights from ${occupancies} where kind in ('import', 'overbooking')
    union all select id, property_id, nights from ${blocks} where kind <> 'visit') claim
  on claim.property_id = stay.property_id and claim.nights && stay.nights and claim.id <> stay.id
  where stay.kind <> 'import' and ${reaches(sql`claim.nights`, now)}`

/** Nights from yesterday on, so that they include today in every time zone. */
const reaches = (column: PgColumn | SQL, now: Date) =>
  sql`${column} && daterange(${addDays(dateInZone(now, 'UTC'), -1)}, 'infinity')`

/** Bookings, live holds and imports of the properties, by date. */
function listOccupied(db: Tx, of: Parameters<typeof listConflicts>[1], now: Date) {
  const { id, propertyId, kind, nights, bookingId, expiresAt, eventKind, feedId, conflictNotice } = occupancies
  return db
    .select({
      id,
      propertyId,
      kind,
      nights,
      bookingId,
      eventKind,
      feedId,
      conflictNotice,
      timeZone: properties.timeZone,
      reference: bookings.reference,
      status: bookings.status,
      source: bookings.source,
      guest: bookings.guestName,
      imported: importedBookings.bookingId,
      calendar: calendarFeeds.label,
    })
    .from(occupancies)
    .innerJoin(properties, eq(properties.id, propertyId))
    .leftJoin(bookings, eq(bookings.id, bookingId))
    .leftJoin(importedBookings, eq(importedBookings.bookingId, bookingId))
    .leftJoin(calendarFeeds, eq(calendarFeeds.id, feedId))
    .where(and(isOf(propertyId, of, now), reaches(nights, now), or(ne(kind, 'hold'), gt(expiresAt, now))))
    .orderBy(asc(sql`lower(${nights})`), asc(calendarFeeds.label))
}
type Occupied = Awaited<ReturnType<typeof listOccupied>>[number]
type Ahead = (nights: Nights) => Nights | null

async function listBlocks(db: Tx, propertyIds: string[], now: Date): Promise<Map<string, Nights[]>> {
  const { propertyId, nights, kind } = blocks
  const rows = await db
    .select({ propertyId, nights })
    .from(blocks)
    .where(and(inArray(propertyId, propertyIds), ne(kind, 'visit'), reaches(nights, now)))
  const grouped = Map.groupBy(rows, (row) => row.propertyId)
  return new Map([...grouped].map(([id, ofProperty]) => [id, ofProperty.map((row) => row.nights)]))
}

function stayOf(row: Occupied, ahead: Ahead): Stay[] {
  const nights = ahead(row.nights)
  if (row.kind === 'import' || !nights) return []
  const status = row.status === 'pending' || row.status === 'confirmed' ? row.status : 'held'
  return [{ bookingId: row.bookingId, reference: row.reference, guest: row.guest, status, nights }]
}

function claimOfStay({ kind, bookingId, reference, guest, ...row }: Occupied, ahead: Ahead): Claim[] {
  const nights = ahead(row.nights)
  return kind === 'import' || !nights ? [] : [{ kind: 'stay', bookingId, reference, guest, nights }]
}

function importOf({ id, kind, feedId, calendar, eventKind, ...row }: Occupied, ahead: Ahead): Claim[] {
  const nights = ahead(row.nights)
  if (kind !== 'import' || row.conflictNotice === 'settled') return []
  if (!feedId || calendar === null || !nights) return []
  return [{ kind, occupancyId: id, feedId, calendar, eventKind, nights }]
}
