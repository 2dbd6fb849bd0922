import type { Party } from '#app/shared/stay.ts'
import { type FoundProperty, isWithin, type OfferedProperty, unmetFilters } from './find-properties.server.ts'
import type { FilterName, PartyLimit, PropertySearch, SearchAnswer } from './search.ts'

/** Counting stops at this many properties. */
const MOST_COUNTED = 100

/**
 * How many properties each single filter hides, largest number first. `free` have free nights and room; `tooExpensive` is how
 * many of them only the price hides.
 */
export function listHidden(
  listBookable: (free: OfferedProperty[]) => FoundProperty[],
  { free, search, tooExpensive }: { free: OfferedProperty[]; search: PropertySearch; tooExpensive: number },
): SearchAnswer['hidden'] {
  const hidden = new Map<FilterName, number>(tooExpensive > 0 ? [['price', tooExpensive]] : [])
  const allButOne = free.filter((property) => unmetFilters(property, search).length === 1).slice(0, MOST_COUNTED)
  for (const { property, total } of listBookable(allButOne)) {
    const [unmet] = unmetFilters(property, search)
    if (unmet && isWithin(search, total)) hidden.set(unmet, (hidden.get(unmet) ?? 0) + 1)
  }
  return [...hidden].map(([filter, properties]) => ({ filter, properties })).sort((a, b) => b.properties - a.properties)
}

/** The part of a party that no property fits, whatever the dates. */
export function findPartyLimit(offered: OfferedProperty[], party: Party): PartyLimit | null {
  const locations = [...Map.groupBy(offered, ({ location }) => location).values()].map((neighbors) => {
    const largest = (part: 'maxGuests' | 'maxInfants' | 'maxPets') =>
      neighbors
        .map(({ rules }) => rules[part])
        .sort((a, b) => b - a)
        .slice(0, 3)
    return { guests: largest('maxGuests'), infants: largest('maxInfants'), pets: largest('maxPets') }
  })
  return limitOf(locations, party)
}

/** The largest capacities at each location, in descending order: as many as can be combined. */
type LocationCapacity = { guests: number[]; infants: number[]; pets: number[] }

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/**
 * The part of a party that fits neither one property nor several at one location with an adult in each. Null if all of
 * it fits.
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
    const properties = [2, 3].find((count) => withRoomIn(count).length > 0) ?? null
    return { part, asked, largest: most(1), together: most(3), properties, narrowed: left.length < locations.length }
  }
  return null
}
