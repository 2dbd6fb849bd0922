import { and, count, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm'
import { localTimeIn } from '#app/features/availability/availability.server.ts'
import { type BookableProperty, isOneOf, listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import { checkStay, type LocalTime } from '#app/features/availability/stay-rules.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { bookings, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Party, Stay } from '#app/shared/stay.ts'
import type { FilterName, SearchFilters, Sort } from './search.ts'

/** Properties that can be booked at all. */
export const isOffered = and(
  eq(properties.published, true),
  eq(properties.isAvailable, true),
  isNotNull(properties.pricePerNight),
  eq(properties.priceConfirmed, true),
)

/** Properties with room for the party. */
export function hasRoomFor(party: Party): SQL | undefined {
  return and(
    gte(properties.maxGuests, party.adults + party.children),
    gte(properties.maxInfants, party.infants),
    gte(properties.maxPets, party.pets),
  )
}

const LOCATION = sql`lower(concat_ws(' ', ${properties.location}, ${properties.city}, ${properties.region}))`
const contains = (text: SQL, words: string) => sql`strpos(${text}, ${words.toLowerCase()}) > 0`

/** The filters that the database checks, by name. The price is checked once it is known. */
export function conditionsOf(filters: SearchFilters): Partial<Record<FilterName, SQL>> {
  const { location, bedrooms, propertyType, amenities = [] } = filters
  const has = amenities.map(
    (words) =>
      sql`exists (select from unnest(${properties.amenities}) amenity where ${contains(sql`lower(amenity)`, words)})`,
  )
  return {
    ...(location && { location: contains(LOCATION, location) }),
    ...(bedrooms && { bedrooms: gte(properties.bedrooms, bedrooms) }),
    ...(propertyType && { propertyType: eq(sql`lower(${properties.propertyType})`, propertyType.toLowerCase()) }),
    ...(has.length > 0 && { amenities: sql`(${sql.join(has, sql` and `)})` }),
  }
}

/** Whether a total lies within the price filter. */
export function isWithin({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: SearchFilters, total: number): boolean {
  return total >= minPrice && total <= maxPrice
}

/** Properties priced per batch: thousands at once, with all their rates, would block other requests. */
const BATCH = 1000

export type PricedProperty = { propertyId: string; price: Price }

/** Prices stays in properties whose nights are known to be free. The local time of each zone is computed once. */
export function stayPricer({ clock, config }: Pick<Services, 'clock' | 'config'>) {
  const now = clock.now()
  const times = new Map<string, LocalTime>()
  return (property: BookableProperty, stay: Stay): Price | null => {
    const time = times.get(property.timeZone) ?? localTimeIn(property.timeZone, now)
    times.set(property.timeZone, time)
    const check = checkStay(property.rules, stay, { ...time, limits: config })
    return check.ok ? check.price : null
  }
}

/**
 * The properties that match `where`, in order, and can be booked for the stay. `where` must check that the nights are free.
 */
export async function priceProperties(
  services: Services,
  where: SQL | undefined,
  stay: Stay,
): Promise<PricedProperty[]> {
  const { db } = services
  const { id, displayOrder, name } = properties
  const rows = await db.select({ id }).from(properties).where(where).orderBy(displayOrder, name, id)
  const priceIn = stayPricer(services)
  const priced: PricedProperty[] = []
  for (let start = 0; start < rows.length; start += BATCH) {
    const ids = rows.slice(start, start + BATCH).map((row) => row.id)
    const batch = await listPropertyRules(db, isOneOf(id, ids), { from: stay.checkIn, to: stay.checkOut })
    for (const property of batch) {
      const price = priceIn(property, stay)
      if (price) priced.push({ propertyId: property.id, price })
    }
  }
  return priced
}

const POPULAR_MS = 365 * 86_400_000

async function rankOf(
  services: Services,
  found: PricedProperty[],
  sort: Sort,
): Promise<(property: PricedProperty) => number> {
  const { db, clock } = services
  if (sort === 'price_low') return ({ price }) => price.total
  if (sort === 'price_high') return ({ price }) => -price.total
  const ids = found.map(({ propertyId }) => propertyId)
  if (sort === 'newest') {
    const rows = await db
      .select({ id: properties.id, createdAt: properties.createdAt })
      .from(properties)
      .where(isOneOf(properties.id, ids))
    const since = new Map(rows.map(({ id, createdAt }) => [id, createdAt.getTime()]))
    return ({ propertyId }) => -(since.get(propertyId) ?? 0)
  }
  const lately = gte(bookings.createdAt, new Date(clock.now().getTime() - POPULAR_MS))
  const rows = await db
    .select({ id: bookings.propertyId, booked: count() })
    .from(bookings)
    .where(and(isOneOf(bookings.propertyId, ids), eq(bookings.status, 'confirmed'), lately))
    .groupBy(bookings.propertyId)
  const times = new Map(rows.map(({ id, booked }) => [id, booked]))
  return ({ propertyId }) => -(times.get(propertyId) ?? 0)
}

/** Sorts by the chosen order; ties keep the operator's order. */
export async function sortProperties(
  services: Services,
  found: PricedProperty[],
  sort?: Sort,
): Promise<PricedProperty[]> {
  if (!sort || found.length < 2) return found
  const rank = await rankOf(services, found, sort)
  return found.toSorted((a, b) => rank(a) - rank(b))
}
