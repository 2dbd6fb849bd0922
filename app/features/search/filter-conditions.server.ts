import { and, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Party } from '#app/shared/stay.ts'
import type { FilterName, SearchFilters } from './search.ts'

/** Homes that can be booked at all. */
export const isOffered = and(
  eq(properties.published, true),
  eq(properties.isAvailable, true),
  isNotNull(properties.pricePerNight),
  eq(properties.priceConfirmed, true),
)

/** Homes that take the party. */
export function takes(party: Party): SQL | undefined {
  return and(
    gte(properties.maxGuests, party.adults + party.children),
    gte(properties.maxInfants, party.infants),
    gte(properties.maxPets, party.pets),
  )
}

const PLACE = sql`lower(concat_ws(' ', ${properties.location}, ${properties.city}, ${properties.region}))`
const names = (text: SQL, words: string) => sql`strpos(${text}, ${words.toLowerCase()}) > 0`

/** The filters that the database judges, by their names. The price is judged where it is known. */
export function conditionsOf(filters: SearchFilters): Partial<Record<FilterName, SQL>> {
  const { location, bedrooms, propertyType, amenities = [] } = filters
  const has = amenities.map(
    (words) =>
      sql`exists (select from unnest(${properties.amenities}) amenity where ${names(sql`lower(amenity)`, words)})`,
  )
  return {
    ...(location && { location: names(PLACE, location) }),
    ...(bedrooms && { bedrooms: gte(properties.bedrooms, bedrooms) }),
    ...(propertyType && { propertyType: eq(sql`lower(${properties.propertyType})`, propertyType.toLowerCase()) }),
    ...(has.length > 0 && { amenities: sql`(${sql.join(has, sql` and `)})` }),
  }
}

/** Whether a total is one that was asked for. */
export function isWithin({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: SearchFilters, total: number): boolean {
  return total >= minPrice && total <= maxPrice
}
