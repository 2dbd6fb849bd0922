import { asc, type SQL } from 'drizzle-orm'
import { listTakenSpans, type TakenSpan } from '#app/features/availability/taken-nights.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, eachNight, type IsoDate } from '#app/shared/dates.ts'
import type { NightUse } from './today.ts'

/**
 * These homes in the order of the site. Each has the use of its coming nights, from tonight on by the day at the home. At
 * most `limit` homes. Two statements.
 */
export async function listNightsAhead(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { nights, limit, where }: { nights: number; limit: number; where: SQL | undefined },
) {
  const { id, slug, name, status, timeZone, images, displayOrder } = properties
  const rows = await db
    .select({ id, slug, name, status, timeZone, images })
    .from(properties)
    .where(where)
    .orderBy(asc(displayOrder), asc(name))
    .limit(limit)
  const now = clock.now()
  const today = dateInZone(now, 'UTC')
  // The day at a home may be one earlier or later.
  const around = { from: addDays(today, -1), to: addDays(today, nights + 1), propertyIds: rows.map((row) => row.id) }
  const taken = rows.length > 0 ? await listTakenSpans(db, around, { now }) : []
  return rows.map(({ timeZone: zone, ...property }) => {
    const own = taken.filter(({ propertyId }) => propertyId === property.id)
    const tonight = dateInZone(now, zone)
    const uses = eachNight(tonight, addDays(tonight, nights)).map((night) => useOf(night, own))
    return { ...property, tonight, uses }
  })
}

const kindShown = (kind: TakenSpan['kind']) => (kind === 'overbooking' ? 'booking' : kind)

/** A stay hides a block of the same night: guests are there. */
function useOf(night: IsoDate, taken: readonly TakenSpan[]): NightUse {
  const kinds = taken.flatMap(({ from, to, kind }) => (from <= night && night < to ? kindShown(kind) : []))
  return kinds.find((kind) => kind === 'booking') ?? kinds[0] ?? 'vacant'
}
