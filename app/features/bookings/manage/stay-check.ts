import type { Price } from '#app/features/pricing/price.ts'
import { isIsoDate } from '#app/shared/dates.ts'
import { draftFromQuery, partyFromQuery, type Stay } from '#app/shared/stay.ts'

/** A home that an operator may book. */
export type Home = { id: string; slug: string; name: string; maxGuests: number }

/** What an operator is told of a stay before it is booked or moved. */
export type StayCheck = {
  stay: Stay
  home: Home
  /** Rules that guests have to meet, in words; an operator need not. */
  warnings: string[]
  /** Who has some of the nights, in words: the stay cannot be booked then. */
  taken: string[]
  /** The price by the home's rates; null without any. */
  price: Price | null
}

/** The choice of a stay in an address: what is missing or wrong there is empty. `problem` says what to correct. */
export type StayChoice = { home: string; checkIn: string; checkOut: string } & Pick<
  Stay,
  'adults' | 'children' | 'infants' | 'pets'
>

const dateOf = (text: string | null) => (text && isIsoDate(text) ? text : '')

/** Reads `home`, `checkIn`, `checkOut` and the counts; two adults where none are named. */
export function choiceFromQuery(query: URLSearchParams, fallback?: StayChoice): StayChoice {
  const { adults, children, infants, pets } = { ...draftFromQuery(query) }
  const party = { adults, children, infants, pets }
  const given = Object.keys(partyFromQuery(query)).length > 0
  return {
    home: query.get('home') ?? fallback?.home ?? '',
    checkIn: dateOf(query.get('checkIn')) || (fallback?.checkIn ?? ''),
    checkOut: dateOf(query.get('checkOut')) || (fallback?.checkOut ?? ''),
    ...(given ? party : (fallback ?? { ...party, adults: 2 })),
    ...(given && party.adults === 0 && { adults: 1 }),
  }
}

/** The stay that is chosen; what is wrong with it; or neither while something is missing. */
export function stayOfChoice({ home: _, ...stay }: StayChoice): { stay: Stay | null; problem: string | null } {
  if (!stay.checkIn || !stay.checkOut) return { stay: null, problem: null }
  if (stay.checkOut <= stay.checkIn) return { stay: null, problem: 'Check-out must be after check-in.' }
  return { stay, problem: null }
}
