import { addDays, addMonths, type IsoDate, nightsBetween } from '#app/shared/dates.ts'

/** The author of our calendars: the part of `PRODID` after its first `-`. */
export const OWN_CALENDAR = '//stay//calendar//EN'

/** The meaning of a calendar's word for nights; null if it has none. */
export type EventKind = 'reserved' | 'block' | null

type Platform = {
  label: string
  /** Matches the `PRODID` of its calendars. */
  writes: RegExp
  /** Matches the hosts that serve them. */
  host: RegExp
  /** Matches event titles, if the platform distinguishes guests' stays from closed nights. */
  reserved?: RegExp
  block?: RegExp
  /** Closes the nights beyond its own booking window, like nights that a host closed. */
  hasWindow?: boolean
}

const PLATFORMS: Platform[] = [
  {
    label: 'Airbnb',
    writes: /\bairbnb\b/i,
    host: /(?:^|\.)airbnb\.[a-z.]+$/,
    reserved: /^reserved\b/i,
    block: /\bnot available\b/i,
    hasWindow: true,
  },
  {
    label: 'Vrbo',
    writes: /\b(?:homeaway|vrbo)\b/i,
    host: /(?:^|\.)(?:vrbo|homeaway|abritel|fewo-direkt|stayz|bookabach)\.[a-z.]+$/,
    reserved: /^reserved\b/i,
    block: /^blocked\b/i,
  },
  // Everything that is not free is "CLOSED - Not available" on Booking.com.
  { label: 'Booking.com', writes: /\bbooking\.com\b/i, host: /(?:^|\.)booking\.com$/ },
  { label: 'Google Calendar', writes: /\bgoogle\b/i, host: /(?:^|\.)google\.com$/ },
  {
    label: 'Another site of this kind',
    writes: new RegExp(`^-?${OWN_CALENDAR}$`),
    host: /^(?!)/,
    reserved: /^reserved$/i,
    block: /^blocked$/i,
  },
]

/** A readable name of the calendar's platform: by its author, or else by its host. */
export function labelOf(prodId: string, host: string): string {
  const platform = PLATFORMS.find(({ writes }) => writes.test(prodId)) ?? PLATFORMS.find((one) => one.host.test(host))
  return platform?.label ?? host.replace(/^www\./, '')
}

/** The kind of an event, by the calendar's author and the event's summary. */
export function eventKindOf(prodId: string, summary: string): EventKind {
  const platform = PLATFORMS.find(({ writes }) => writes.test(prodId))
  if (platform?.reserved?.test(summary)) return 'reserved'
  return platform?.block?.test(summary) ? 'block' : null
}

/** The windows that a host can choose, in months. */
const WINDOWS = [3, 6, 9, 12, 15, 18, 21, 24]
/** The other site counts from its own today, and a calendar may be some hours old. */
const WINDOW_SLACK_DAYS = 3
/** A window closes everything up to the end of its calendar, which has about a year or more. */
const WINDOW_REACHES_DAYS = 330

/** The day of the month so many months later. Beyond a month's end it runs into the next. */
const monthsLater = (day: IsoDate, months: number) => addDays(addMonths(day, months), Number(day.slice(8)) - 1)

/**
 * The nights that a platform closes only because they lie beyond its booking window; null if there are none. They are
 * the last of its calendar, reach far ahead, and begin a whole number of months from today. A block that a host made
 * does not move with the days. So it looks like one for a few days at most.
 */
export function ownWindow<Event extends { from: IsoDate; to: IsoDate; eventKind: EventKind }>(
  prodId: string,
  events: readonly Event[],
  today: IsoDate,
): Event | null {
  const platform = PLATFORMS.find(({ writes }) => writes.test(prodId))
  const last = events.toSorted((one, other) => one.to.localeCompare(other.to)).at(-1)
  if (!platform?.hasWindow || last?.eventKind !== 'block') return null
  if (nightsBetween(today, last.to) < WINDOW_REACHES_DAYS) return null
  const isWindow = (months: number) =>
    Math.abs(nightsBetween(monthsLater(today, months), last.from)) <= WINDOW_SLACK_DAYS
  return WINDOWS.some(isWindow) ? last : null
}
