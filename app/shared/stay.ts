import { type IsoDate, isIsoDate } from './dates.ts'

/** The party. Guests are adults plus children; infants and pets are counted separately (docs/decisions/011). */
export type Party = { adults: number; children: number; infants: number; pets: number }

/** The nights `[checkIn, checkOut)` and the party. */
export type Stay = { checkIn: IsoDate; checkOut: IsoDate } & Party

function count(text: string | null): number {
  return text !== null && /^\d{1,2}$/.test(text) ? Number(text) : 0
}

/** A stay being chosen: a date may be missing, and the dates may be in the wrong order. */
export type StayDraft = { checkIn: IsoDate | null; checkOut: IsoDate | null } & Party

/**
 * Parses the stay of a query without validating it. An invalid date is null, and an invalid count (not a whole number
 * from 0 to 99) is 0.
 */
export function draftFromQuery(query: URLSearchParams): StayDraft {
  const date = (name: string) => {
    const text = query.get(name) ?? ''
    return isIsoDate(text) ? text : null
  }
  return {
    checkIn: date('checkin'),
    checkOut: date('checkout'),
    adults: count(query.get('adults')),
    children: count(query.get('children')),
    infants: count(query.get('infants')),
    pets: count(query.get('pets')),
  }
}

/** The query keys that `draftFromQuery` and `stayFromQuery` read. */
export const STAY_KEYS = ['checkin', 'checkout', 'adults', 'children', 'pets', 'infants'] as const

/**
 * The stay of a page's URL (`checkin, checkout, adults, children, pets, infants`), or null unless both dates are valid
 * and in order. A missing count is 0.
 */
export function stayFromQuery(query: URLSearchParams): Stay | null {
  const { checkIn, checkOut, ...party } = draftFromQuery(query)
  return checkIn && checkOut && checkOut > checkIn ? { checkIn, checkOut, ...party } : null
}

/** The party, for a URL that may contain only dates: somebody books, so there is at least one adult. */
export function partyOf({ adults, children, infants, pets }: Party): Party {
  return { adults: Math.max(1, adults), children, infants, pets }
}

/** The counts in a query, parsed like `stayFromQuery`; missing ones are left out. */
export function partyFromQuery(query: URLSearchParams): Partial<Party> {
  const named = (['adults', 'children', 'infants', 'pets'] as const).filter((part) => query.get(part))
  return Object.fromEntries(named.map((part) => [part, count(query.get(part))]))
}

/** The stay as a query string, in the order of the embed contract, without a question mark. */
export function stayToQuery(stay: Stay): string {
  return new URLSearchParams({
    checkin: stay.checkIn,
    checkout: stay.checkOut,
    adults: String(stay.adults),
    children: String(stay.children),
    pets: String(stay.pets),
    infants: String(stay.infants),
  }).toString()
}
