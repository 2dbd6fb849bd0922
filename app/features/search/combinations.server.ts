import { lte, or, type SQL, sql } from 'drizzle-orm'
import { type BookableProperty, isOneOf, listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { milesBetween } from '#app/features/properties/surroundings.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Party } from '#app/shared/stay.ts'
import { stayPricer } from './check-properties.server.ts'
import { combineProperties, shareParty } from './combine-properties.ts'
import { isWithin } from './filter-conditions.server.ts'
import type { PropertySearch } from './search.ts'

/** Homes that are looked at, of each kind in a place and in all. */
const OF_A_PLACE = 12
const MOST_CANDIDATES = 500

/** Combinations that are judged, and those that are told. */
const MOST_JUDGED = 24
const MOST_TOLD = 3

type Share = { propertyId: string; party: Party; price: Price }
export type PricedCombination = {
  location: string
  miles: number | null
  bedrooms: number
  total: number
  shares: Share[]
}

/** As much of the party as the home takes. */
function clip(party: Party, { maxGuests, maxInfants, maxPets }: BookableProperty['rules']): Party {
  const adults = Math.min(party.adults, maxGuests)
  return {
    adults,
    children: Math.min(party.children, maxGuests - adults),
    infants: Math.min(party.infants, maxInfants),
    pets: Math.min(party.pets, maxPets),
  }
}

type Point = [number, number]

/** The longest of the straight ways between homes, no finer than where a home is told: half miles up to five, whole ones beyond. */
function longestWay(points: (Point | null)[]): number | null {
  const known = points.filter((point) => point !== null)
  if (known.length < points.length) return null
  const ways = known.flatMap((from, index) => known.slice(index + 1).map((to) => milesBetween(from, to)))
  const miles = Math.max(...ways)
  if (miles < 0.5) return 0
  return miles < 5 ? Math.round(miles * 2) / 2 : Math.round(miles)
}

/** Of each place the largest homes and those that cost least a head by their nightly rate: more are not looked at. */
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
    .where(or(lte(ranked.large, OF_A_PLACE), lte(ranked.cheap, OF_A_PLACE)))
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

/** Homes of one place, among those that `where` finds, that take the party together: the least total first. */
export async function findCombinations(
  services: Services,
  { where, search }: { where: SQL | undefined; search: PropertySearch },
): Promise<PricedCombination[]> {
  if (search.adults < 2) return []
  const facts = await listCandidates(services, where)
  if (facts.size < 2) return []
  const nights = { from: search.checkIn, to: search.checkOut }
  const homes = await listPropertyRules(services.db, isOneOf(properties.id, [...facts.keys()]), nights)
  const judge = stayPricer(services)
  const candidates = homes.flatMap((home) => {
    const alone = judge(home, { ...search, ...clip(search, home.rules) })
    const fact = facts.get(home.id)
    return alone && fact ? [{ ...home.rules, ...fact, home, place: fact.location, estimate: alone.total }] : []
  })
  const combined = combineProperties(candidates, search)
    .slice(0, MOST_JUDGED)
    .flatMap((together): PricedCombination[] => {
      const parties = shareParty(together, search)
      const shares = together.flatMap(({ home }, index): Share[] => {
        const party = parties?.[index]
        const price = party && judge(home, { ...search, ...party })
        return price ? [{ propertyId: home.id, party, price }] : []
      })
      if (shares.length < together.length) return []
      return [
        {
          location: together[0]?.location ?? '',
          miles: longestWay(together.map(({ point }) => point)),
          bedrooms: together.reduce((sum, { bedrooms }) => sum + bedrooms, 0),
          total: shares.reduce((sum, { price }) => sum + price.total, 0),
          shares,
        },
      ]
    })
  return combined
    .filter(({ total, bedrooms }) => isWithin(search, total) && bedrooms >= (search.bedrooms ?? 0))
    .sort((a, b) => a.total - b.total)
    .slice(0, MOST_TOLD)
}
