import { addDays, formatSpan, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Party, Stay } from '#app/shared/stay.ts'
import {
  checkArrival,
  firstArrival,
  limitsOf,
  minimumStayOn,
  type PropertyRules,
  type StayContext,
  totalIfAllowed,
} from './stay-rules.ts'

/** The earliest stay that can be booked in a property, with its all-in total. */
export type OpenStay = { stay: Stay; total: Cents }

/**
 * The next open stay of a property for two, as its page and its cards show it: its dates, its total, and its query for the
 * address of the property's page. Without one, the words say why.
 */
export type NextOpen = { dates: string; total: string; cents: Cents; query: string } | { dates: null; words: string }

type Wanted = {
  party: Party
  /** The first day to consider; today if missing or earlier. */
  from?: IsoDate
  /** The length of the stay; the shortest that the rules allow if missing. */
  nights?: number
}

/** The earliest stay that the rules allow on nights that are not taken; null if there is none. */
export function findNextOpen(
  property: PropertyRules,
  { party, from = '', nights }: Wanted,
  { taken, ...context }: StayContext & { taken: ReadonlySet<IsoDate> },
): OpenStay | null {
  const { bookingWindowDays, maxStayNights } = limitsOf(property, context.limits)
  const last = addDays(context.today, bookingWindowDays)
  const soonest = firstArrival(property, context)
  for (let checkIn = from > soonest ? from : soonest; checkIn <= last; checkIn = addDays(checkIn, 1)) {
    if (taken.has(checkIn) || checkArrival(property, checkIn, context)) continue
    const shortest = nights ?? minimumStayOn(property.pricing, checkIn)
    for (let length = 1; length <= (nights ?? maxStayNights); length += 1) {
      const checkOut = addDays(checkIn, length)
      if (taken.has(addDays(checkOut, -1))) break
      if (length < shortest) continue
      const stay = { ...party, checkIn, checkOut }
      const total = totalIfAllowed(property, stay, context)
      if (total !== null) return { stay, total }
    }
  }
  return null
}

/** The distance in days from which a date without its year could be misread. */
const FAR_AHEAD = 300

/** `Dec 2–4`, and with its year if that is far ahead. */
export function openDates({ checkIn, checkOut }: Pick<Stay, 'checkIn' | 'checkOut'>, today: IsoDate): string {
  const dates = formatSpan(checkIn, checkOut)
  return nightsBetween(today, checkIn) > FAR_AHEAD ? `${dates}, ${checkOut.slice(0, 4)}` : dates
}
