import { countOf } from '#app/shared/words.ts'

/** The capacity in the card's words: `Sleeps 23` or `14 guests`. */
export function capacityText(home: { capacityWord: 'sleeps' | 'guests'; maxGuests: number }): string {
  return home.capacityWord === 'sleeps' ? `Sleeps ${home.maxGuests}` : countOf(home.maxGuests, 'guest')
}
