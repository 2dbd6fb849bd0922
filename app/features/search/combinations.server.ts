import { lte, or, type SQL, sql } from 'drizzle-orm'
import { type BookableProperty, isOneOf, listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { milesBetween } from '#app/features/properties/surroundings.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Party } from '#app/shared/stay.ts'
import { combineProperties, shareParty } from './combine-properties.ts'
import { isWithin, stayPricer } from './find-properties.server.ts'
import type { PropertySearch } from './search.ts'

/** How many candidates each ranking of a location returns, and how many there are in total. */
const PER_LOCATION = 12
const MOST_CANDIDATES = 500

/** How many combinations are priced, and how many are shown. */
const MOST_PRICED = 24
const MOST_SHOWN = 3

type Share = { propertyId: string; party: Party; price: Price }
export type PricedCombination = {
  location: string
  miles: number | null
  bedrooms: number
  total: number
  shares: Share[]
}

/** As much of the party as fits the property. */
function limitParty(party: Party, { maxGuests, maxInfants, maxPets }: BookableProperty['rules']): Party {
  const adults = Math.min(party.adults, maxGuests)
  return {
    adults,
    children: Math.min(party.children, maxGuests - adults),
    infants: Math.min(party.infants, maxInfants),
    pets: Math.min(party.pets, maxPets),
  }
}

type Point = [number, number]

/** The longest straight distance, rounded like the published locations: half miles up to five, whole miles beyond. */
function longestDistance(points: (Point | null)[]): number | null {
  const known = points.filter((point) => point !== null)
  if (known.length < points.length) return null
  const distances = known.flatMap((from, index) => known.slice(index + 1).map((to) => milesBetween(from, to)))
  const miles = Math.max(...distances)
  if (miles < 0.5) return 0
  return miles < 5 ? Math.round(miles * 2) / 2 : Math.round(miles)
}

/** The candidates of each location: its largest properties, and the cheapest per guest by nightly rate. */
async function listCandidates({ db }: Services, where: SQL | undefined) {
  const { id, location, latitude, longitude, bedrooms, maxGuests, pricePerNight } = properties
  const rank = (order: SQL) => sql<number>`row_number() over (partition by ${location} order by ${order}, ${id})`
  const ranked = db
    .select({
      ...{ id, location, latitude, longitude, bedrooms },
      large: rank(sql`${maxGuests} desc, ${pricePerNight}`).as('large'),
      cheap: rank(sql`${pricePerNight} / ${maxGuests}`).as('cheap'),
    })
    .from(properties)
    .where(where)
    .as('ranked')
  const rows = await db
    .select()
    .from(ranked)
    .where(or(lte(ranked.large, PER_LOCATION), lte(ranked.cheap, PER_LOCATION)))
    .orderBy(ranked.large, ranked.id)
    .limit(MOST_CANDIDATES)
  return new Map(
    rows.map((row) => {
      const point: Point | null =
        row.latitude === null || row.longitude === null ? null : [Number(row.latitude), Number(row.longitude)]
      return [row.id, { location: row.location, bedrooms: row.bedrooms, point }]
    }),
  )
}

/** Properties at one location that match `where` and fit the party together, lowest total first. */
export async function findCombinations(
  services: Services,
  { where, search }: { where: SQL | undefined; search: PropertySearch },
): Promise<PricedCombination[]> {
  if (search.adults < 2) return []
  const candidates = await listCandidates(services, where)
  if (candidates.size < 2) return []
  const nights = { from: search.checkIn, to: search.checkOut }
  const bookable = await listPropertyRules(services.db, isOneOf(properties.id, [...candidates.keys()]), nights)
  const priceIn = stayPricer(services)
  const possible = bookable.flatMap((property) => {
    const alone = priceIn(property, { ...search, ...limitParty(search, property.rules) })
    const candidate = candidates.get(property.id)
    return alone && candidate ? [{ ...property.rules, ...candidate, property, estimate: alone.total }] : []
  })
  const combined = combineProperties(possible, search)
    .slice(0, MOST_PRICED)
    .flatMap((together): PricedCombination[] => {
      const parties = shareParty(together, search)
      const shares = together.flatMap(({ property }, index): Share[] => {
        const party = parties?.[index]
        const price = party && priceIn(property, { ...search, ...party })
        return price ? [{ propertyId: property.id, party, price }] : []
      })
      if (shares.length < together.length) return []
      return [
        {
          location: together[0]?.location ?? '',
          miles: longestDistance(together.map(({ point }) => point)),
          bedrooms: together.reduce((sum, { bedrooms }) => sum + bedrooms, 0),
          total: shares.reduce((sum, { price }) => sum + price.total, 0),
          shares,
        },
      ]
    })
  return combined
    .filter(({ total, bedrooms }) => isWithin(search, total) && bedrooms >= (search.bedrooms ?? 0))
    .sort((a, b) => a.total - b.total)
    .slice(0, MOST_SHOWN)
}
