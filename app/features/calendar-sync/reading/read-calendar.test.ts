import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#app/shared/dates.ts'
import {
  airbnbCalendar,
  bookingComCalendar,
  calendarOf,
  eventOf,
  type FeedEvent,
  googleCalendar,
  vrboCalendar,
} from '#test/servers/calendars.ts'
import { readCalendar } from './read-calendar.server.ts'

const OURS = '@home-0123456789'
const DENVER = 'America/Denver'
const read = (text: string, timeZone = DENVER, today = '2027-06-01') =>
  readCalendar(text, { timeZone, today, ownUidSuffix: OURS })

/** The nights found as `from/to`, or the error message. */
function nights(text: string, timeZone?: string, today?: string) {
  const outcome = read(text, timeZone, today)
  return outcome.ok ? outcome.events.map(({ from, to }) => `${from}/${to}`).sort() : outcome.message
}

describe('platforms', () => {
  const stay: FeedEvent = { uid: '1418fb94e984-0e1d@airbnb.com', from: '2027-07-01', to: '2027-07-05' }
  const events = (text: string) => {
    const outcome = read(text)
    return outcome.ok ? outcome.events : outcome.message
  }

  test('Airbnb distinguishes reservations from unavailable nights', () => {
    const far = { uid: '7f3c2a1e9b0d-5a4e@airbnb.com', from: '2028-06-01', to: '2029-06-01' }
    expect(events(airbnbCalendar([stay, { ...far, summary: 'Airbnb (Not available)' }]))).toEqual([
      { key: stay.uid, from: '2027-07-01', to: '2027-07-05', marked: 'reserved' },
      { key: far.uid, from: '2028-06-01', to: '2029-06-01', marked: 'block' },
    ])
  })

  test('Vrbo distinguishes them, Booking.com and Google do not', () => {
    expect(events(vrboCalendar([stay, { ...stay, uid: 'b', summary: 'Blocked' }]))).toMatchObject([
      { marked: 'reserved' },
      { marked: 'block' },
    ])
    expect(events(bookingComCalendar([stay]))).toMatchObject([{ from: '2027-07-01', to: '2027-07-05', marked: null }])
    const dinner = eventOf('UID:d@google.com', 'SUMMARY:Reserved', 'DTSTART;VALUE=DATE:20270701')
    expect(events(googleCalendar(...dinner))).toMatchObject([{ marked: null }])
  })

  test('our own events are recognized by their id and take no nights', () => {
    const outcome = read(airbnbCalendar([stay, { uid: `b1${OURS}`, from: '2027-07-10', to: '2027-07-12' }]))
    expect(outcome).toMatchObject({ ok: true, echoes: 1, events: [{ from: '2027-07-01' }] })
  })

  test('an endless block ends at the last bookable date, and past events are dropped', () => {
    const [past, now, endless, beyond] = [
      { uid: 'p', from: '2027-05-20', to: '2027-06-01' },
      { uid: 'n', from: '2027-05-20', to: '2027-06-02' },
      { uid: 'e', from: '2027-08-01', to: '9999-12-31' },
      { uid: 'x', from: '2099-08-01', to: '2099-08-05' },
    ]
    expect(nights(airbnbCalendar([past, now, endless, beyond]))).toEqual([
      '2027-05-20/2027-06-02',
      `2027-08-01/${addDays('2027-06-01', 1500)}`,
    ])
    expect(read(airbnbCalendar([past]))).toMatchObject({ ok: true, events: [], hasFuture: false })
  })
})

describe('an invalid calendar is refused as a whole', () => {
  const good = airbnbCalendar([{ uid: 'a', from: '2027-07-01', to: '2027-07-05' }])

  test('pages, other files and truncated files are refused', () => {
    expect(nights('<!DOCTYPE html><html><body>Sign in</body></html>')).toBe('It’s a web page, not a calendar.')
    expect(nights('')).toBe('It isn’t a calendar.')
    expect(nights('{"error":"no"}')).toBe('It isn’t a calendar.')
    expect(nights('BEGIN:VCARD\r\nEND:VCARD')).toBe('It isn’t a calendar.')
    expect(nights(good.slice(0, -10))).toBe('It’s cut off in the middle.')
    expect(nights(`${good.slice(0, good.indexOf('SUMMARY'))}END:VCALENDAR`)).toBe(
      'It’s a calendar, but it can’t be read.',
    )
    expect(nights(`\uFEFF${good}\r\n\r\n`)).toHaveLength(1)
  })

  test('an unreadable event is refused without quoting its content', () => {
    const bad = [
      ['DTSTART;VALUE=DATE:20271301'],
      ['DTSTART;VALUE=DATE:20270231'],
      ['DTSTART;VALUE=DATE:tomorrow'],
      ['DTSTART:20270701T25'],
      ['SUMMARY:no beginning'],
      ['DTSTART;VALUE=DATE:20270701', 'a guest whose name broke the line'],
      ['DTSTART;VALUE=DATE:20270701', 'RRULE:FREQ=SOMETIMES'],
    ]
    for (const lines of bad) {
      const text = calendarOf(...eventOf('UID:ok', 'DTSTART;VALUE=DATE:20270801'), ...eventOf('UID:b', ...lines))
      expect(nights(text), lines.join()).toBe('It’s a calendar, but it can’t be read.')
    }
  })

  test('too many events are refused', () => {
    const many = Array.from({ length: 2001 }, (_, index) => ({
      uid: `${index}`,
      from: addDays('2020-01-01', index),
      to: addDays('2020-01-02', index),
    }))
    expect(nights(airbnbCalendar(many))).toBe('It has more than 2000 events.')
  })

  test('random input never crashes the parser', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        'BEGIN:VEVENT',
        'END:VEVENT',
        'DTSTART:20270701',
        'DTEND;VALUE=DATE:1',
        'RRULE:FREQ=DAILY',
        'UID:x',
      ),
      fc.constantFrom('BEGIN:VTIMEZONE', 'END:VTIMEZONE', 'TZID:x', 'RECURRENCE-ID:1', 'DURATION:-P1D', 'SEQUENCE:x'),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        expect(typeof read(calendarOf(...lines)).ok).toBe('boolean')
      }),
    )
  })
})
