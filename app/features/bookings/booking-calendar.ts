import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import type { IsoDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import type { BookingSummary } from './booking-summary.ts'

/** Check-in and check-out times are free text from the operator, such as `4:00 PM`. */
const CLOCK = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)$/i
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A free-text time on a date, in local time; null if it cannot be parsed. */
export function wallClock(date: IsoDate, words: string): Temporal.PlainDateTime | null {
  const match = CLOCK.exec(words.trim())
  if (!match) return null
  const hour = (Number(match[1]) % 12) + (match[3]?.toLowerCase() === 'pm' ? 12 : 0)
  return Temporal.PlainDate.from(date).toPlainDateTime({ hour, minute: Number(match[2] ?? 0) })
}

/** The UTC offset of a zone at an instant, such as `-0600`. */
function offsetsOf(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return /[+-]\d{2}:\d{2}/.exec(name)?.[0].replace(':', '') ?? '+0000'
  }
}

/** The first whole hour between two instants, a day apart, with another UTC offset than at the first. */
function changeBetween(from: number, to: number, offsetAt: (at: number) => string): number {
  let at = from + HOUR_MS
  while (at < to && offsetAt(at) === offsetAt(from)) at += HOUR_MS
  return at
}

/** Minutes east of Greenwich: `-0630` is -390. */
function minutesOf(offset: string): number {
  return Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3)))
}

/** The standard-time UTC offset: the smaller one of the year, because summer may be in January. */
function standardOffset(year: number, offsetAt: (at: number) => string): string {
  const [january, july] = [offsetAt(Date.UTC(year, 0, 1)), offsetAt(Date.UTC(year, 6, 1))]
  return minutesOf(january) < minutesOf(july) ? january : july
}

/** A VTIMEZONE (RFC 5545) with every change of the offset from a year before the stay to a year after. */
function describeZone(timeZone: string, around: IsoDate): string {
  const offsetAt = offsetsOf(timeZone)
  const start = Date.parse(`${around}T00:00:00Z`) - 366 * DAY_MS
  const standard = standardOffset(Number(around.slice(0, 4)), offsetAt)
  const kindOf = (offset: string) => (offset === standard ? 'STANDARD' : 'DAYLIGHT')
  const first = offsetAt(start)
  const parts = [observance(kindOf(first), '19700101T000000', first, first)]
  for (let day = start; day < start + 732 * DAY_MS; day += DAY_MS) {
    const [offset, next] = [offsetAt(day), offsetAt(day + DAY_MS)]
    if (next === offset) continue
    const at = changeBetween(day, day + DAY_MS, offsetAt)
    const before = new Date(at + minutesOf(offset) * 60_000)
    const onset = before.toISOString().slice(0, 19).replace(/[-:]/g, '')
    parts.push(observance(kindOf(next), onset, offset, next))
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...parts, 'END:VTIMEZONE'].join('\r\n')
}

function observance(kind: 'STANDARD' | 'DAYLIGHT', onset: string, from: string, to: string): string {
  return [`BEGIN:${kind}`, `DTSTART:${onset}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `END:${kind}`].join('\r\n')
}

const STATES = {
  requested: { words: ' (requested)', status: ICalEventStatus.TENTATIVE },
  confirmed: { words: '', status: ICalEventStatus.CONFIRMED },
  cancelled: { words: ' (canceled)', status: ICalEventStatus.CANCELLED },
}

const EPOCH = Date.UTC(2020, 0, 1)

/** A calendar that already has the event replaces it with the one with the higher sequence: the one made later. */
const sequenceAt = (moment: Date) => Math.floor((moment.getTime() - EPOCH) / 1000)

type StayEvent = {
  state: keyof typeof STATES
  reference: string
  checkInDate: IsoDate
  checkOutDate: IsoDate
  property: { name: string; address: string; timeZone: string; checkInTime: string; checkOutTime: string }
  description: string
  url: string
  stampedAt: Date
}

/**
 * The stay as an iCal file. It lasts from check-in to check-out in local time, or whole days if the times cannot be
 * parsed.
 */
export function stayCalendar({ state, reference, checkInDate, checkOutDate, property, ...event }: StayEvent): string {
  const { words, status } = STATES[state]
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: { company: 'stay', product: 'bookings' } })
  const start = wallClock(checkInDate, property.checkInTime)
  const end = wallClock(checkOutDate, property.checkOutTime)
  const timed = start !== null && end !== null
  if (timed) calendar.timezone({ name: null, generator: (zone) => describeZone(zone, checkInDate) })
  calendar.createEvent({
    id: `${reference}@${new URL(event.url).hostname}`,
    stamp: event.stampedAt,
    start: timed ? start : Temporal.PlainDate.from(checkInDate),
    end: timed ? end : Temporal.PlainDate.from(checkOutDate),
    allDay: !timed,
    timezone: timed ? property.timeZone : null,
    summary: `Stay at ${property.name}${words}`,
    description: event.description,
    location: property.address,
    status,
    sequence: sequenceAt(event.stampedAt),
    url: event.url,
  })
  return calendar.toString()
}

const STATE_WORDS = {
  requested: 'Requested, not yet confirmed.',
  confirmed: 'Confirmed.',
  cancelled: 'Canceled.',
}

type About = { booking: BookingSummary; state: StayEvent['state']; siteUrl: string; now: Date }

/** The stay as an iCal file, with the property's address once confirmed, and only its town before. */
export function bookingCalendarFile({ booking, state, siteUrl, now }: About): string {
  const { reference, party, total, property } = booking
  return stayCalendar({
    ...booking,
    property: { ...property, address: state === 'confirmed' ? property.address : property.location },
    state,
    description: `Reference ${reference}. ${partyWords(party)}. ${formatAmount(total)} total. ${STATE_WORDS[state]}`,
    url: `${siteUrl}${property.path}`,
    stampedAt: now,
  })
}

export function calendarAttachment(about: About) {
  return {
    filename: `stay-${about.booking.reference}.ics`,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: bookingCalendarFile(about),
  }
}
