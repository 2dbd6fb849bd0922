import type { Party } from '#app/shared/stay.ts'

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
  const place = (kind: 'adults' | 'children' | 'infants', count: number, room: number[]) => {
    for (let left = count; left > 0; left -= 1) {
      const index = most(room)
      const share = shares[index]
      if (share) share[kind] += 1
      room[index] = (room[index] ?? 0) - 1
    }
  }
  place('adults', party.adults - properties.length, beds)
  place('children', party.children, beds)
  place('infants', party.infants, cots)
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
 * Two or three properties at one location that fit the party only together, none of them superfluous; lowest estimate first.
 * At most a dozen properties per location are combined, so the work grows only with the number of locations.
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
  for (const neighbours of Map.groupBy(properties, (property) => property.location).values())
    extend([], considered(neighbours))
  return found.sort((a, b) => a.estimate - b.estimate).map(({ together }) => together)
}

const sumOf = (properties: readonly { estimate: number }[]) =>
  properties.reduce((total, property) => total + property.estimate, 0)
