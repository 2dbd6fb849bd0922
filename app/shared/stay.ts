import { type IsoDate, isIsoDate } from './dates.ts'

/** Who travels. Guests are adults plus children; infants and pets are counted by themselves (docs/decisions/011). */
export type Party = { adults: number; children: number; infants: number; pets: number }

/** The nights `[checkIn, checkOut)` and who comes. */
export type Stay = { checkIn: IsoDate; checkOut: IsoDate } & Party

function count(text: string | null): number {
  return text !== null && /^\d{1,2}$/.test(text) ? Number(text) : 0
}

/** A stay being chosen: a date may be missing, and the dates may be in the wrong order. */
export type StayDraft = { checkIn: IsoDate | null; checkOut: IsoDate | null } & Party

/** What a query says of a stay, right or wrong: what is no date is null, and a count that is no whole number from 0 to 99 is 0. */
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

/** The keys of a query that `draftFromQuery` and `stayFromQuery` read. */
export const STAY_KEYS = ['checkin', 'checkout', 'adults', 'children', 'pets', 'infants'] as const

/**
 * The stay that a page's address carries (`checkin, checkout, adults, children, pets, infants`), or null unless both
 * dates are real and in order. A count that is missing is 0.
 */
export function stayFromQuery(query: URLSearchParams): Stay | null {
  const { checkIn, checkOut, ...party } = draftFromQuery(query)
  return checkIn && checkOut && checkOut > checkIn ? { checkIn, checkOut, ...party } : null
}

/** Who comes, where an address may have named the dates alone: somebody books, so there is an adult. */
export function partyOf({ adults, children, infants, pets }: Party): Party {
  return { adults: Math.max(1, adults), children, infants, pets }
}

/** The counts that a query names, as `stayFromQuery` reads them; those it does not name are left out. */
export function partyFromQuery(query: URLSearchParams): Partial<Party> {
  const named = (['adults', 'children', 'infants', 'pets'] as const).filter((part) => query.get(part))
  return Object.fromEntries(named.map((part) => [part, count(query.get(part))]))
}

/** The stay as the query of an address, in the order of the embed contract, without a question mark. */
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
