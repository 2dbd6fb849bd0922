import { addDays, type IsoDate } from '#app/shared/dates.ts'
import {
  type CalendarEvent,
  DAYS_BACK,
  parseEvent,
  type UnreadableEvent,
  unreadableEvent,
} from './calendar-event.server.ts'
import { type CalendarPieces, lineValue } from './calendar-text.server.ts'
import { type MomentReader, parseDates } from './moments.server.ts'
import { nightsOfEvent, type PropertyClock } from './nights-of-event.server.ts'
import { addOccurrences, type Occurrence, TooManyRepeats } from './occurrences.server.ts'
import { latestChanges, type Revision, withoutReplaced } from './revisions.server.ts'
import { TookTooLong, withTimeLimit } from './time-limit.server.ts'

/** The requested days `[first, last)` at a home; `limitMs` for a series that never ends. */
type Span = {
  property: PropertyClock
  first: IsoDate
  last: IsoDate
  reader: MomentReader
  limitMs: number
}

type Found = {
  occurrences: Occurrence[]
  /** Unreadable events that may not be over. */
  unreadable: UnreadableEvent[]
  /** Whether a series took all its time. */
  isSlow: boolean
}

type Placed = { event: CalendarEvent; place: number }

/**
 * The days that the events of a calendar take at a home. They are of every occurrence that begins in the span, with
 * exceptions applied. What cannot be read costs only itself.
 */
export function listOccurrences(pieces: CalendarPieces, span: Span): Found {
  const { reader } = span
  const found: Found = { occurrences: [], unreadable: [], isSlow: false }
  const events: Placed[] = []
  for (const lines of pieces.events) {
    const { event, unreadable } = parseEvent(lines, reader)
    if (event) events.push({ event, place: lines.place })
    if (unreadable && !(event && isLongAgo(event, span))) found.unreadable.push(unreadable)
  }
  // Without an id, no event is a revision of another.
  const keyOf = ({ event: { uid }, place }: Placed) => uid || place
  for (const group of Map.groupBy(events, keyOf).values()) found.occurrences.push(...listOfId(group, span, found))
  for (const line of pieces.busy) found.occurrences.push(...listBusy(line, span, found))
  return found
}

/** A single event that cannot reach today, however long it is. */
function isLongAgo({ start, rules, added }: CalendarEvent, { property, first }: Span): boolean {
  const nights = nightsOfEvent({ start, end: null }, property)
  return rules.length === 0 && added.length === 0 && nights !== null && nights.to < first
}

/** The nights of the events with one id. */
function listOfId(group: Placed[], span: Span, found: Found): Occurrence[] {
  const { property } = span.reader.zones
  const changes = latestChanges(
    group.flatMap(({ event }) => (event.replaces ? [event] : [])),
    property,
  )
  const revisions = group.flatMap(({ event, place }): Revision[] =>
    event.replaces ? [] : [{ event, occurrences: listOfEvent({ event, place }, changes, span, found) }],
  )
  // Also occurrences moved from a time that the rule does not produce, and those without their series in the file.
  const single = changes.map((event) => ({ event, occurrences: listOne({ ...event, replaces: null }, span) }))
  return [...withoutReplaced(revisions, property), ...single].flatMap(({ occurrences }) => occurrences)
}

function listOne(event: CalendarEvent, span: Span): Occurrence[] {
  const occurrences: Occurrence[] = []
  addOccurrences({ ...event, rules: [], added: [], left: [] }, [], span, occurrences)
  return occurrences
}

function listOfEvent({ event, place }: Placed, changes: CalendarEvent[], span: Span, found: Found): Occurrence[] {
  const occurrences: Occurrence[] = []
  const isSeries = event.rules.length > 0 || event.added.length > 0
  if (!isSeries) return listOne(event, span)
  try {
    withTimeLimit(span.limitMs, () => addOccurrences(event, changes, span, occurrences))
  } catch (error) {
    const isSlow = error instanceof TookTooLong
    found.isSlow ||= isSlow
    const isTooOften = isSlow || error instanceof TooManyRepeats
    const why = isTooOften ? 'it repeats too often' : 'its repetition can’t be read'
    found.unreadable.push(unreadableEvent({ uid: event.uid, place, start: event.start }, why))
  }
  return occurrences
}

/** Busy time of a free/busy calendar, which has no events: several periods in one line. */
function listBusy(line: string, { property, reader }: Span, found: Found): Occurrence[] {
  if (!/^FREEBUSY/i.test(line) || /;FBTYPE=FREE[;:]/i.test(line)) return []
  return lineValue(line)
    .split(',')
    .flatMap((period) => {
      try {
        return parseDates(`FREEBUSY:${period}`, reader).flatMap((times) => {
          const nights = nightsOfEvent(times, property)
          return nights ? [{ uid: '', summary: '', isFree: false, isCancelled: false, ...nights }] : []
        })
      } catch {
        found.unreadable.push({ uid: null, words: 'A busy time of it can’t be read.' })
        return []
      }
    })
}

/** The days that are read of a calendar, around today. */
export const spanAround = (today: IsoDate, daysAhead: number) => ({
  first: addDays(today, -DAYS_BACK),
  last: addDays(today, daysAhead),
})
