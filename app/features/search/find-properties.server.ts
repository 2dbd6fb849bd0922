import { and, count, eq, gte } from 'drizzle-orm'
import { localTimeIn } from '#app/features/availability/availability.server.ts'
import { type BookableProperty, isOneOf, listPublishedRules } from '#app/features/availability/property-rules.server.ts'
import { checkStay, type LocalTime } from '#app/features/availability/stay-rules.ts'
import { listTakenSpans, type TakenSpan } from '#app/features/availability/taken-nights.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { bookings, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Party, Stay } from '#app/shared/stay.ts'
import type { FilterName, SearchFilters, Sort } from './search.ts'

/** A property that can be booked, with what filters and orders read. Words are in lower case. */
export type OfferedProperty = BookableProperty & {
  location: string
  propertyType: string
  bedrooms: number
  point: [latitude: number, longitude: number] | null
  createdAt: number
  words: { location: string; propertyType: string; amenities: string[] }
}

/** The properties that can be booked at all, in the operator's order, from the cache. */
export function listOffered(services: Pick<Services, 'db' | 'cache'>): Promise<OfferedProperty[]> {
  const { db, cache } = services
  return cache.read('offered properties', async () => {
    const { id, location, city, region, propertyType, bedrooms, amenities, createdAt } = properties
    const { latitude, longitude } = properties
    const columns = { id, location, city, region, propertyType, bedrooms, amenities, createdAt, latitude, longitude }
    const rows = await db.select(columns).from(properties).where(eq(properties.published, true))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const bookable = await listPublishedRules(services)
    return bookable.flatMap((property): OfferedProperty[] => {
      const row = byId.get(property.id)
      if (!row || !property.isAvailable || property.rules.pricing.baseNightly === null) return []
      const { latitude, longitude } = row
      return [
        {
          ...property,
          location: row.location,
          propertyType: row.propertyType,
          bedrooms: row.bedrooms,
          point: latitude === null || longitude === null ? null : [Number(latitude), Number(longitude)],
          createdAt: row.createdAt.getTime(),
          words: {
            location: [row.location, row.city, row.region]
              .filter((word) => word !== null)
              .join(' ')
              .toLowerCase(),
            propertyType: row.propertyType.toLowerCase(),
            amenities: row.amenities.map((amenity) => amenity.toLowerCase()),
          },
        },
      ]
    })
  })
}

/** Whether a property has room for the party. */
export function hasRoomFor({ rules }: BookableProperty, { adults, children, infants, pets }: Party): boolean {
  return adults + children <= rules.maxGuests && infants <= rules.maxInfants && pets <= rules.maxPets
}

/** The filters that a property does not meet. The price is checked once it is known. */
export function unmetFilters({ words, bedrooms }: OfferedProperty, filters: SearchFilters): FilterName[] {
  const { location = '', propertyType, bedrooms: least = 0, amenities = [] } = filters
  const hasAll = amenities.every((wanted) => words.amenities.some((amenity) => amenity.includes(wanted.toLowerCase())))
  const isMet: Partial<Record<FilterName, boolean>> = {
    location: words.location.includes(location.toLowerCase()),
    bedrooms: bedrooms >= least,
    propertyType: !propertyType || words.propertyType === propertyType.toLowerCase(),
    amenities: hasAll,
  }
  return Object.keys(isMet).filter((name): name is FilterName => !isMet[name as FilterName])
}

/** Whether a total lies within the price filter. */
export function isWithin({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: SearchFilters, total: number): boolean {
  return total >= minPrice && total <= maxPrice
}

/** The taken nights that overlap `[from, to)`, by property id. The nights of the caller's own hold count as free. */
export async function findTaken(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  nights: { from: IsoDate; to: IsoDate },
  holdId?: string,
): Promise<Map<string, TakenSpan[]>> {
  return Map.groupBy(await listTakenSpans(db, nights, { now: clock.now(), holdId }), (span) => span.propertyId)
}

export type PricedProperty = { property: OfferedProperty; price: Price }

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

/** Those of the properties that can be booked for the stay, with its price. Their nights must be known to be free. */
export function priceProperties(services: Services, free: OfferedProperty[], stay: Stay): PricedProperty[] {
  const priceIn = stayPricer(services)
  return free.flatMap((property) => {
    const price = priceIn(property, stay)
    return price ? [{ property, price }] : []
  })
}

const POPULAR_MS = 365 * 86_400_000

/** How often each property was booked in the last year. */
async function countBookings({ db, clock }: Services, ids: string[]): Promise<Map<string, number>> {
  const lately = gte(bookings.createdAt, new Date(clock.now().getTime() - POPULAR_MS))
  const rows = await db
    .select({ id: bookings.propertyId, booked: count() })
    .from(bookings)
    .where(and(isOneOf(bookings.propertyId, ids), eq(bookings.status, 'confirmed'), lately))
    .groupBy(bookings.propertyId)
  return new Map(rows.map(({ id, booked }) => [id, booked]))
}

async function rankOf(
  services: Services,
  found: PricedProperty[],
  sort: Sort,
): Promise<(property: PricedProperty) => number> {
  if (sort === 'price_low') return ({ price }) => price.total
  if (sort === 'price_high') return ({ price }) => -price.total
  if (sort === 'newest') return ({ property }) => -property.createdAt
  const times = await countBookings(
    services,
    found.map(({ property }) => property.id),
  )
  return ({ property }) => -(times.get(property.id) ?? 0)
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
