import { formatMoment, hourInZone, isIsoDate, partsInZone } from './dates.ts'

/** A date and time on the clocks of a place, without its zone: `2027-01-15T11:00`. */
type WallTime = string

const PATTERN = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d$/

/** Whether the text is a real date of the years 1900 to 2199 and a time of day. */
export const isWallTime = (text: string): text is WallTime => isIsoDate(PATTERN.exec(text)?.[1] ?? '')

/** The date and time on the clocks of an IANA time zone at an instant. */
export function wallTimeOf(instant: Date, timeZone: string): WallTime {
  const { year, month, day, hour, minute } = partsInZone(instant, timeZone, 'wall')
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/** Whether it is between two full hours of the day, 0 to 24, in an IANA time zone. */
export function isBetweenHours(instant: Date, { from, to, timeZone }: { from: number; to: number; timeZone: string }) {
  const hour = hourInZone(instant, timeZone)
  return from <= hour && hour < to
}

const asUtc = (wall: WallTime) => Date.parse(`${wall}:00Z`)
const DAY_MS = 86_400_000

/**
 * The instant at which the clocks of an IANA time zone show this. The first of two, where they are set back; null where
 * they are set forward past it.
 */
export function instantOfWallTime(wall: WallTime, timeZone: string): Date | null {
  const shown = asUtc(wall)
  // Clocks differ from UTC by less than a day, so one of these is the offset that holds.
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((at) => asUtc(wallTimeOf(new Date(at), timeZone)) - at)
  const instants = offsets.map((offset) => new Date(shown - offset)).sort((one, other) => Number(one) - Number(other))
  return instants.find((instant) => wallTimeOf(instant, timeZone) === wall) ?? null
}

/** `Friday, January 15, 2027, 11:00 AM`. */
export const wallTimeWords = (wall: WallTime): string => formatMoment(new Date(asUtc(wall)), 'UTC').replace(/ UTC$/, '')
