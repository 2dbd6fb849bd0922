import type { Party } from '#app/shared/stay.ts'

type Room = { maxGuests: number; maxInfants: number; maxPets: number }

/** Homes of a place that are looked at together: the cheapest for their size, and the largest. */
const CONSIDERED = 12
const MOST_TOGETHER = 3

/** Whether these homes together take the party. */
function take(homes: readonly Room[], party: Party): boolean {
  const sum = (part: keyof Room) => homes.reduce((total, home) => total + home[part], 0)
  return (
    sum('maxGuests') >= party.adults + party.children &&
    sum('maxInfants') >= party.infants &&
    sum('maxPets') >= party.pets &&
    party.adults >= homes.length
  )
}

/** The index of the largest number; the first of equal ones. */
const most = (counts: readonly number[]) => counts.indexOf(Math.max(...counts))

/**
 * Who sleeps in which home: an adult in each, everyone else where the most room is left, and the pets in as few homes as can be, for
 * each home asks its fee. Null when they do not fit.
 */
export function shareParty(homes: readonly Room[], party: Party): Party[] | null {
  if (homes.length === 0 || !take(homes, party)) return null
  const shares = homes.map((): Party => ({ adults: 1, children: 0, infants: 0, pets: 0 }))
  const beds = homes.map((home) => home.maxGuests - 1)
  const cots = homes.map((home) => home.maxInfants)
  const place = (kind: 'adults' | 'children' | 'infants', count: number, room: number[]) => {
    for (let left = count; left > 0; left -= 1) {
      const home = most(room)
      const share = shares[home]
      if (share) share[kind] += 1
      room[home] = (room[home] ?? 0) - 1
    }
  }
  place('adults', party.adults - homes.length, beds)
  place('children', party.children, beds)
  place('infants', party.infants, cots)
  const byPets = homes.map((home, index) => ({ index, room: home.maxPets })).sort((a, b) => b.room - a.room)
  let pets = party.pets
  for (const { index, room } of byPets) {
    const share = shares[index]
    const here = Math.min(room, pets)
    if (share) share.pets = here
    pets -= here
  }
  return shares
}

/** The least and the most that matter: those that cost least a head, and those that take most. */
function considered<Home extends Room & { estimate: number }>(homes: readonly Home[]): Home[] {
  if (homes.length <= CONSIDERED) return [...homes]
  const cheap = homes.toSorted((a, b) => a.estimate / a.maxGuests - b.estimate / b.maxGuests)
  const large = homes.toSorted((a, b) => b.maxGuests - a.maxGuests || a.estimate - b.estimate)
  return [...new Set([...cheap.slice(0, CONSIDERED / 2), ...large.slice(0, CONSIDERED / 2)])]
}

/**
 * Two or three homes of one place that take a party which none of them takes alone, nor two of three. The cheapest first, by
 * their estimates. Of a place with many homes a dozen are looked at, so the work grows with the places and no faster.
 */
export function combineProperties<Home extends Room & { place: string; estimate: number }>(
  homes: readonly Home[],
  party: Party,
): Home[][] {
  const found: { together: Home[]; estimate: number }[] = []
  const extend = (together: Home[], rest: Home[]) => {
    for (const [index, home] of rest.entries()) {
      const next = [...together, home]
      if (take(next, party)) {
        const spare = next.some((_, without) => take(next.toSpliced(without, 1), party))
        if (next.length > 1 && !spare) found.push({ together: next, estimate: sumOf(next) })
      } else if (next.length < MOST_TOGETHER) extend(next, rest.slice(index + 1))
    }
  }
  for (const neighbours of Map.groupBy(homes, (home) => home.place).values()) extend([], considered(neighbours))
  return found.sort((a, b) => a.estimate - b.estimate).map(({ together }) => together)
}

const sumOf = (homes: readonly { estimate: number }[]) => homes.reduce((total, home) => total + home.estimate, 0)
