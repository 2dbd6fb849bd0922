import type { IsoDate } from '#app/shared/dates.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { isOver, type UnreadableEvent } from './calendar-event.server.ts'
import { type CalendarPieces, splitCalendar } from './calendar-text.server.ts'
import { eventKey } from './event-key.server.ts'
import { listOccurrences, spanAround } from './list-occurrences.server.ts'
import { dayOf, type MomentReader, parseDate } from './moments.server.ts'
import type { Occurrence } from './occurrences.server.ts'
import { type EventKind, eventKindOf, ownWindow } from './platforms.ts'
import { TookTooLong, withTimeLimit } from './time-limit.server.ts'
import { zoneReader } from './zones.server.ts'

/** Nights further ahead than any stay can be booked are left out. */
const DAYS_AHEAD = 1500
/** How many events that are not over a calendar of one home can have. */
const MAX_EVENTS = 2000
/** How many nights or stays a calendar can have with all its repetitions. */
const MAX_OCCURRENCES = 10_000
/** A file that takes longer is malicious: as many real events need a fraction of this time. */
const TIMEOUT_MS = 5000
const TOO_SLOW_PAUSE_S = 6 * 3600

/** Nights that another calendar has taken; `key` is that calendar's name for them. */
export type ImportedEvent = { key: string; from: IsoDate; to: IsoDate; eventKind: EventKind }

/** `retryAfter` in seconds, set if merely reading the file is expensive. */
export type UnreadableCalendar = Refusal<'unreadable-file'> & { retryAfter: number }

export type ReadCalendar =
  | {
      ok: true
      prodId: string
      events: ImportedEvent[]
      /** How many upcoming events are our own, imported back. */
      echoes: number
      /** Whether there is any upcoming event that is neither cancelled nor our own, even one marked as free time. */
      hasFuture: boolean
      /** The keys of events that it lists as cancelled. */
      cancelled: string[]
      /** How many upcoming events are marked as free time and take no nights. */
      freeEvents: number
      /** The nights that the platform closes only for itself, whether or not they are taken. */
      window: { from: IsoDate; to: IsoDate } | null
      /** Unreadable events that may not be over. */
      unreadable: UnreadableEvent[]
      /** The end of a free/busy calendar's period; null for one with events. */
      busyUntil: IsoDate | null
      /** Seconds until it is read again, if reading it is expensive. */
      retryAfter: number
    }
  | UnreadableCalendar

export type About = {
  timeZone: string
  /** From when guests may arrive: `3:00 PM`. */
  checkInTime: string
  today: IsoDate
  /** The suffix of our own event ids. */
  ownUidSuffix: string
  /** Events marked as free time take their nights, too. */
  blocksFreeEvents: boolean
  /** Nights that the platform closes only for itself take none. */
  ignoresBookingWindow: boolean
}

/**
 * The nights of a calendar that are not over, at a property. It is read event by event: one that cannot be read closes
 * no other, and is named. A file that is cut off or too large for one property is refused as a whole. Half a calendar
 * would free the nights of the other half.
 */
export function parseCalendar(text: string, about: About, timeout = TIMEOUT_MS): ReadCalendar {
  const begin = text.search(/BEGIN:VCALENDAR/i)
  if (begin < 0) {
    const isPage = /^\s*<(?:!doctype|html|head|body)/i.test(text)
    return refused(isPage ? 'It’s a web page, not a calendar.' : 'It isn’t a calendar.')
  }
  const pieces = splitCalendar(text.slice(begin))
  if (!pieces) return refused('It’s cut off in the middle.')
  // For a long history, only future events cost time.
  const ahead = pieces.events.filter((event) => !isOver(event, about.today))
  if (ahead.length > MAX_EVENTS) return refused(`It has more than ${MAX_EVENTS} events ahead.`)
  const utcDays = writesDaysInUtc(pieces)
  try {
    return withTimeLimit(timeout, () => readPieces({ ...pieces, events: ahead }, { ...about, utcDays }, timeout / 2))
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    return { ...refused('It takes too long to read.'), retryAfter: TOO_SLOW_PAUSE_S }
  }
}

const refused = (message: string) => ({ ...refuse('unreadable-file', message), retryAfter: 0 })

type Reading = About & { utcDays: boolean }

function readPieces(pieces: CalendarPieces, about: Reading, limitMs: number): ReadCalendar {
  const { timeZone, checkInTime, today, ownUidSuffix, blocksFreeEvents, ignoresBookingWindow } = about
  const zones = zoneReader(timeZone, pieces.zones)
  const reader: MomentReader = { zones, utcDays: about.utcDays }
  const span = { ...spanAround(today, DAYS_AHEAD), reader, property: { zone: zones.property, checkInTime }, limitMs }
  const found = listOccurrences(pieces, span)
  const { last } = span
  const { prodId } = pieces
  const ahead = found.occurrences.filter(({ from, to }) => to > today && from < last)
  if (ahead.length > MAX_OCCURRENCES) return refused('It repeats its events too often.')
  const foreign = ahead.filter(({ uid }) => !uid.endsWith(ownUidSuffix))
  const unreadable = found.unreadable.filter(({ uid }) => !uid?.endsWith(ownUidSuffix))
  const isTaken = ({ isCancelled, isFree }: Occurrence) => !isCancelled && (blocksFreeEvents || !isFree)
  const taken = foreign.filter(isTaken)
  const events = [...Map.groupBy(taken, ({ uid }) => uid).values()].flatMap((group) => named(group, prodId, last))
  const window = ownWindow(prodId, events, today)
  return {
    ok: true,
    prodId,
    events: ignoresBookingWindow ? events.filter((event) => event !== window) : events,
    window: window && { from: window.from, to: window.to },
    echoes: ahead.length - foreign.length,
    hasFuture: unreadable.length > 0 || foreign.some(({ isCancelled }) => !isCancelled),
    cancelled: foreign.filter(({ isCancelled }) => isCancelled).flatMap(keysOf),
    freeEvents: foreign.filter((one) => one.isFree && !isTaken(one) && !one.isCancelled).length,
    unreadable,
    busyUntil: busyUntil(pieces, reader),
    retryAfter: found.isSlow ? TOO_SLOW_PAUSE_S : 0,
  }
}

/**
 * Whether a calendar writes whole days as midnight in UTC. Then all its times are, and it names no other zone. A single
 * event of another hour shows that it means times.
 */
function writesDaysInUtc({ events, zone }: CalendarPieces): boolean {
  if (zone && !/^(?:Etc\/)?(?:UTC|GMT)$/i.test(zone)) return false
  return events.every(({ lines }) =>
    lines.every((line) => !/^DT(?:START|END)[;:]/i.test(line) || /:\d{8}(?:T0000(?:00)?Z)?\s*$/i.test(line)),
  )
}

/** The end of the period of a calendar without events. */
function busyUntil({ events, busy }: CalendarPieces, reader: MomentReader): IsoDate | null {
  const end = busy.findLast((line) => /^DTEND[;:]/i.test(line))
  if (events.length > 0 || end === undefined) return null
  try {
    return dayOf(parseDate(end, reader), reader.zones.property)
  } catch {
    return null
  }
}

/** The possible keys of an occurrence: by its id alone, or with its nights. */
function keysOf({ uid, from, to }: Occurrence): string[] {
  return [...(uid ? [eventKey(uid)] : []), eventKey(`${uid} ${from}/${to}`)]
}

/** A single event is keyed by its id; several with one id also by their nights. */
function named(group: Occurrence[], prodId: string, last: IsoDate): ImportedEvent[] {
  const byNights = new Map<string, ImportedEvent>()
  for (const { uid, from, to, summary } of group) {
    const eventKind = eventKindOf(prodId, summary)
    const nights = `${from}/${to}`
    const before = byNights.get(nights)
    // Among duplicates with the same nights, a reservation wins over a block.
    const kind = before && before.eventKind !== 'block' ? before.eventKind : eventKind
    byNights.set(nights, { key: uid, from, to: to < last ? to : last, eventKind: kind })
  }
  const isOne = byNights.size === 1
  return [...byNights].map(([nights, event]) => ({
    ...event,
    key: eventKey(isOne && event.key ? event.key : `${event.key} ${nights}`),
  }))
}
