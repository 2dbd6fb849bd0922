import { addDays, addMonths, type IsoDate, isIsoDate, startOfMonth } from '#app/shared/dates.ts'
import type { Span } from './board.ts'
import { choiceProblem } from './change-form.ts'

/** How many days the board shows. */
export const BOARD_DAYS = 42

/** A form chooses so many properties at most. */
export const MOST_PROPERTIES = 200

/** How many months after the current one can be reached, and how many before. */
const MONTHS_AHEAD = 24
const MONTHS_BACK = 12

/** Days before today that the board begins with, so that those in house are seen. */
const DAYS_BEFORE_TODAY = 2

type CalendarAddress = {
  /** The first day of the board, and a day of the month on a phone. */
  day: IsoDate
  /** The property that a phone shows: a slug, or empty for the first. */
  property: string
  /** The id of the bar in the panel. */
  shown: string | null
  chosen: Chosen | null
}

/** Chosen nights of these properties, both ends included. */
export type Chosen = { slugs: string[]; first: IsoDate; last: IsoDate }

/** Reads the address. What is unknown there counts as not given. Without zod, which would add 7 KB to the page. */
export function calendarFromQuery(query: URLSearchParams, today: IsoDate): CalendarAddress {
  const day = query.get('day') ?? ''
  return {
    day: isIsoDate(day) ? within(day, today) : addDays(today, -DAYS_BEFORE_TODAY),
    property: query.get('property') ?? '',
    shown: query.get('show'),
    chosen: chosenFromQuery(query),
  }
}

/** Invalid choices are ignored, but for a last night before the first: the form names that error. */
function chosenFromQuery(query: URLSearchParams): Chosen | null {
  const [first, last] = [query.get('first') ?? '', query.get('last') || query.get('first') || '']
  const slugs = query.getAll('properties').flatMap((value) => value.split(',').filter(Boolean))
  if (!isIsoDate(first) || !isIsoDate(last) || slugs.length === 0) return null
  return { slugs: [...new Set(slugs)].slice(0, MOST_PROPERTIES), first, last }
}

/** The first and the last month that can be shown. */
export function monthsShown(today: IsoDate): { first: IsoDate; last: IsoDate } {
  return { first: addMonths(today, -MONTHS_BACK), last: addMonths(today, MONTHS_AHEAD) }
}

function within(day: IsoDate, today: IsoDate): IsoDate {
  const { first, last } = monthsShown(today)
  if (day < first) return first
  const end = addDays(addMonths(last, 1), -1)
  return day > end ? end : day
}

/**
 * The days of the board, and all days that are read for it. Those are of the whole month for phones, and of the chosen
 * nights.
 */
export function daysOf({ day, chosen }: Pick<CalendarAddress, 'day' | 'chosen'>): { board: Span; read: Span } {
  const board = { from: day, to: addDays(day, BOARD_DAYS) }
  const starts = [startOfMonth(day)]
  const ends = [board.to, addMonths(day, 1)]
  if (chosen && !choiceProblem(chosen.first, chosen.last)) {
    starts.push(chosen.first)
    ends.push(addDays(chosen.last, 1))
  }
  return { board, read: { from: starts.sort()[0] ?? day, to: ends.sort().at(-1) ?? board.to } }
}

type CalendarKey = 'day' | 'property' | 'show' | 'at' | 'properties' | 'first' | 'last' | 'what'

const TYPED = [
  ...['changed', 'intent', 'note', 'amount', 'reason', 'minimumStay', 'only'],
  ...['included', 'seen', 'seenWords'],
]

/** The address without chosen nights and without a panel. */
export const NOTHING_OPEN = { show: null, properties: null, first: null, last: null, what: null }

/** The address with other values; null or empty removes one. */
export function calendarPath(query: URLSearchParams, change: Partial<Record<CalendarKey, string | null>>): string {
  const next = new URLSearchParams(query)
  // The parameters that a form without script adds, and the change that was just made.
  for (const key of TYPED) next.delete(key)
  for (const [key, value] of Object.entries(change)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  const text = next.toString()
  return `/admin/calendar${text && `?${text}`}`
}
