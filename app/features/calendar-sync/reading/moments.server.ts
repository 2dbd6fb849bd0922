import { type IsoDate, isIsoDate } from '#app/shared/dates.ts'
import { lineValue } from './calendar-text.server.ts'
import { UTC, type Wall, type Zone, type Zones } from './zones.server.ts'

/** A start or an end as a calendar writes it: a whole day, or a time in a zone. */
export type Moment = { kind: 'day'; day: IsoDate } | { kind: 'time'; wall: Wall; zone: Zone }

/** A date or time that cannot be read: month 13, February 30, or words. */
class InvalidMoment extends Error {}

const HALF_DAY_MS = 43_200_000
const DAY_MS = 2 * HALF_DAY_MS
const LAST_DAY = '2199-12-31'

export const wallOfDay = (day: IsoDate): Wall => Date.parse(`${day}T00:00:00Z`)

/** The date of a time on clocks. Anything later than the last date that counts is endless. */
export function dayOfWall(wall: Wall): IsoDate {
  if (!Number.isFinite(wall)) throw new InvalidMoment()
  return wall > wallOfDay(LAST_DAY) ? LAST_DAY : new Date(wall).toISOString().slice(0, 10)
}

function realDay(digits: string): IsoDate {
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  if (day > LAST_DAY) return LAST_DAY
  if (!isIsoDate(day)) throw new InvalidMoment()
  return day
}

const WRITTEN = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i

/** The UTC offset of a time, as `Z`, `-06:00` or `+0530`. */
function aheadOfUtc(written: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(written) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Reads the dates and times of one calendar. `utcDays`: it writes whole days as midnight in UTC. */
export type MomentReader = { zones: Zones; utcDays: boolean }

/** Reads one value. A time without a zone is on the property's clocks. Throws `InvalidMoment`. */
export function parseMoment(text: string, tzid: string | null, { zones, utcDays }: MomentReader): Moment {
  const [, year, month, date, hour, minute, second = '0', utc] = WRITTEN.exec(text.trim()) ?? []
  if (year === undefined) throw new InvalidMoment()
  const day = realDay(`${year}${month}${date}`)
  if (hour === undefined) return { kind: 'day', day }
  // 24:00 is the end of a day; a second of 60 is a leap second.
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) throw new InvalidMoment()
  const time = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  if (utc && utcDays && time - aheadOfUtc(utc) === 0) return { kind: 'day', day }
  const zoned = tzid === null ? zones.property : zones.named(tzid)
  const wall = wallOfDay(day) + time
  return utc ? { kind: 'time', wall: wall - aheadOfUtc(utc), zone: UTC } : { kind: 'time', wall, zone: zoned }
}

/** The zone that a line names. Sloppy writers leave out the quotation marks around a name with a colon. */
function tzidOf(line: string): string | null {
  const [, quoted, plain] = /;TZID=(?:"([^"]*)"|([^"]*?)(?=;[A-Z-]+=|:[^:]*$))/i.exec(line) ?? []
  return quoted ?? plain ?? null
}

/** The value of a line with a date. In a name without its quotation marks, a colon does not end the parameters. */
const datesOf = (line: string) =>
  /;TZID=[^":;]*\([^":]*:/i.test(line) ? (line.split(':').at(-1) ?? '') : lineValue(line)

/** The dates of a line, such as `EXDATE` with several; a period has an end or a duration. */
export function parseDates(line: string, reader: MomentReader): { start: Moment; end: Moment | null }[] {
  const tzid = tzidOf(line)
  return datesOf(line)
    .split(',')
    .map((value) => {
      const [start = '', end] = value.split('/')
      const from = parseMoment(start, tzid, reader)
      if (end === undefined) return { start: from, end: null }
      const isDuration = /^[+-]?P/i.test(end.trim())
      return { start: from, end: isDuration ? later(from, durationOf(end)) : parseMoment(end, tzid, reader) }
    })
}

/** Reads a line with one date. */
export function parseDate(line: string, reader: MomentReader): Moment {
  return parseMoment(datesOf(line), tzidOf(line), reader)
}

const DURATION = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

/** A duration in milliseconds. Throws `InvalidMoment`, for a negative one too. */
export function durationOf(text: string): number {
  const parts = DURATION.exec(text.trim())
  if (!parts) throw new InvalidMoment()
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/** A moment so much later on the same clocks. A part of a day counts as one. */
export function later(moment: Moment, ms: number): Moment {
  if (moment.kind === 'time') return { ...moment, wall: moment.wall + ms }
  return { kind: 'day', day: dayOfWall(wallOfDay(moment.day) + Math.ceil(ms / DAY_MS) * DAY_MS) }
}

/** A moment as a number that moments of the same series are compared by: on the clocks of this zone. */
export function wallIn(moment: Moment, zone: Zone): Wall {
  if (moment.kind === 'day') return wallOfDay(moment.day)
  return moment.zone === zone ? moment.wall : zone.wallOf(moment.zone.instantOf(moment.wall))
}

/**
 * The day of a moment in a series of whole days. Exchange writes them as midnight, in the zone of whoever made the
 * series or in UTC. It is the day that begins nearest to it.
 */
export function dayOf(moment: Moment, property: Zone): IsoDate {
  if (moment.kind === 'day') return moment.day
  const isMidnight = (wall: Wall) => wall % DAY_MS === 0
  if (moment.zone !== UTC) return dayOfWall(isMidnight(moment.wall) ? moment.wall : moment.wall + HALF_DAY_MS)
  const here = property.wallOf(moment.wall)
  return dayOfWall(isMidnight(here) ? here : moment.wall + HALF_DAY_MS)
}
