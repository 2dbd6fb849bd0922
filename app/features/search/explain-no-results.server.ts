import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isOneOf } from '#app/features/availability/property-rules.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Party, Stay } from '#app/shared/stay.ts'
import { conditionsOf, isOffered, isWithin, priceProperties } from './find-properties.server.ts'
import type { FilterName, PartyLimit, SearchAnswer, SearchFilters } from './search.ts'

/** Counting stops at this many properties per filter. */
const MOST_COUNTED = 100

const countMet = (conditions: SQL[]) =>
  sql.join(
    conditions.map((condition) => sql`(${condition})::int`),
    sql` + `,
  )

/**
 * How many free properties each single filter hides, largest number first. `free` finds those with free nights and room;
 * `tooExpensive` is how many of them only the price hides.
 */
export async function listHidden(
  services: Services,
  input: { free: SQL | undefined; stay: Stay; filters: SearchFilters; tooExpensive: number },
): Promise<SearchAnswer['hidden']> {
  const { free, stay, filters, tooExpensive } = input
  const conditions = Object.entries(conditionsOf(filters)) as [FilterName, SQL][]
  const hidden = new Map<FilterName, number>(tooExpensive > 0 ? [['price', tooExpensive]] : [])
  if (conditions.length > 0) {
    const met = Object.fromEntries(conditions.map(([name, condition]) => [name, sql<boolean>`${condition}`]))
    const allButOne = sql`${countMet(conditions.map(([, condition]) => condition))} = ${conditions.length - 1}::int`
    const rows: ({ id: string } & Partial<Record<FilterName, boolean>>)[] = await services.db
      .select({ id: properties.id, ...met })
      .from(properties)
      .where(and(free, allButOne))
      .orderBy(properties.displayOrder, properties.id)
      .limit(MOST_COUNTED)
    const ids = rows.map((row) => row.id)
    const priced = ids.length > 0 ? await priceProperties(services, isOneOf(properties.id, ids), stay) : []
    const possible = new Set(
      priced.flatMap(({ propertyId, price }) => (isWithin(filters, price.total) ? [propertyId] : [])),
    )
    for (const row of rows) {
      const unmet = conditions.find(([name]) => row[name] === false)?.[0]
      if (unmet && possible.has(row.id)) hidden.set(unmet, (hidden.get(unmet) ?? 0) + 1)
    }
  }
  return [...hidden].map(([filter, homes]) => ({ filter, homes })).sort((a, b) => b.homes - a.homes)
}

const largest = (column: PgColumn) => sql<number[]>`(array_agg(${column} order by ${column} desc))[1:3]`

/** The part of a party that no property fits, whatever the dates. */
export async function findPartyLimit({ db }: Services, party: Party): Promise<PartyLimit | null> {
  const { maxGuests, maxInfants, maxPets, location } = properties
  const locations = await db
    .select({ guests: largest(maxGuests), infants: largest(maxInfants), pets: largest(maxPets) })
    .from(properties)
    .where(isOffered)
    .groupBy(location)
  return limitOf(locations, party)
}

/** The largest capacities at each location, in descending order: as many as can be combined. */
export type LocationCapacity = { guests: number[]; infants: number[]; pets: number[] }

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/**
 * The part of a party that fits neither one property nor several at one location with an adult in each; null if all of it
 * fits.
 */
export function limitOf(
  locations: readonly LocationCapacity[],
  { adults, children, infants, pets }: Party,
): PartyLimit | null {
  const party = { guests: adults + children, infants, pets }
  if (locations.length === 0) return null
  let left = locations
  for (const part of ['guests', 'infants', 'pets'] as const) {
    const asked = party[part]
    const withRoomIn = (count: number) => left.filter((location) => sum(location[part].slice(0, count)) >= asked)
    if (withRoomIn(adults).length > 0) {
      left = withRoomIn(adults)
      continue
    }
    const most = (count: number) => Math.max(0, ...left.map((location) => sum(location[part].slice(0, count))))
    const homes = [2, 3].find((count) => withRoomIn(count).length > 0) ?? null
    return { part, asked, home: most(1), together: most(3), homes, narrowed: left.length < locations.length }
  }
  return null
}
