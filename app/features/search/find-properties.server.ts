import { and, eq, gte, sql } from 'drizzle-orm'
import { localTimeIn } from '#app/features/availability/availability.server.ts'
import { gapsOf, holesBetween, NO_GAPS, withNeighbors } from '#app/features/availability/gaps.server.ts'
import { firstOffered } from '#app/features/availability/next-open.ts'
import {
  answerHoursOf,
  type BookableProperty,
  listPublishedRules,
} from '#app/features/availability/property-rules.server.ts'
import { checkStay, type LocalTime, type StayLimits, totalIfAllowed } from '#app/features/availability/stay-rules.ts'
import { listTakenForSearch, type TakenSpan } from '#app/features/availability/taken-nights.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { type Gaps, gapKey, type Price } from '#app/features/pricing/price.ts'
import { FEATURE_WORDS } from '#app/features/properties/fact-features.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { listFeatures } from '#app/features/properties/property-records.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type IsoDate, quarterHourEnd } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Party, Stay } from '#app/shared/stay.ts'
import type { FilterName, PropertySearch, SearchFilters, Sort } from './search.ts'

/** A property that can be booked, with what filters and orders read. Words are in lower case. */
export type OfferedProperty = BookableProperty & {
  /** Its index in the list. */
  position: number
  location: string
  propertyType: string
  bedrooms: number
  point: [latitude: number, longitude: number] | null
  createdAt: number
  /** The amenities among the facts, as guests choose them; they are among `words.amenities`, too. */
  features: string[]
  words: { location: string; propertyType: string; amenities: string[] }
}

/** The properties that can be booked at all, in the operator's order, from the cache. */
export function listOffered(services: Pick<Services, 'db' | 'cache' | 'clock' | 'log'>): Promise<OfferedProperty[]> {
  const { db, cache } = services
  return cache.read('offered properties', async () => {
    const { id, location, city, region, propertyType, bedrooms, amenities, createdAt } = properties
    const { latitude, longitude } = properties
    const columns = { id, location, city, region, propertyType, bedrooms, amenities, createdAt, latitude, longitude }
    const rows = await db.select(columns).from(properties).where(eq(properties.listed, true))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const bookable = await listPublishedRules(services)
    const features = await listFeatures(services)
    const offered = bookable.flatMap((property): Omit<OfferedProperty, 'position'>[] => {
      const row = byId.get(property.id)
      if (!row || !property.isAvailable || property.rules.pricing.baseNightly === null) return []
      const { latitude, longitude } = row
      const featureWords = (features.get(property.id) ?? []).map((feature) => FEATURE_WORDS[feature])
      return [
        {
          ...property,
          location: row.location,
          propertyType: row.propertyType,
          bedrooms: row.bedrooms,
          point: latitude === null || longitude === null ? null : [Number(latitude), Number(longitude)],
          createdAt: row.createdAt.getTime(),
          features: featureWords,
          words: {
            location: [row.location, row.city, row.region]
              .filter((word) => word !== null)
              .join(' ')
              .toLowerCase(),
            propertyType: row.propertyType.toLowerCase(),
            amenities: [...row.amenities, ...featureWords].map((amenity) => amenity.toLowerCase()),
          },
        },
      ]
    })
    return offered.map((property, position) => ({ ...property, position }))
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
  const unmet: FilterName[] = []
  if (!words.location.includes(location.toLowerCase())) unmet.push('location')
  if (bedrooms < least) unmet.push('bedrooms')
  if (propertyType && words.propertyType !== propertyType.toLowerCase()) unmet.push('propertyType')
  if (!hasAll) unmet.push('amenities')
  return unmet
}

/** Whether a total lies within the price filter. */
export function isWithin({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: SearchFilters, total: number): boolean {
  return total >= minPrice && total <= maxPrice
}

/** The taken nights in and next to `[from, to)`, by property id. The nights of the caller's own hold count as free. */
export async function findTaken(
  services: Services,
  nights: { from: IsoDate; to: IsoDate },
  holdId?: string,
): Promise<Map<string, TakenSpan[]>> {
  return Map.groupBy(
    await listTakenForSearch(services, withNeighbors(nights), { now: services.clock.now(), holdId }),
    (span) => span.propertyId,
  )
}

/** Which gaps a property has, among the taken nights around a stay. */
export type GapsIn = (property: BookableProperty) => Gaps

export const gapsAmong =
  (taken: Map<string, TakenSpan[]>): GapsIn =>
  ({ id, rules: { pricing } }) =>
    pricing.gap ? gapsOf(holesBetween(taken.get(id) ?? []), pricing) : NO_GAPS

/** Which properties have the nights of a stay free, and which gaps they have there. */
export async function findAround(
  services: Services,
  { checkIn, checkOut, holdId }: Pick<PropertySearch, 'checkIn' | 'checkOut' | 'holdId'>,
) {
  const taken = await findTaken(services, { from: checkIn, to: checkOut }, holdId)
  const isFree = ({ id }: BookableProperty) => !taken.get(id)?.some(({ from, to }) => from < checkOut && checkIn < to)
  return { isFree, gapsIn: gapsAmong(taken) }
}

/** Prices stays in properties whose nights are known to be free. The local time of each zone is computed once. */
export function stayPricer(services: Pick<Services, 'clock' | 'config' | 'gateway'>, gapsIn: GapsIn) {
  const { clock, config } = services
  const now = clock.now()
  const contexts = new Map<string, LocalTime & { limits: StayLimits }>()
  const contextIn = (timeZone: string) => {
    const found = contexts.get(timeZone)
    if (found) return found
    const context = { ...localTimeIn(timeZone, now), limits: config }
    contexts.set(timeZone, context)
    return context
  }
  return {
    priceIn(property: BookableProperty, stay: Stay): Price | null {
      const context = { ...contextIn(property.timeZone), gaps: gapsIn(property) }
      const check = checkStay(property.rules, stay, context)
      return check.ok ? check.price : null
    },
    totalIn(property: BookableProperty, stay: Stay): Cents | null {
      return totalIfAllowed(property.rules, stay, { ...contextIn(property.timeZone), gaps: gapsIn(property) })
    },
    /** The first check-in of a stay that nobody has asked for. */
    soonestOffer(property: BookableProperty): IsoDate {
      const answerHours = answerHoursOf(services)
      return firstOffered(property.rules, { ...contextIn(property.timeZone), answerHours })
    },
  }
}

export type FoundProperty = { property: OfferedProperty; total: Cents }

/**
 * Says which of some offered properties can be booked for the stay, with its total. Their nights must be known to be free.
 * Totals are cached until the content changes, so another order, filter or page of a search computes none again. That
 * of a stay which fills a gap depends on the stays around, too, and is computed each time.
 */
export async function bookableIn(
  services: Services,
  offered: OfferedProperty[],
  { checkIn, checkOut, adults, children, infants, pets }: Stay,
  gapsIn: GapsIn,
): Promise<(free: OfferedProperty[]) => FoundProperty[]> {
  const stay = { checkIn, checkOut, adults, children, infants, pets }
  // Lead times depend on the local hour.
  const until = quarterHourEnd(services.clock.now()).getTime()
  // Weak, because entries outlive their content: hundreds of outdated lists would fill the memory.
  const asNew = () => ({ offered: new WeakRef(offered), totals: new Int32Array(offered.length).fill(UNKNOWN) })
  const key = `totals until ${until} ${Object.values(stay).join(' ')}`
  const cached = await services.cache.read(key, async () => asNew(), { isStray: true })
  const { totals } = cached.offered.deref() === offered ? cached : asNew()
  const { totalIn } = stayPricer(services, gapsIn)
  const ofGap = gapKey(stay)
  const totalOf = (property: OfferedProperty) => totalIn(property, stay) ?? REFUSED
  return (free) => {
    const found: FoundProperty[] = []
    for (const property of free) {
      const isGap = gapsIn(property).has(ofGap)
      if (!isGap && totals[property.position] === UNKNOWN) totals[property.position] = totalOf(property)
      const total = isGap ? totalOf(property) : (totals[property.position] ?? REFUSED)
      if (total !== REFUSED) found.push({ property, total })
    }
    return found
  }
}
const UNKNOWN = -2
const REFUSED = -1

const DAY_MS = 86_400_000

/** How often each property was booked in the 365 days before today and since, from the cache. */
function countBookings({ db, clock, cache }: Services): Promise<Map<string, number>> {
  const now = clock.now().getTime()
  const since = new Date(now - (now % DAY_MS) - 365 * DAY_MS)
  const count = async () => {
    const rows = await db
      .select({ id: bookings.propertyId, booked: sql<number>`count(*)::int` })
      .from(bookings)
      .where(and(eq(bookings.status, 'confirmed'), gte(bookings.createdAt, since)))
      .groupBy(bookings.propertyId)
    return new Map(rows.map(({ id, booked }) => [id, booked]))
  }
  return cache.read(`bookings since ${since.toISOString()}`, count, { dependsOn: 'nights' })
}

async function rankOf(services: Services, sort: Sort): Promise<(found: FoundProperty) => number> {
  if (sort === 'price_low') return ({ total }) => total
  if (sort === 'price_high') return ({ total }) => -total
  if (sort === 'newest') return ({ property }) => -property.createdAt
  const times = await countBookings(services)
  return ({ property }) => -(times.get(property.id) ?? 0)
}

/** Sorts by the chosen order; ties keep the operator's order. */
export async function sortProperties(
  services: Services,
  found: FoundProperty[],
  sort?: Sort,
): Promise<FoundProperty[]> {
  if (!sort || found.length < 2) return found
  const rank = await rankOf(services, sort)
  return found.toSorted((a, b) => rank(a) - rank(b))
}
