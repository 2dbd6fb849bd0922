import type { Party } from '#app/shared/stay.ts'
import type { PartyLimit } from './search.ts'

/** Of the homes of a place the most that each takes, the largest number first: as many as are put together. */
export type PlaceRoom = { guests: number[]; infants: number[]; pets: number[] }

const sum = (rooms: readonly number[]) => rooms.reduce((total, room) => total + room, 0)

/** What of a party cannot be had on any dates, in one home or in homes of one place with an adult in each; null when it can. */
export function limitOf(places: readonly PlaceRoom[], { adults, children, infants, pets }: Party): PartyLimit | null {
  const party = { guests: adults + children, infants, pets }
  if (places.length === 0) return null
  let left = places
  for (const part of ['guests', 'infants', 'pets'] as const) {
    const asked = party[part]
    const take = (homes: number) => left.filter((place) => sum(place[part].slice(0, homes)) >= asked)
    if (take(adults).length > 0) {
      left = take(adults)
      continue
    }
    const most = (homes: number) => Math.max(0, ...left.map((place) => sum(place[part].slice(0, homes))))
    const homes = [2, 3].find((count) => take(count).length > 0) ?? null
    return { part, asked, home: most(1), together: most(3), homes, narrowed: left.length < places.length }
  }
  return null
}
