import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { dayOfWall, type Moment, wallIn, wallOfDay } from './moments.server.ts'
import type { Zone } from './zones.server.ts'

/** The clock of the home, which decides the nights of a time of day. */
export type PropertyClock = {
  zone: Zone
  /** From when guests may arrive, as words of the home: `3:00 PM`. */
  checkInTime: string
}

const MINUTE_MS = 60_000
/** A guest who arrives after midnight and before this hour sleeps there: it is the night before. */
const SMALL_HOURS_END = 6 * 60
/** For a home whose check-in time is not a time. Earlier takes more nights. */
const NOON = 12 * 60

function minutesOf(text: string): number {
  const [, hour, minute = '0', half] = /^\s*(\d{1,2})(?:[:.](\d\d))?\s*([AP])?\.?M?/i.exec(text) ?? []
  if (hour === undefined || Number(hour) > 24) return NOON
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
  return hours * 60 + Number(minute)
}

/**
 * The nights that an event takes at a home, `[from, to)`. Null if it takes none. A night is taken if the event reaches
 * into it, so that the next guest could not arrive. Too many are better than too few.
 *
 * - Whole days take the nights that begin on them. The end day is exclusive, and there is at least one.
 * - A time is read on the home's clocks. The first night is that of its date; after midnight and before six, the one
 *   before.
 * - An end after check-in time takes that night, too. At or before it, the next guest can arrive.
 * - An appointment, over before check-in time of the day on which it begins, takes none.
 * - Without an end after its start, its length is unknown: it takes the night of its date.
 */
export function nightsOfEvent(
  { start, end }: { start: Moment; end: Moment | null },
  { zone, checkInTime }: PropertyClock,
): { from: IsoDate; to: IsoDate } | null {
  const startsAt = wallIn(start, zone)
  const day = dayOfWall(startsAt)
  const minutes = (startsAt - wallOfDay(day)) / MINUTE_MS
  const isSmallHours = start.kind === 'time' && minutes > 0 && minutes < SMALL_HOURS_END
  const from = isSmallHours ? addDays(day, -1) : day
  const endsAt = end === null ? startsAt : wallIn(end, zone)
  if (endsAt <= startsAt) return { from, to: addDays(day, 1) }
  const lastDay = dayOfWall(endsAt)
  const isAfterCheckIn = end?.kind === 'time' && endsAt - wallOfDay(lastDay) > minutesOf(checkInTime) * MINUTE_MS
  const to = isAfterCheckIn ? addDays(lastDay, 1) : lastDay
  if (to > from) return { from, to }
  return start.kind === 'day' || end?.kind === 'day' ? { from, to: addDays(day, 1) } : null
}
