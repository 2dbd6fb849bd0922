import { count, max } from 'drizzle-orm'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isOffered } from './filter-conditions.server.ts'
import type { SearchChoices } from './search.ts'

/** What there is to choose among the homes that can be booked. */
export async function listSearchChoices({ db }: Pick<Services, 'db'>): Promise<SearchChoices> {
  const rows = await db
    .select({
      location: properties.location,
      propertyType: properties.propertyType,
      bedrooms: max(properties.bedrooms),
      homes: count(),
    })
    .from(properties)
    .where(isOffered)
    .groupBy(properties.location, properties.propertyType)
  const distinct = (texts: string[]) => [...new Set(texts)].sort()
  return {
    homes: rows.reduce((sum, { homes }) => sum + homes, 0),
    locations: distinct(rows.map(({ location }) => location)),
    propertyTypes: distinct(rows.map(({ propertyType }) => propertyType)),
    bedrooms: Math.max(0, ...rows.map(({ bedrooms }) => bedrooms ?? 0)),
  }
}
