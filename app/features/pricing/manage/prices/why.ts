import { addDays, type IsoDate, isIsoDate, startOfMonth } from '#app/shared/dates.ts'
import { draftFromQuery, type Stay } from '#app/shared/stay.ts'

/** A night of the month, with its price in dollars. */
export type PriceDay = { date: IsoDate; price: string | null; season: string | null; isTaken: boolean }

/** The question in the address: a stay, or one night of it, a code, and the month to show. */
export type WhyInput = { stay: Stay | null; problem: string | null; code: string; month: IsoDate | null }

const COUPLE = { adults: 2, children: 0, infants: 0, pets: 0 }

export function whyFromQuery(query: URLSearchParams): WhyInput {
  const month = query.get('month') ?? ''
  const rest = { code: query.get('promo') ?? '', month: isIsoDate(`${month}-01`) ? startOfMonth(`${month}-01`) : null }
  const night = query.get('night') ?? ''
  if (isIsoDate(night)) {
    return { ...rest, stay: { checkIn: night, checkOut: addDays(night, 1), ...COUPLE }, problem: null }
  }
  const { checkIn, checkOut, ...party } = draftFromQuery(query)
  if (!query.has('checkin') && !query.has('checkout')) return { ...rest, stay: null, problem: null }
  if (!checkIn || !checkOut) return { ...rest, stay: null, problem: 'Please choose both dates.' }
  if (checkOut <= checkIn) return { ...rest, stay: null, problem: 'Check-out must be after check-in.' }
  if (checkOut > addDays(checkIn, 366)) return { ...rest, stay: null, problem: 'Please choose at most a year.' }
  return { ...rest, stay: { checkIn, checkOut, ...party, adults: Math.max(1, party.adults) }, problem: null }
}
