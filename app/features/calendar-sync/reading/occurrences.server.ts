import ICAL from 'ical.js'
import type { IsoDate } from '#app/shared/dates.ts'
import type { CalendarEvent } from './calendar-event.server.ts'
import {
  dayOf,
  dayOfWall,
  later,
  type Moment,
  type MomentReader,
  parseMoment,
  wallIn,
  wallOfDay,
} from './moments.server.ts'
import { nightsOfEvent, type PropertyClock } from './nights-of-event.server.ts'
import { UTC, type Wall, type Zone } from './zones.server.ts'

/** The limit of repetitions since an event began: daily for forty years. */
const MAX_REPEATS = 15_000

/** An event repeats more often than a calendar of stays can. */
export class TooManyRepeats extends Error {}

/** An event with its local dates. */
export type Occurrence = {
  uid: string
  from: IsoDate
  to: IsoDate
  summary: string
  isFree: boolean
  isCancelled: boolean
}

/** The requested days `[first, last)` at a home. */
type Days = { property: PropertyClock; first: IsoDate; last: IsoDate; reader: MomentReader }

type Times = Pick<CalendarEvent, 'start' | 'end'>

/** The occurrence of an event at these times: none if it takes no nights. */
function occurrenceOf(
  { uid, summary, isFree, isCancelled }: CalendarEvent,
  times: Times,
  property: PropertyClock,
): Occurrence[] {
  const nights = nightsOfEvent(times, property)
  return nights ? [{ uid, summary, isFree, isCancelled, ...nights }] : []
}

/** A series by the clocks of its start: every moment of it is compared as a number. */
type Series = { isDays: boolean; zone: Zone; property: Zone }

function seriesOf({ start }: Times, { zones }: MomentReader): Series {
  const { property } = zones
  return { isDays: start.kind === 'day', zone: start.kind === 'day' ? property : start.zone, property }
}

function wallOf(moment: Moment, { isDays, zone, property }: Series): Wall {
  return isDays ? wallOfDay(dayOf(moment, property)) : wallIn(moment, zone)
}

const momentAt = (wall: Wall, { isDays, zone }: Series): Moment =>
  isDays ? { kind: 'day', day: dayOfWall(wall) } : { kind: 'time', wall, zone }

/** The occurrences at some moments. A date means the occurrences on that date, whatever their time is. */
function matcherOf(moments: readonly Moment[], series: Series): (wall: Wall) => Moment | null {
  const exact = new Map(moments.map((moment) => [wallOf(moment, series), moment]))
  const days = new Map(moments.flatMap((moment) => (moment.kind === 'day' ? [[moment.day, moment] as const] : [])))
  return (wall) => exact.get(wall) ?? days.get(dayOfWall(wall)) ?? null
}

const END_OF_DAY_MS = 86_399_000

/** The last moment of a rule. A date, and midnight, include that day. */
function untilOf(rule: string, series: Series, reader: MomentReader): Wall | null {
  const [, written] = /(?:^|;)\s*UNTIL=([^;]*)/i.exec(rule) ?? []
  if (written === undefined) return null
  const read = parseMoment(written, null, { ...reader, utcDays: true })
  const until = read.kind === 'time' && read.zone !== UTC ? { ...read, zone: series.zone } : read
  // A last second of a day in UTC is that day: rounding up would add the next.
  if (series.isDays && until.kind === 'time' && until.wall % 86_400_000 >= END_OF_DAY_MS - 59_000) {
    return wallOfDay(dayOfWall(until.wall))
  }
  const at = wallOf(until, series)
  const isDay = until.kind === 'day' || at % 86_400_000 === 0
  return isDay ? at + END_OF_DAY_MS : at
}

/** The starts that a rule produces from its first one on. It may never end: whoever calls it limits its time. */
function* startsOf(rule: string, first: Wall, series: Series): Generator<Wall> {
  const written = rule
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .split(';')
    .filter((part) => part !== '' && !part.startsWith('UNTIL='))
    .join(';')
  const text = new Date(first).toISOString()
  const start = series.isDays
    ? ICAL.Time.fromDateString(text.slice(0, 10))
    : ICAL.Time.fromDateTimeString(text.slice(0, 19))
  const iterator = ICAL.Recur.fromString(written).iterator(start)
  for (let at = iterator.next(); at; at = iterator.next()) yield at.toUnixTime() * 1000
}

/**
 * The nights that an event takes at a home, with all its repetitions that begin in the span. `moved` are the
 * occurrences that other events replace. Throws the library's errors for invalid rules, and `TooManyRepeats`. `found`
 * has what was found until then: of a broken rule, the first occurrence.
 */
export function addOccurrences(
  event: CalendarEvent,
  moved: readonly CalendarEvent[],
  { property, first, last, reader }: Days,
  found: Occurrence[],
): void {
  const series = seriesOf(event, reader)
  const isLeft = matcherOf([...event.left, ...moved.flatMap((one) => one.replaces?.moment ?? [])], series)
  const later = moved
    .flatMap((one) => (one.replaces?.isFuture ? [{ one, from: wallOf(one.replaces.moment, series) }] : []))
    .sort((before, after) => before.from - after.from)
  const start = wallOf(event.start, series)
  const length = event.end && wallOf(event.end, series) - start
  const taken = new Set<Wall>()

  function add(wall: Wall, own: Moment | null = null) {
    if (isLeft(wall) || (taken.has(wall) && !own)) return
    taken.add(wall)
    const changed = later.findLast(({ from }) => from <= wall)
    if (changed) return void found.push(...changedOccurrence(changed.one, wall - changed.from, property))
    const end = own ?? endOf(event, wall, start, length, series)
    found.push(...occurrenceOf(event, { start: momentAt(wall, series), end }, property))
  }

  // The first occurrence always counts, even if the rule does not produce it.
  add(start)
  for (const one of event.added) {
    const wall = wallOf(one.start, series)
    if (dayOfWall(wall) >= first && dayOfWall(wall) <= last) add(wall, one.end)
  }
  for (const rule of event.rules) {
    const until = untilOf(rule, series, reader)
    let repeats = 0
    for (const wall of startsOf(rule, start, series)) {
      repeats += 1
      if (repeats > MAX_REPEATS) throw new TooManyRepeats()
      if ((until !== null && wall > until) || dayOfWall(wall) > last) break
      if (dayOfWall(wall) >= first) add(wall)
    }
  }
}

/** The end of an occurrence: as long after its start as the event's is after its own. */
function endOf({ start, end }: Times, wall: Wall, first: Wall, length: number | null, series: Series): Moment | null {
  if (end === null || length === null) return null
  if (wall === first) return end
  if (start.kind === 'time' && end.kind === 'day') return { kind: 'day', day: dayOfWall(wall + length) }
  if (start.kind === 'day' && end.kind === 'time') return { ...end, wall: end.wall + wall - first }
  return momentAt(wall + length, series)
}

/** An occurrence of a series whose rest was changed: moved and as long like the first of it. */
function changedOccurrence(one: CalendarEvent, offset: number, property: PropertyClock): Occurrence[] {
  const end = one.end && later(one.end, offset)
  return occurrenceOf(one, { start: later(one.start, offset), end }, property)
}
