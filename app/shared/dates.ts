/** A calendar date, `YYYY-MM-DD`, with no time and no zone. Stays are half-open: `[check-in, check-out)`. */
export type IsoDate = string

const DAY_MS = 86_400_000
const PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** Whether the text is a real calendar date of the years 1900 to 2199 (`2027-02-29` is not). */
export function isIsoDate(text: string): text is IsoDate {
  if (!PATTERN.test(text) || text < '1900' || text >= '2200') return false
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
}

/** Remembers results: most calls are about the same few hundred days, and parsing and formatting cost 30 times as much. */
function remember<Key, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new Map<Key, Result>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const result = compute(key)
    if (known.size >= 10_000) known.clear()
    known.set(key, result)
    return result
  }
}

/** The number of days since 1970-01-01, and the date of such a number. */
const dayNumber = remember((date: IsoDate) => Date.parse(`${date}T00:00:00Z`) / DAY_MS)
const dateOfDay = remember((day: number): IsoDate => new Date(day * DAY_MS).toISOString().slice(0, 10))

/** The date `days` later (or earlier, when negative). */
export function addDays(date: IsoDate, days: number): IsoDate {
  return dateOfDay(dayNumber(date) + days)
}

/** The number of nights in `[from, to)`; negative when `to` is before `from`. */
export function nightsBetween(from: IsoDate, to: IsoDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** Every date of `[from, to)`, in order. */
export function eachNight(from: IsoDate, to: IsoDate): IsoDate[] {
  const first = dayNumber(from)
  return Array.from({ length: Math.max(0, dayNumber(to) - first) }, (_, index) => dateOfDay(first + index))
}

/** The day of the week, 0 is Sunday. */
export function weekday(date: IsoDate): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}

const ZONED = {
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  hour: { hour: 'numeric', hourCycle: 'h23' },
  time: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  wall: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const

const zonedFormats = new Map<string, Intl.DateTimeFormat>()

/** A format costs far more to create than to use. */
function formatIn(timeZone: string, style: keyof typeof ZONED): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const format = zonedFormats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...ZONED[style] })
  zonedFormats.set(key, format)
  return format
}

/** The parts of an instant's date and time in an IANA time zone, such as `month` and `hour`, as texts. */
export const partsInZone = (instant: Date, timeZone: string, style: keyof typeof ZONED) =>
  Object.fromEntries(
    formatIn(timeZone, style)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )

/** The calendar date of an instant in an IANA time zone ("today" is the property's local date: docs/decisions/011). */
export function dateInZone(instant: Date, timeZone: string): IsoDate {
  const { year, month, day } = partsInZone(instant, timeZone, 'date')
  return `${year}-${month}-${day}`
}

/** The calendar date of an instant in this machine's time zone, such as a visitor's. */
export function localDate(instant: Date): IsoDate {
  const at = Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate())
  return new Date(at).toISOString().slice(0, 10)
}

/** The hour, 0 to 23, of an instant in an IANA time zone. */
export function hourInZone(instant: Date, timeZone: string): number {
  return Number(partsInZone(instant, timeZone, 'hour').hour)
}

/** The time of an instant in an IANA time zone, with the zone: `2:00 PM EDT`. */
export function timeInZone(instant: Date, timeZone: string): string {
  return formatIn(timeZone, 'time').format(instant)
}

const QUARTER_HOUR_MS = 900_000

/** The end of the current quarter of an hour (UTC). Local dates and hours change only then, in every time zone. */
export function quarterHourEnd(instant: Date): Date {
  return new Date((Math.floor(instant.getTime() / QUARTER_HOUR_MS) + 1) * QUARTER_HOUR_MS)
}

/** The first day of the date's month. */
export function startOfMonth(date: IsoDate): IsoDate {
  return `${date.slice(0, 7)}-01`
}

/** The first day of the month `months` later (or earlier). */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const at = new Date(`${startOfMonth(date)}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}

function utc(options: Intl.DateTimeFormatOptions): (date: IsoDate) => string {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return remember((date) => format.format(new Date(`${date}T00:00:00Z`)))
}

const STYLES = {
  short: utc({ weekday: 'short', month: 'short', day: 'numeric' }),
  day: utc({ weekday: 'long', month: 'long', day: 'numeric' }),
  long: utc({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
  month: utc({ month: 'long', year: 'numeric' }),
  monthDay: utc({ month: 'short', day: 'numeric' }),
}

/** A date for guests: `Fri, Jan 15`, with `day` `Friday, January 15`, with `long` `Friday, January 15, 2027`. */
export function formatDate(date: IsoDate, style: 'short' | 'day' | 'long' = 'short'): string {
  return STYLES[style](date)
}

/** A stay's dates for guests: `Jan 15–19`, `Jan 30–Feb 2`. Not with `formatRange`, whose spaces differ between server and browser. */
export function formatSpan(from: IsoDate, to: IsoDate): string {
  const [first, last] = [from, to].map(STYLES.monthDay)
  return `${first}–${from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : last}`
}

/** An instant for guests, in an IANA time zone: `Thursday, June 3, 2027, 2:00 PM EDT`. */
export function formatMoment(instant: Date, timeZone: string): string {
  return `${formatDate(dateInZone(instant, timeZone), 'long')}, ${timeInZone(instant, timeZone)}`
}

/** A month for guests: `January 2027`. */
export function formatMonth(date: IsoDate): string {
  return STYLES.month(date)
}

/** Merges dates, in any order, into the fewest half-open ranges `[from, to)` that contain exactly these, in order. */
export function spansOf(dates: Iterable<IsoDate>): { from: IsoDate; to: IsoDate }[] {
  const spans: { from: IsoDate; to: IsoDate }[] = []
  for (const date of [...new Set(dates)].sort()) {
    const last = spans.at(-1)
    if (last?.to === date) last.to = addDays(date, 1)
    else spans.push({ from: date, to: addDays(date, 1) })
  }
  return spans
}

/** The overlap of two ranges `[from, to)`; null when there is none. */
export function overlapOf(
  one: { from: IsoDate; to: IsoDate },
  other: { from: IsoDate; to: IsoDate },
): { from: IsoDate; to: IsoDate } | null {
  const from = one.from > other.from ? one.from : other.from
  const to = one.to < other.to ? one.to : other.to
  return from < to ? { from, to } : null
}
