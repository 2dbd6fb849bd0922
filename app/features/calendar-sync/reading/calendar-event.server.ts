import { addDays, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { type EventLines, lineValue } from './calendar-text.server.ts'
import { durationOf, later, type Moment, type MomentReader, parseDate, parseDates, wallIn } from './moments.server.ts'

/** An event of a calendar as far as it can be read. */
export type CalendarEvent = {
  uid: string
  sequence: number
  summary: string
  isCancelled: boolean
  /** Marked as free time. */
  isFree: boolean
  start: Moment
  end: Moment | null
  /** How a series repeats (`RRULE`), and its first moment that does not count anymore. */
  rules: string[]
  added: { start: Moment; end: Moment | null }[]
  left: Moment[]
  /** The occurrence of a series that this one replaces; `isFuture`: with all that follow. */
  replaces: { moment: Moment; isFuture: boolean } | null
}

/** An event that cannot be read, or not in whole. `uid` is null if it has none, `words` name it for the operator. */
export type UnreadableEvent = { uid: string | null; words: string }

const textOf = (text: string) => text.replace(/\\n/gi, '\n').replace(/\\([\\;,])/g, '$1')

/** A recurring event that ended longer ago is over: no occurrence of it lasts this long. */
export const DAYS_BACK = 400
/** Older events are over, whatever they contain: nothing is booked further ahead. */
const DAYS_AHEAD = 1500
const compact = (day: IsoDate) => day.replaceAll('-', '')

const linesOf = (lines: readonly string[], name: string) =>
  lines.filter((line) => line.length > name.length && /[;:]/.test(line[name.length] ?? '') && startsWith(line, name))
const startsWith = (line: string, name: string) => line.slice(0, name.length).toUpperCase() === name

/** Whether an event is over, by the digits of its dates: most of a long history is not worth reading. */
export function isOver({ lines }: EventLines, today: IsoDate): boolean {
  const of = (...names: string[]) => names.flatMap((name) => linesOf(lines, name))
  const areBefore = (dated: string[], days: number) => {
    const limit = compact(addDays(today, -days))
    const isBefore = (line: string) => {
      const dates = lineValue(line).match(/(?<!\d)\d{8}(?!\d)/g) ?? []
      return dates.length > 0 && dates.every((date) => date < limit)
    }
    return dated.length > 0 && dated.every(isBefore)
  }
  const starts = of('DTSTART', 'DTEND', 'RECURRENCE-ID')
  if (of('RDATE', 'DURATION').length > 0 || starts.some((line) => /THISANDFUTURE/i.test(line))) return false
  const rules = of('RRULE')
  if (rules.length > 0)
    return rules.every((rule) => /UNTIL=/i.test(rule)) && areBefore([...starts, ...rules], DAYS_BACK)
  return starts.length > 0 ? areBefore(starts, 2) : areBefore(of('DTSTAMP', 'LAST-MODIFIED'), DAYS_AHEAD)
}

/** Reads an event. What is left out is named in `unreadable`; the event is null if its start cannot be read. */
export function parseEvent(
  { lines, place }: EventLines,
  reader: MomentReader,
): { event: CalendarEvent | null; unreadable: UnreadableEvent | null } {
  const wrong: string[] = []
  function attempt<Result>(what: string, read: () => Result): Result | null {
    try {
      return read()
    } catch {
      wrong.push(what)
      return null
    }
  }
  const first = (name: string) => linesOf(lines, name)[0]
  const value = (name: string) => textOf(lineValue(first(name) ?? `${name}:`))
  const one = (name: string, what: string) => {
    const line = first(name)
    return line === undefined ? null : attempt(what, () => parseDate(line, reader))
  }
  const many = (name: string, what: string) =>
    linesOf(lines, name).flatMap((line) => attempt(what, () => parseDates(line, reader)) ?? [])

  const uid = value('UID')
  const start = one('DTSTART', 'start')
  if (!start) return { event: null, unreadable: unreadableEvent({ uid, place, start }, 'its start can’t be read') }
  const replaced = one('RECURRENCE-ID', 'place in its series')
  const event: CalendarEvent = {
    uid,
    sequence: Number(value('SEQUENCE')) || 0,
    summary: value('SUMMARY'),
    isCancelled: /^CANCELL?ED$/i.test(value('STATUS')),
    isFree: value('TRANSP').toUpperCase() === 'TRANSPARENT',
    start,
    end: one('DTEND', 'end') ?? attempt('length', () => endByDuration(start, first('DURATION'))),
    rules: linesOf(lines, 'RRULE').map(lineValue),
    added: many('RDATE', 'additional dates'),
    left: many('EXDATE', 'left out dates').map((dates) => dates.start),
    replaces: replaced && {
      moment: replaced,
      isFuture: /;RANGE=THISANDFUTURE/i.test(first('RECURRENCE-ID') ?? ''),
    },
  }
  const why = `its ${wrong.join(' and its ')} can’t be read`
  return { event, unreadable: wrong.length > 0 ? unreadableEvent({ uid, place, start }, why) : null }
}

type Named = { uid: string; place: number; start: Moment | null }

/** Names an event by its place and day, not by its title: that may be the name of a guest. */
export function unreadableEvent({ uid, place, start }: Named, why: string): UnreadableEvent {
  const from = start ? ` from ${formatDate(dayWritten(start), 'long')}` : ''
  return { uid: uid || null, words: `Event ${place}${from}: ${why}.` }
}

function endByDuration(start: Moment, line: string | undefined): Moment | null {
  return line === undefined ? null : later(start, durationOf(lineValue(line)))
}

const dayWritten = (moment: Moment): IsoDate =>
  moment.kind === 'day' ? moment.day : new Date(wallIn(moment, moment.zone)).toISOString().slice(0, 10)
