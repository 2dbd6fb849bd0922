import { and, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '#app/features/availability/property-rules.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Stay } from '#app/shared/stay.ts'
import { priceProperties } from './check-properties.server.ts'
import { conditionsOf, isWithin } from './filter-conditions.server.ts'
import type { FilterName, SearchAnswer, SearchFilters } from './search.ts'

/** As many homes behind a filter as are counted. */
const MOST_COUNTED = 100

const sum = (conditions: SQL[]) =>
  sql.join(
    conditions.map((condition) => sql`(${condition})::int`),
    sql` + `,
  )

/**
 * Which single filter hides how many homes that are free, the one that hides most first. `free` are those whose nights and room
 * fit; `tooDear` is how many of them only the price hides.
 */
export async function listHidden(
  services: Services,
  { free, stay, filters, tooDear }: { free: SQL | undefined; stay: Stay; filters: SearchFilters; tooDear: number },
): Promise<SearchAnswer['hidden']> {
  const conditions = Object.entries(conditionsOf(filters)) as [FilterName, SQL][]
  const hidden = new Map<FilterName, number>(tooDear > 0 ? [['price', tooDear]] : [])
  if (conditions.length > 0) {
    const met = Object.fromEntries(conditions.map(([name, condition]) => [name, sql<boolean>`${condition}`]))
    const allButOne = sql`${sum(conditions.map(([, condition]) => condition))} = ${conditions.length - 1}::int`
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
