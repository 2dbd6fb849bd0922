import { and, type SQL, sql } from 'drizzle-orm'
import { freeNights } from '#app/features/availability/availability.server.ts'
import { isOneOf, listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, eachNight, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { isWithin, stayPricer } from './find-properties.server.ts'
import type { PropertySearch } from './search.ts'

/** How many of the nearest properties are priced, and how many are shown. */
const MOST_PRICED = 40
const MOST_SHOWN = 12

type Span = { from: IsoDate; to: IsoDate }
export type NearStay = Span & { propertyId: string; price: Price }

/** Properties with enough consecutive free nights around the stay, nearest first, with those nights. */
async function listNearest(
  { db, clock }: Services,
  { where, search, days }: { where: SQL | undefined; search: PropertySearch; days: number },
): Promise<Map<string, Span[]>> {
  const { checkIn, checkOut, holdId } = search
  const nights = nightsBetween(checkIn, checkOut)
  const around = { from: addDays(checkIn, -days), to: addDays(checkOut, days) }
  const free = freeNights(properties.id, around, { now: clock.now(), holdId })
  const start = sql`greatest(lower(span), least(${checkIn}::date, upper(span) - ${nights}::int))`
  const { rows } = await db.execute<{ id: string; spans: { from: IsoDate; to: IsoDate }[] }>(sql`
    select ${properties.id}, json_agg(json_build_object('from', lower(span), 'to', upper(span))) spans
    from ${properties} cross join lateral unnest(${free}) span
    where ${where} and upper(span) - lower(span) >= ${nights}::int
    group by ${properties.id} order by min(abs(${start} - ${checkIn}::date)), ${properties.displayOrder}, ${properties.id}
    limit ${MOST_PRICED}`)
  return new Map(rows.map(({ id, spans }) => [id, spans]))
}

/** Every stay in the nearby days that is no shorter, least moved first. */
function nearby({ checkIn, checkOut }: PropertySearch, days: number): (Span & { moved: number })[] {
  const nights = nightsBetween(checkIn, checkOut)
  const shifts = Array.from({ length: 2 * days + 1 }, (_, index) => index - days).sort(
    (a, b) => Math.abs(a) - Math.abs(b),
  )
  const stays = shifts.flatMap((shift) => {
    const from = addDays(checkIn, shift)
    return eachNight(addDays(from, nights), addDays(checkOut, days + 1)).map((to) => {
      return { from, to, moved: Math.abs(shift) + Math.abs(nightsBetween(checkOut, to)) }
    })
  })
  return stays.sort((a, b) => a.moved - b.moved)
}

/** The nearest free stay of each property that matches `where`, at most `days` earlier or later, nearest first. */
export async function findAlternatives(
  services: Services,
  { where, search, days, found }: { where: SQL | undefined; search: PropertySearch; days: number; found: string[] },
): Promise<NearStay[]> {
  const others = found.length > 0 ? and(where, sql`not ${isOneOf(properties.id, found)}`) : where
  const spans = await listNearest(services, { where: others, search, days })
  if (spans.size === 0) return []
  const { checkIn, checkOut } = search
  const around = { from: addDays(checkIn, -days), to: addDays(checkOut, days) }
  const nearest = await listPropertyRules(services.db, isOneOf(properties.id, [...spans.keys()]), around)
  const priceIn = stayPricer(services)
  const possible = nearby(search, days)
  const stays = nearest.flatMap((property) => {
    for (const { from, to, moved } of possible) {
      if (!spans.get(property.id)?.some((span) => span.from <= from && to <= span.to)) continue
      const price = priceIn(property, { ...search, checkIn: from, checkOut: to })
      if (price && isWithin(search, price.total)) return [{ propertyId: property.id, from, to, moved, price }]
    }
    return []
  })
  return stays
    .sort((a, b) => a.moved - b.moved)
    .slice(0, MOST_SHOWN)
    .map(({ moved: _, ...stay }) => stay)
}
