import { addDays, addMonths, type IsoDate, isIsoDate, nightsBetween, startOfMonth } from '#app/shared/dates.ts'
import type { Span } from './board.ts'

/** How many days the board shows. */
export const BOARD_DAYS = 42

/** How many months after the current one can be reached, and how many before. */
export const MONTHS_AHEAD = 24
export const MONTHS_BACK = 12

/** Days before today that the board begins with, so that those in house are seen. */
const DAYS_BEFORE_TODAY = 2

/** What the calendar shows, as its address says. */
export type CalendarAddress = {
  /** The first day of the board, and a day of the month on a phone. */
  day: IsoDate
  /** The property that a phone shows: a slug, or empty for the first. */
  property: string
  /** The id of the bar in the panel. */
  shown: string | null
}

/** Reads the address. What is unknown there counts as not given. */
export function calendarFromQuery(query: URLSearchParams, today: IsoDate): CalendarAddress {
  const day = query.get('day') ?? ''
  return {
    day: isIsoDate(day) ? within(day, today) : addDays(today, -DAYS_BEFORE_TODAY),
    property: query.get('property') ?? '',
    shown: query.get('show'),
  }
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

/** The days of the board, and all days that are read for it: the whole month of `day` for phones, too. */
export function daysOf({ day }: Pick<CalendarAddress, 'day'>): { board: Span; read: Span } {
  const board = { from: day, to: addDays(day, BOARD_DAYS) }
  const month = { from: startOfMonth(day), to: addMonths(day, 1) }
  const to = nightsBetween(month.to, board.to) > 0 ? board.to : month.to
  return { board, read: { from: month.from, to } }
}

/** The address with other values; null or empty removes one. */
export function calendarPath(
  query: URLSearchParams,
  change: Partial<Record<'day' | 'property' | 'show' | 'at', string | null>>,
): string {
  const next = new URLSearchParams(query)
  next.delete('changed')
  for (const [key, value] of Object.entries(change)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  const text = next.toString()
  return `/admin/calendar${text && `?${text}`}`
}
