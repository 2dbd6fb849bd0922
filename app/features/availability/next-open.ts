import { gapKey } from '#app/features/pricing/price.ts'
import { addDays, eachNight, formatSpan, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
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

/** A stay that can be booked in a property, with its all-in total. */
export type OpenStay = { stay: Stay; total: Cents }

/**
 * The next open stay of a property for two, as its page and its cards show it. It has its dates, its total, and its
 * query for the address of the property's page. Without one, the words say why.
 */
export type NextOpen = { dates: string; total: string; cents: Cents; query: string } | { dates: null; words: string }

/**
 * A stay that cannot be booked, as every view shows it. It says why, also in a few words, and has the nearest ones of
 * its length and party.
 */
export type UnavailableStay = { words: string; brief: string; nearest: (NextOpen & { dates: string })[] }

type Wanted = {
  party: Party
  /** The first day to consider; null for any. */
  from: IsoDate | null
  /** The length of the stay; null for the shortest that the rules allow. */
  nights: number | null
}

export type OpenContext = StayContext & {
  taken: ReadonlySet<IsoDate>
  /** How long the operator may take to answer a request; 0 where bookings are confirmed at once. */
  answerHours: number
}

/** The first check-in that is offered: after the day on which a request is answered at the latest. */
export function firstOffered(
  property: PropertyRules,
  { answerHours, ...context }: Pick<OpenContext, 'today' | 'hour' | 'answerHours'>,
): IsoDate {
  const answered = addDays(context.today, Math.floor((context.hour + answerHours) / 24))
  return latest(firstArrival(property, context), answerHours === 0 ? answered : addDays(answered, 1))
}

const latest = (one: IsoDate, other: IsoDate) => (one > other ? one : other)

/** The earliest stay to offer on nights that are not taken; null if there is none. */
export function findNextOpen(property: PropertyRules, wanted: Wanted, context: OpenContext): OpenStay | null {
  const { party, nights } = wanted
  const { taken, answerHours: _, ...rules } = context
  const soonest = firstOffered(property, context)
  const from = latest(wanted.from ?? soonest, soonest)
  const { bookingWindowDays, maxStayNights } = limitsOf(property, context.limits)
  const last = addDays(context.today, bookingWindowDays)
  for (let checkIn = from; checkIn <= last; checkIn = addDays(checkIn, 1)) {
    if (taken.has(checkIn) || checkArrival(property, checkIn, rules)) continue
    const shortest = nights ?? minimumStayOn(property.pricing, checkIn)
    for (let length = 1; length <= (nights ?? maxStayNights); length += 1) {
      const checkOut = addDays(checkIn, length)
      if (taken.has(addDays(checkOut, -1))) break
      const stay = { ...party, checkIn, checkOut }
      if (length < shortest && !rules.gaps.has(gapKey(stay))) continue
      const total = totalIfAllowed(property, stay, rules)
      if (total !== null) return { stay, total }
    }
  }
  return null
}

/**
 * The stays of the same length and party that can be booked next to one that cannot. There is at most one earlier and
 * one later, the nearest first. Where no stay is that short, as long as the minimum of its first day.
 */
export function findNearestOpen(
  property: PropertyRules,
  asked: Stay,
  { taken, answerHours, ...context }: OpenContext,
): OpenStay[] {
  const { checkIn, checkOut, ...party } = asked
  const soonest = firstOffered(property, { ...context, answerHours })
  const { bookingWindowDays, maxStayNights } = limitsOf(property, context.limits)
  const last = addDays(context.today, bookingWindowDays)
  const length = nightsBetween(checkIn, checkOut)
  if (length > maxStayNights) return []
  const openOn = (date: IsoDate, nights: number): OpenStay | null => {
    const stay = { ...party, checkIn: date, checkOut: addDays(date, nights) }
    if (eachNight(date, stay.checkOut).some((night) => taken.has(night))) return null
    const total = totalIfAllowed(property, stay, context)
    return total === null ? null : { stay, total }
  }
  const nearest = (lengthOn: (date: IsoDate) => number): OpenStay[] => {
    const search = (from: IsoDate, step: 1 | -1) => {
      for (let date = from; soonest <= date && date <= last; date = addDays(date, step)) {
        const open = openOn(date, lengthOn(date))
        if (open) return [open]
      }
      return []
    }
    const earlier = search(checkIn > last ? last : addDays(checkIn, -1), -1)
    const later = search(latest(checkIn, soonest), 1)
    const distance = ({ stay }: OpenStay) => Math.abs(nightsBetween(checkIn, stay.checkIn))
    return [...later, ...earlier].sort((a, b) => distance(a) - distance(b))
  }
  const same = nearest(() => length)
  return same.length > 0 ? same : nearest((date) => Math.max(length, minimumStayOn(property.pricing, date)))
}

/** The distance in days from which a date without its year could be misread. */
const FAR_AHEAD = 300

/** `Dec 2–4`, and with its year if that is far ahead. */
export function openDates({ checkIn, checkOut }: Pick<Stay, 'checkIn' | 'checkOut'>, today: IsoDate): string {
  const dates = formatSpan(checkIn, checkOut)
  return nightsBetween(today, checkIn) > FAR_AHEAD ? `${dates}, ${checkOut.slice(0, 4)}` : dates
}
