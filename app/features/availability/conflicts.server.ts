import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { Clock } from '#app/platform/clock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, calendarFeeds, type Nights, occupancies, properties } from '#app/platform/db/schema.server.ts'
import { dateInZone, eachNight, type IsoDate, overlapOf } from '#app/shared/dates.ts'
import { listBlockedSpans } from './taken-nights.server.ts'

type Stay = {
  /** Both are null for a hold without a booking. */
  bookingId: string | null
  reference: string | null
  status: 'held' | 'pending' | 'confirmed'
  nights: Nights
}
type Claim =
  | { kind: 'block'; nights: Nights }
  | {
      kind: 'import'
      occupancyId: string
      feedId: string
      calendar: string
      /** What the calendar calls the nights; null if it does not distinguish guests from closed nights. */
      marked: 'reserved' | 'block' | null
      nights: Nights
    }

/** A stay of ours and a foreign claim to some of its nights: a person has to choose one. */
export type NightConflict = {
  propertyId: string
  /** The nights that overlap, from today at the property on. */
  nights: Nights
  stay: Stay
  claim: Claim
}

/**
 * The overlaps of a property's stays (live holds, pending and confirmed bookings) with imports or blocks, by date; or those
 * of one booking. Echoes of our own calendar do not count (docs/decisions/042). Under the property's lock (`db: tx`) the
 * answer stays true.
 */
export async function listConflicts(
  { db, clock }: { db: Tx; clock: Clock },
  of: { propertyId: string } | { bookingId: string },
): Promise<NightConflict[]> {
  const property = await getProperty(db, of)
  if (!property) return []
  const now = clock.now()
  const ahead = { from: dateInZone(now, property.timeZone), to: '9999-12-31' }
  const stays = await listStays(db, property.id, ahead, now)
  if (stays.length === 0) return []
  const blockedSpans = await listBlockedSpans(db, property.id, ahead.from)
  const blocked = blockedSpans.flatMap(nightsOf)
  const claims = [...blockedSpans.map(blockOf), ...(await listImports(db, property.id, ahead))]
  const carried = new Set([...stays.filter(isExported).flatMap(({ nights }) => nightsOf(nights)), ...blocked])
  const asked = 'bookingId' in of ? stays.filter((stay) => stay.bookingId === of.bookingId) : stays
  return asked.flatMap((stay) =>
    claims.flatMap((claim) => {
      const nights = overlapOf(stay.nights, claim.nights)
      if (!nights || isEcho(claim, stay, carried)) return []
      return [{ propertyId: property.id, nights, stay, claim }]
    }),
  )
}

const nightsOf = ({ from, to }: Nights) => eachNight(from, to)
const blockOf = (nights: Nights): Claim => ({ kind: 'block', nights })
const isExported = ({ status }: Stay) => status !== 'held'

/**
 * Whether an import is a platform's copy of our calendar under an id of its own: nights that it calls blocked, which include
 * the whole stay and only nights that our calendar carries.
 */
function isEcho(claim: Claim, stay: Stay, carried: ReadonlySet<IsoDate>): boolean {
  if (claim.kind !== 'import' || claim.marked !== 'block' || !isExported(stay)) return false
  const { from, to } = claim.nights
  return from <= stay.nights.from && stay.nights.to <= to && nightsOf(claim.nights).every((night) => carried.has(night))
}

async function getProperty(db: Tx, of: { propertyId: string } | { bookingId: string }) {
  const property = { id: properties.id, timeZone: properties.timeZone }
  if ('propertyId' in of) return (await db.select(property).from(properties).where(eq(properties.id, of.propertyId)))[0]
  const ofBooking = db.select(property).from(properties).innerJoin(bookings, eq(bookings.propertyId, properties.id))
  return (await ofBooking.where(eq(bookings.id, of.bookingId)))[0]
}

const reaches = (ahead: Nights) => sql`${occupancies.nights} && daterange(${ahead.from}, ${ahead.to})`
/** The nights that are not over. */
const within = (nights: Nights, ahead: Nights) => overlapOf(nights, ahead) ?? nights

async function listStays(db: Tx, propertyId: string, ahead: Nights, now: Date): Promise<Stay[]> {
  const { nights, kind, expiresAt, bookingId } = occupancies
  const rows = await db
    .select({ bookingId, reference: bookings.reference, status: bookings.status, nights })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, bookingId))
    .where(
      and(
        eq(occupancies.propertyId, propertyId),
        reaches(ahead),
        or(eq(kind, 'booking'), and(eq(kind, 'hold'), gt(expiresAt, now))),
      ),
    )
    .orderBy(asc(sql`lower(${nights})`))
  return rows.map((row) => ({
    ...row,
    status: row.status === 'pending' || row.status === 'confirmed' ? row.status : 'held',
    nights: within(row.nights, ahead),
  }))
}

async function listImports(db: Tx, propertyId: string, ahead: Nights): Promise<Claim[]> {
  const { id: occupancyId, nights, marked } = occupancies
  const rows = await db
    .select({ occupancyId, feedId: calendarFeeds.id, calendar: calendarFeeds.label, marked, nights })
    .from(occupancies)
    .innerJoin(calendarFeeds, eq(calendarFeeds.id, occupancies.feedId))
    .where(and(eq(occupancies.propertyId, propertyId), eq(occupancies.kind, 'import'), reaches(ahead)))
    .orderBy(asc(sql`lower(${nights})`), asc(calendarFeeds.label))
  return rows.map((row) => ({ kind: 'import', ...row, nights: within(row.nights, ahead) }))
}
