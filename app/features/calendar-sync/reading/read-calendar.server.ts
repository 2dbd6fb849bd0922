import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import ICAL from 'ical.js'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { listOccurrences, type Occurrence, TooManyRepeats } from './occurrences.server.ts'
import { type Mark, markOf } from './platforms.ts'

/** Nights further ahead than any stay can be booked are left out. */
const DAYS_AHEAD = 1500
/** What repeats and began longer ago is over: no occurrence of it lasts so long. */
const DAYS_BACK = 400
const MAX_EVENTS = 2000
/** A file that takes longer is made to be slow: as many real events take a small part of it. */
const TIMEOUT_MS = 5000
const TOO_SLOW_PAUSE_S = 6 * 3600
const MAX_KEY_LENGTH = 200
/** A date that does not say that it is no time, as some programs write it. */
const BARE_DATE = /^(DTSTART|DTEND)(?:;TZID=[^:;\r\n]*)?:(\d{8})(?=\r?$)/gim

/** Nights that another calendar has taken; `key` is the calendar's own name for them. */
export type ImportedEvent = { key: string; from: IsoDate; to: IsoDate; marked: Mark }

export type ReadCalendar =
  | {
      ok: true
      prodId: string
      events: ImportedEvent[]
      /** How many events that reach beyond today are our own, come back. */
      echoes: number
      /** Whether anything that is neither cancelled nor our own reaches beyond today, were it shown without taking time. */
      hasFuture: boolean
      /** The keys of what it names as cancelled. */
      cancelled: string[]
    }
  /** `retryAfter` in seconds: reading it at all costs much. */
  | { ok: false; message: string; retryAfter: number }

type About = {
  timeZone: string
  today: IsoDate
  /** What the ids of our own events end with. */
  ownUidSuffix: string
}

/**
 * The nights of a calendar that are not over, at a home. What is broken, cut off, or larger than any home's calendar is refused
 * whole: half a calendar would free the nights of the other half.
 */
export function readCalendar(text: string, about: About, timeout = TIMEOUT_MS): ReadCalendar {
  const body = text.trim()
  if (!/^BEGIN:VCALENDAR\s/i.test(body)) {
    const isPage = /^<(?:!doctype|html|head|body)/i.test(body)
    return refused(isPage ? 'It is a web page and not a calendar.' : 'It is not a calendar.')
  }
  if (!/\sEND:VCALENDAR$/i.test(body)) return refused('It stops in the middle.')
  try {
    // The library can be led into a loop without an end (a February 30 each day), which nothing but this stops.
    return runInNewContext('read()', { read: () => readWhole(body, about) }, { timeout }) as ReadCalendar
  } catch (error) {
    if (error instanceof TooManyRepeats) return refused('It repeats its events too often.')
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return { ...refused('It takes too long to read.'), retryAfter: TOO_SLOW_PAUSE_S }
    return refused('It is a calendar that cannot be read.')
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
  const theirs = ahead.filter(({ uid }) => !uid.endsWith(ownUidSuffix))
  const taken = theirs.filter(({ isFree }) => !isFree)
  return {
    ok: true,
    prodId,
    events: [...Map.groupBy(taken, ({ uid }) => uid).values()].flatMap((group) => named(group, prodId, last)),
    echoes: ahead.length - theirs.length,
    hasFuture: theirs.some(({ isCancelled }) => !isCancelled),
    cancelled: theirs.filter(({ isCancelled }) => isCancelled).flatMap(keysOf),
  }
}

/** What an occurrence may be called: by its id, or by its nights too. */
function keysOf({ uid, from, to }: Occurrence): string[] {
  return [...(uid ? [keyOf(uid)] : []), keyOf(`${uid} ${from}/${to}`)]
}

/** One event is called by its id; several of one id by their nights too. */
function named(group: Occurrence[], prodId: string, last: IsoDate): ImportedEvent[] {
  const byNights = new Map<string, ImportedEvent>()
  for (const { uid, from, to, summary } of group) {
    const marked = markOf(prodId, summary)
    const nights = `${from}/${to}`
    const before = byNights.get(nights)
    // Of the same nights told twice the graver word counts.
    const kind = before && before.marked !== 'block' ? before.marked : marked
    byNights.set(nights, { key: uid, from, to: to < last ? to : last, marked: kind })
  }
  const isOne = byNights.size === 1
  return [...byNights].map(([nights, event]) => ({
    ...event,
    key: keyOf(isOne && event.key ? event.key : `${event.key} ${nights}`),
  }))
}

/** As the database can hold it, and index it. */
function keyOf(name: string): string {
  const isPlain = name.length <= MAX_KEY_LENGTH && name.isWellFormed() && !/\p{Cc}/u.test(name)
  return isPlain ? name : createHash('sha256').update(name).digest('hex')
}
