import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import ICAL from 'ical.js'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { listOccurrences, type Occurrence, TooManyRepeats } from './occurrences.server.ts'
import { type Mark, markOf } from './platforms.ts'

/** Nights further ahead than any stay can be booked are left out. */
const DAYS_AHEAD = 1500
/** A recurring event that began longer ago is over: no occurrence of it lasts this long. */
const DAYS_BACK = 400
const MAX_EVENTS = 2000
/** A file that takes longer is malicious: as many real events need a fraction of this time. */
const TIMEOUT_MS = 5000
const TOO_SLOW_PAUSE_S = 6 * 3600
const MAX_KEY_LENGTH = 200
/** A date without `VALUE=DATE`, as some programs write it. */
const BARE_DATE = /^(DTSTART|DTEND)(?:;TZID=[^:;\r\n]*)?:(\d{8})(?=\r?$)/gim

/** Nights that another calendar has taken; `key` is that calendar's name for them. */
export type ImportedEvent = { key: string; from: IsoDate; to: IsoDate; marked: Mark }

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
    }
  /** `retryAfter` in seconds, set if merely reading the file is expensive. */
  | { ok: false; message: string; retryAfter: number }

type About = {
  timeZone: string
  today: IsoDate
  /** The suffix of our own event ids. */
  ownUidSuffix: string
}

/**
 * The nights of a calendar that are not over, at a property. A file that is broken, truncated, or too large for one
 * property is refused as a whole. Half a calendar would free the nights of the other half.
 */
export function readCalendar(text: string, about: About, timeout = TIMEOUT_MS): ReadCalendar {
  const body = text.trim()
  if (!/^BEGIN:VCALENDAR\s/i.test(body)) {
    const isPage = /^<(?:!doctype|html|head|body)/i.test(body)
    return refused(isPage ? 'It’s a web page, not a calendar.' : 'It isn’t a calendar.')
  }
  if (!/\sEND:VCALENDAR$/i.test(body)) return refused('It’s cut off in the middle.')
  try {
    // The timeout is the only guard against an endless loop in the library (a February 30 each day).
    return runInNewContext('read()', { read: () => readWhole(body, about) }, { timeout }) as ReadCalendar
  } catch (error) {
    if (error instanceof TooManyRepeats) return refused('It repeats its events too often.')
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return { ...refused('It takes too long to read.'), retryAfter: TOO_SLOW_PAUSE_S }
    return refused('It’s a calendar, but it can’t be read.')
  }
}

const refused = (message: string) => ({ ok: false as const, message, retryAfter: 0 })

function readWhole(body: string, { timeZone, today, ownUidSuffix }: About): ReadCalendar {
  const roots = [ICAL.parse(body.replace(BARE_DATE, '$1;VALUE=DATE:$2'))].flat(1) as unknown[]
  const calendars = (typeof roots[0] === 'string' ? [roots] : roots).map((root) => new ICAL.Component(root as never))
  const count = calendars.reduce((sum, calendar) => sum + calendar.getAllSubcomponents('vevent').length, 0)
  if (count > MAX_EVENTS) return refused(`It has more than ${MAX_EVENTS} events.`)
  const span = { timeZone, first: addDays(today, -DAYS_BACK), last: addDays(today, DAYS_AHEAD) }
  const { last } = span
  const prodId = String(calendars[0]?.getFirstPropertyValue('prodid') ?? '')
  const ahead = calendars
    .flatMap((calendar) => listOccurrences(calendar, span))
    .filter(({ from, to }) => to > today && from < last)
  const foreign = ahead.filter(({ uid }) => !uid.endsWith(ownUidSuffix))
  const taken = foreign.filter(({ isFree }) => !isFree)
  return {
    ok: true,
    prodId,
    events: [...Map.groupBy(taken, ({ uid }) => uid).values()].flatMap((group) => named(group, prodId, last)),
    echoes: ahead.length - foreign.length,
    hasFuture: foreign.some(({ isCancelled }) => !isCancelled),
    cancelled: foreign.filter(({ isCancelled }) => isCancelled).flatMap(keysOf),
  }
}

/** The possible keys of an occurrence: by its id alone, or with its nights. */
function keysOf({ uid, from, to }: Occurrence): string[] {
  return [...(uid ? [keyOf(uid)] : []), keyOf(`${uid} ${from}/${to}`)]
}

/** A single event is keyed by its id; several with one id also by their nights. */
function named(group: Occurrence[], prodId: string, last: IsoDate): ImportedEvent[] {
  const byNights = new Map<string, ImportedEvent>()
  for (const { uid, from, to, summary } of group) {
    const marked = markOf(prodId, summary)
    const nights = `${from}/${to}`
    const before = byNights.get(nights)
    // Of duplicates with the same nights, a reservation wins over a block.
    const kind = before && before.marked !== 'block' ? before.marked : marked
    byNights.set(nights, { key: uid, from, to: to < last ? to : last, marked: kind })
  }
  const isOne = byNights.size === 1
  return [...byNights].map(([nights, event]) => ({
    ...event,
    key: keyOf(isOne && event.key ? event.key : `${event.key} ${nights}`),
  }))
}

/** A key that the database can store and index. */
function keyOf(name: string): string {
  const isPlain = name.length <= MAX_KEY_LENGTH && name.isWellFormed() && !/\p{Cc}/u.test(name)
  return isPlain ? name : createHash('sha256').update(name).digest('hex')
}
