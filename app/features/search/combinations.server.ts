import type { PropertyRules } from '#app/features/availability/stay-rules.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { milesBetween } from '#app/features/properties/surroundings.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Party } from '#app/shared/stay.ts'
import { type GapsIn, isWithin, type OfferedProperty, stayPricer } from './find-properties.server.ts'
import type { PropertySearch } from './search.ts'

/** How many candidates each ranking of a location returns, and how many there are in total. */
const PER_LOCATION = 12
const MOST_CANDIDATES = 500

/** How many combinations are priced, and how many are shown. */
const MOST_PRICED = 24
const MOST_SHOWN = 3

type Share = { property: OfferedProperty; party: Party; price: Price }
export type PricedCombination = {
  location: string
  miles: number | null
  bedrooms: number
  total: number
  shares: Share[]
}

/** The part of the party that fits the property. */
export function limitParty(party: Party, { maxGuests, maxInfants, maxPets }: PropertyRules): Party {
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
function listCandidates(free: OfferedProperty[]): OfferedProperty[] {
  const nightly = ({ rules }: OfferedProperty) => rules.pricing.baseNightly ?? Number.POSITIVE_INFINITY
  const perGuest = (property: OfferedProperty) => nightly(property) / property.rules.maxGuests
  const byLocation = [...Map.groupBy(free, ({ location }) => location).values()].map((neighbors) => {
    const large = neighbors.toSorted((a, b) => b.rules.maxGuests - a.rules.maxGuests || nightly(a) - nightly(b))
    const cheap = neighbors.toSorted((a, b) => perGuest(a) - perGuest(b))
    return [...new Set([...large.slice(0, PER_LOCATION), ...cheap.slice(0, PER_LOCATION)])]
  })
  return byLocation.flat().slice(0, MOST_CANDIDATES)
}

/**
 * Of the properties with free nights, those at one location that fit the party together. Pairs come first, then the
 * lowest total.
 */
export function findCombinations(
  services: Services,
  free: OfferedProperty[],
  { search, gapsIn }: { search: PropertySearch; gapsIn: GapsIn },
): PricedCombination[] {
  if (search.adults < 2) return []
  const candidates = listCandidates(free)
  if (candidates.length < 2) return []
  const { priceIn, totalIn } = stayPricer(services, gapsIn)
  const possible = candidates.flatMap((property) => {
    const estimate = totalIn(property, { ...search, ...limitParty(search, property.rules) })
    return estimate === null ? [] : [{ ...property.rules, location: property.location, property, estimate }]
  })
  const combined = combineProperties(possible, search)
    .slice(0, MOST_PRICED)
    .flatMap((together): PricedCombination[] => {
      const parties = shareParty(together, search)
      const shares = together.flatMap(({ property }, index): Share[] => {
        const party = parties?.[index]
        const price = party && priceIn(property, { ...search, ...party })
        return price ? [{ property, party, price }] : []
      })
      if (shares.length < together.length) return []
      return [
        {
          location: together[0]?.location ?? '',
          miles: longestDistance(together.map(({ property }) => property.point)),
          bedrooms: together.reduce((sum, { property }) => sum + property.bedrooms, 0),
          total: shares.reduce((sum, { price }) => sum + price.total, 0),
          shares,
        },
      ]
    })
  return combined
    .filter(({ total, bedrooms }) => isWithin(search, total) && bedrooms >= (search.bedrooms ?? 0))
    .sort((a, b) => a.shares.length - b.shares.length || a.total - b.total)
    .slice(0, MOST_SHOWN)
}

type Capacity = { maxGuests: number; maxInfants: number; maxPets: number }

/** How many properties of a location are combined: the cheapest per guest, and the largest. */
const CONSIDERED = 12
const MOST_TOGETHER = 3

/** Whether these properties together fit the party. */
function fits(properties: readonly Capacity[], party: Party): boolean {
  const sum = (part: keyof Capacity) => properties.reduce((total, property) => total + property[part], 0)
  return (
    sum('maxGuests') >= party.adults + party.children &&
    sum('maxInfants') >= party.infants &&
    sum('maxPets') >= party.pets &&
    party.adults >= properties.length
  )
}

/** The index of the largest number; the first one if several are equal. */
const most = (counts: readonly number[]) => counts.indexOf(Math.max(...counts))

/**
 * Divides the party: an adult in each property, everyone else where most room is left. Pets go to as few properties as
 * possible, because each charges its fee. Null if the party does not fit.
 */
export function shareParty(properties: readonly Capacity[], party: Party): Party[] | null {
  if (properties.length === 0 || !fits(properties, party)) return null
  const shares = properties.map((): Party => ({ adults: 1, children: 0, infants: 0, pets: 0 }))
  const beds = properties.map((property) => property.maxGuests - 1)
  const cots = properties.map((property) => property.maxInfants)
  const assign = (kind: 'adults' | 'children' | 'infants', count: number, room: number[]) => {
    for (let left = count; left > 0; left -= 1) {
      const index = most(room)
      const share = shares[index]
      if (share) share[kind] += 1
      room[index] = (room[index] ?? 0) - 1
    }
  }
  assign('adults', party.adults - properties.length, beds)
  assign('children', party.children, beds)
  assign('infants', party.infants, cots)
  const byPets = properties
    .map((property, index) => ({ index, room: property.maxPets }))
    .sort((a, b) => b.room - a.room)
  let pets = party.pets
  for (const { index, room } of byPets) {
    const share = shares[index]
    const here = Math.min(room, pets)
    if (share) share.pets = here
    pets -= here
  }
  return shares
}

/** The cheapest per guest, and the largest. */
function considered<Property extends Capacity & { estimate: number }>(properties: readonly Property[]): Property[] {
  if (properties.length <= CONSIDERED) return [...properties]
  const cheap = properties.toSorted((a, b) => a.estimate / a.maxGuests - b.estimate / b.maxGuests)
  const large = properties.toSorted((a, b) => b.maxGuests - a.maxGuests || a.estimate - b.estimate)
  return [...new Set([...cheap.slice(0, CONSIDERED / 2), ...large.slice(0, CONSIDERED / 2)])]
}

/**
 * Two or three properties at one location that fit the party only together, none of them superfluous. Pairs first, then
 * the lowest estimate. At most a dozen properties per location are combined, so the work grows only with the number of
 * locations.
 */
export function combineProperties<Property extends Capacity & { location: string; estimate: number }>(
  properties: readonly Property[],
  party: Party,
): Property[][] {
  const found: { together: Property[]; estimate: number }[] = []
  const extend = (together: Property[], rest: Property[]) => {
    for (const [index, property] of rest.entries()) {
      const next = [...together, property]
      if (fits(next, party)) {
        const spare = next.some((_, without) => fits(next.toSpliced(without, 1), party))
        if (next.length > 1 && !spare) found.push({ together: next, estimate: sumOf(next) })
      } else if (next.length < MOST_TOGETHER) extend(next, rest.slice(index + 1))
    }
  }
  for (const neighbors of Map.groupBy(properties, (property) => property.location).values())
    extend([], considered(neighbors))
  return found
    .sort((a, b) => a.together.length - b.together.length || a.estimate - b.estimate)
    .map(({ together }) => together)
}

const sumOf = (properties: readonly { estimate: number }[]) =>
  properties.reduce((total, property) => total + property.estimate, 0)
