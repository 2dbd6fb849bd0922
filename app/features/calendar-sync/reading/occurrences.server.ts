import ICAL from 'ical.js'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { localDateReader, validDate } from './local-dates.server.ts'

/** The limit of repetitions since an event began: daily for eleven years, more than any property's calendar has. */
const MAX_REPEATS = 4000

/** An event repeats more often than a calendar of stays can. */
export class TooManyRepeats extends Error {}

/** An event with the local dates that it takes: at least the night of its first day. */
export type Occurrence = {
  uid: string
  from: IsoDate
  to: IsoDate
  summary: string
  /** Cancelled, or marked as free time. */
  isFree: boolean
  isCancelled: boolean
}

type Event = InstanceType<typeof ICAL.Event>

const sequenceOf = (event: Event) => Number(event.sequence ?? 0) || 0

/** The events that no later revision supersedes. All equal revisions count: too many nights are better than too few. */
function newest(events: Event[]): Event[] {
  const latest = Math.max(...events.map(sequenceOf))
  return events.filter((event) => sequenceOf(event) === latest)
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()]
}

function stateOf({ component }: Event): Pick<Occurrence, 'isFree' | 'isCancelled'> {
  const word = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  const isCancelled = word('status') === 'CANCELLED'
  return { isFree: isCancelled || word('transp') === 'TRANSPARENT', isCancelled }
}

function tzidOf({ component }: Event, name: string): string | undefined {
  const tzid = component.getFirstProperty(name)?.getParameter('tzid')
  return Array.isArray(tzid) ? tzid[0] : tzid
}

/** The library accepts any date: it turns February 31 into March 3. */
function requireRealDates({ component }: Event): void {
  if (!component.hasProperty('dtstart')) throw new Error('event without DTSTART')
  for (const name of ['dtstart', 'dtend', 'recurrence-id']) {
    const written: unknown = component.getFirstProperty(name)?.toJSON()[3]
    if (written !== undefined) validDate(String(written).slice(0, 10))
  }
}

/** The requested days `[first, last)`, at a property in this zone. */
type Span = { timeZone: string; first: IsoDate; last: IsoDate }

/**
 * The days that the events of a calendar take at a property. They are of every occurrence that begins in the span, with
 * exceptions applied. Throws the library's errors for invalid calendars, and `TooManyRepeats`.
 */
export function listOccurrences(calendar: ICAL.Component, { timeZone, first, last }: Span): Occurrence[] {
  const dateOf = localDateReader(timeZone)
  const found: Occurrence[] = []
  let repeats = 0

  function add(uid: string, item: Event, start: ICAL.Time, end: ICAL.Time) {
    const from = dateOf(start, tzidOf(item, 'dtstart'))
    const until = dateOf(end, tzidOf(item, 'dtend') ?? tzidOf(item, 'dtstart'))
    const to = until > from ? until : addDays(from, 1)
    found.push({ uid, from, to, summary: String(item.summary ?? ''), ...stateOf(item) })
  }

  function addRepeated(uid: string, event: Event) {
    const addOne = (at: ICAL.Time) => {
      const { item, startDate, endDate } = event.getOccurrenceDetails(at)
      add(uid, item, startDate, endDate)
    }
    // The first occurrence always counts, even if the rule does not produce it.
    const left = event.component.getAllProperties('exdate').flatMap((property) => property.getValues())
    if (!left.some((time) => time instanceof ICAL.Time && time.compare(event.startDate) === 0)) addOne(event.startDate)
    const repeated = event.iterator()
    for (let at = repeated.next(); at; at = repeated.next()) {
      repeats += 1
      if (repeats > MAX_REPEATS) throw new TooManyRepeats()
      const date = at.toString().slice(0, 10)
      if (date > last) break
      if (date >= first) addOne(at)
    }
  }

  const components = calendar.getAllSubcomponents('vevent')
  const events = components.map((component) => new ICAL.Event(component, { exceptions: [] }))
  events.forEach(requireRealDates)
  for (const group of groupBy(events, (event) => String(event.uid ?? ''))) {
    const uid = String(group[0]?.uid ?? '')
    const masters = group.filter((event) => !event.isRecurrenceException())
    const moved = group.filter((event) => event.isRecurrenceException())
    const exceptions = groupBy(moved, (event) => String(event.recurrenceId)).flatMap(newest)
    for (const master of masters.length > 0 ? newest(masters) : []) {
      if (!master.isRecurring()) {
        add(uid, master, master.startDate, master.endDate)
        continue
      }
      for (const exception of exceptions) master.relateException(exception)
      addRepeated(uid, master)
    }
    // Also those moved from a time that the rule does not produce, and those without their series in the file.
    for (const exception of exceptions) add(uid, exception, exception.startDate, exception.endDate)
  }
  return found
}
