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
import { nightsIn, OWN_SUFFIX, readAtProperty } from '#test/servers/read-nights.ts'
import { decodeCalendar } from './calendar-text.server.ts'

const OURS = OWN_SUFFIX
const read = readAtProperty
const nights = nightsIn
const one = (...lines: string[]) => calendarOf(...eventOf('UID:ok', 'DTSTART;VALUE=DATE:20270801'), ...lines)

describe('platforms', () => {
  const stay: FeedEvent = { uid: '1418fb94e984-0e1d@airbnb.com', from: '2027-07-01', to: '2027-07-05' }
  const events = (text: string) => {
    const outcome = read(text)
    return outcome.ok ? outcome.events : outcome.message
  }

  test('Airbnb distinguishes reservations from unavailable nights', () => {
    const far = { uid: '7f3c2a1e9b0d-5a4e@airbnb.com', from: '2028-06-01', to: '2029-06-01' }
    expect(events(airbnbCalendar([stay, { ...far, summary: 'Airbnb (Not available)' }]))).toEqual([
      { key: stay.uid, from: '2027-07-01', to: '2027-07-05', eventKind: 'reserved' },
      { key: far.uid, from: '2028-06-01', to: '2029-06-01', eventKind: 'block' },
    ])
  })

  test('Vrbo distinguishes them, Booking.com and Google do not', () => {
    expect(events(vrboCalendar([stay, { ...stay, uid: 'b', summary: 'Blocked' }]))).toMatchObject([
      { eventKind: 'reserved' },
      { eventKind: 'block' },
    ])
    expect(events(bookingComCalendar([stay]))).toMatchObject([
      { from: '2027-07-01', to: '2027-07-05', eventKind: null },
    ])
    const dinner = eventOf('UID:d@google.com', 'SUMMARY:Reserved', 'DTSTART;VALUE=DATE:20270701')
    expect(events(googleCalendar(...dinner))).toMatchObject([{ eventKind: null }])
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

describe('what Airbnb closes for itself', () => {
  const today = '2026-11-28'
  const at = (from: string, to: string, summary = 'Airbnb (Not available)') => ({ uid: from, from, to, summary })
  const notice = at('2026-11-29', '2026-12-01')
  const stay = at('2027-06-10', '2027-06-16', 'Reserved')
  const beyond = at('2027-08-28', '2028-11-28')
  const windowOf = (...events: FeedEvent[]) => {
    const outcome = read(airbnbCalendar(events), { today })
    return outcome.ok ? outcome.window : outcome.message
  }
  const opened = (...events: FeedEvent[]) => nights(airbnbCalendar(events), { today, ignoresBookingWindow: true })

  test('beyond its window of nine months opens by a choice, and a guest’s stay never does', () => {
    expect(windowOf(notice, stay, beyond)).toEqual({ from: '2027-08-28', to: '2028-11-28' })
    expect(nights(airbnbCalendar([stay, beyond]), { today })).toEqual([
      '2027-06-10/2027-06-16',
      '2027-08-28/2028-11-28',
    ])
    expect(opened(stay, beyond)).toEqual(['2027-06-10/2027-06-16'])
  })

  // Its short notice looks like a block that the host made for these nights.
  test('for the next nights stays closed, whatever the choice about its window', () => {
    expect(opened(notice, stay, beyond)).toEqual(['2026-11-29/2026-12-01', '2027-06-10/2027-06-16'])
    expect(windowOf(notice, stay)).toBeNull()
  })

  test.each([
    ['a window of three months', at('2027-02-28', '2027-11-28'), true],
    ['a window of a year, read a day later there', at('2027-11-29', '2028-11-28'), true],
    ['a block that begins between two windows', at('2027-08-14', '2028-11-28'), false],
    ['a block that ends within the year', at('2027-08-28', '2027-09-28'), false],
    ['nights that a guest has', at('2027-08-28', '2028-11-28', 'Reserved'), false],
  ])('%s is its own window or not', (_, last, isWindow) => {
    expect(windowOf(stay, last)).toEqual(isWindow ? { from: last.from, to: last.to } : null)
  })
})

describe('what is no whole calendar is refused', () => {
  const good = airbnbCalendar([{ uid: 'a', from: '2027-07-01', to: '2027-07-05' }])

  test('pages, other files and truncated files are refused', () => {
    expect(nights('<!DOCTYPE html><html><body>Sign in</body></html>')).toBe('It’s a web page, not a calendar.')
    expect(nights('')).toBe('It isn’t a calendar.')
    expect(nights('{"error":"no"}')).toBe('It isn’t a calendar.')
    expect(nights('BEGIN:VCARD\r\nEND:VCARD')).toBe('It isn’t a calendar.')
    expect(nights(good.slice(0, -16))).toBe('It’s cut off in the middle.')
    expect(nights(`${good.slice(0, good.indexOf('SUMMARY'))}END:VCALENDAR`)).toBe('It’s cut off in the middle.')
  })

  test('too many events ahead are refused, and those that are over are not counted', () => {
    const from = (first: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        uid: `${index}`,
        from: addDays(first, index),
        to: addDays(first, index + 1),
      }))
    expect(nights(airbnbCalendar(from('2027-06-01', 2001)))).toBe('It has more than 2000 events ahead.')
    expect(nights(airbnbCalendar(from('2015-01-01', 4540)))).toHaveLength(6)
  })

  test('a calendar that repeats its events too often is refused', () => {
    const daily = Array.from({ length: 8 }, (_, index) =>
      eventOf(`UID:${index}`, 'DTSTART;VALUE=DATE:20270601', 'RRULE:FREQ=DAILY'),
    ).flat()
    expect(nights(calendarOf(...daily))).toBe('It repeats its events too often.')
  })
})

describe('one broken line or event closes nothing else', () => {
  const day = (uid: string, ...lines: string[]) => eventOf(`UID:${uid}`, 'DTSTART;VALUE=DATE:20270910', ...lines)
  const both = ['2027-08-01/2027-08-02', '2027-09-10/2027-09-13']
  const sloppy: [string, string[]][] = [
    [
      'a quotation mark within a parameter',
      ['ATTENDEE;X-COMMENT="We call it "the nest"";CN=Ann:mailto:ann@example.com'],
    ],
    ['a word without a colon', ['X-APPLE-STRUCTURED']],
    ['odd names', ['CLASSIFICATION:Test', 'CLASS:SECRET-ISH', 'X-Link:https://example.com/a;b,c']],
    ['empty lines', ['', '', '']],
    ['an alarm with its own lines', ['BEGIN:VALARM', 'DURATION:P9D', 'DTEND:20271231', 'END:VALARM']],
    ['an alarm without an end', ['BEGIN:VALARM', 'TRIGGER:-P1D']],
    ['a guest whose name broke the line', ['SUMMARY:Ann', 'of the hill']],
  ]
  test.each(sloppy)('%s says nothing about nights', (_, lines) => {
    expect(read(one(...day('b', 'DTEND;VALUE=DATE:20270913', ...lines)))).toMatchObject({ unreadable: [] })
    expect(nights(one(...day('b', 'DTEND;VALUE=DATE:20270913', ...lines)))).toEqual(both)
  })

  test('a line about the calendar that cannot be read does not matter', () => {
    const text = one(...day('b', 'DTEND;VALUE=DATE:20270913'))
    const odd =
      'CALSCALE:GREGORIAN\r\nREFRESH-INTERVAL:VALUE=DURATION:PT1H\r\nX-Link:https://example.com/x\r\nBEGIN:VEVENT'
    expect(nights(text.replace('BEGIN:VEVENT', odd))).toEqual(both)
  })

  test('a file is read with any line ends, in UTF-16, and with notices around it', () => {
    const text = one(...day('b', 'DTEND;VALUE=DATE:20270913', 'SUMMARY:Räume'))
    expect(nights(text.replaceAll('\r\n', '\r'))).toEqual(both)
    expect(nights(text.replaceAll('\r\n', '\n'))).toEqual(both)
    expect(nights(text.replace('\r\n', '\r').replaceAll('\r\n', '\n'))).toEqual(both)
    expect(nights(`\uFEFF${text}\r\n\r\n`)).toEqual(both)
    expect(nights(text.replaceAll('\r\n', '\n    '))).toEqual(both)
    expect(nights(`<br />\n<b>Notice</b>: Undefined index\n${text}<!-- cached -->\n`)).toEqual(both)
    expect(nights(text.toLowerCase().replaceAll('uid', 'UID'))).toEqual(both)
    const swap = (buffer: Buffer) => buffer.swap16()
    for (const mark of ['', '\uFEFF']) {
      expect(nights(decodeCalendar(Buffer.from(mark + text, 'utf16le')))).toEqual(both)
      expect(nights(decodeCalendar(swap(Buffer.from(mark + text, 'utf16le'))))).toEqual(both)
      expect(nights(decodeCalendar(Buffer.from(mark + text)))).toEqual(both)
    }
  })

  const start = 'Event 2: its start can’t be read.'
  const from = (what: string) => `Event 2 from Friday, September 10, 2027: its ${what} can’t be read.`
  const broken: [string[], string, boolean][] = [
    [['DTSTART;VALUE=DATE:20271301'], start, false],
    [['DTSTART;VALUE=DATE:20280230'], start, false],
    [['DTSTART;VALUE=DATE:tomorrow'], start, false],
    [['DTSTART:20270701T25'], start, false],
    [['SUMMARY:no beginning'], start, false],
    [['DTSTART;VALUE=DATE:20270910', 'DTEND;VALUE=DATE:20270931'], from('end'), true],
    [['DTSTART;VALUE=DATE:20270910', 'DURATION:-P1D'], from('length'), true],
    [['DTSTART;VALUE=DATE:20270910', 'RRULE:FREQ=SOMETIMES'], from('repetition'), true],
    [
      ['DTSTART;VALUE=DATE:20270910', 'RDATE:soon', 'EXDATE:20270230'],
      from('additional dates can’t be read and its left out dates').replace(' can’t be read and', ' and'),
      true,
    ],
  ]
  test.each(broken)(
    'an event with %j is named without its title, and takes what can be read',
    (lines, words, isPart) => {
      const outcome = read(one(...eventOf('UID:b', ...lines)))
      const rest = isPart ? [{ from: '2027-09-10', to: '2027-09-11' }] : []
      expect(outcome).toMatchObject({
        events: [{ from: '2027-08-01', to: '2027-08-02' }, ...rest],
        unreadable: [{ uid: 'b', words }],
        hasFuture: true,
      })
    },
  )

  test('a broken event that is over is not named', () => {
    const over = [
      ['DTEND;VALUE=DATE:20200905', 'SUMMARY:no beginning'],
      ['DTSTAMP:20200901T000000Z', 'SUMMARY:no beginning'],
      ['DTSTART;VALUE=DATE:20200230'],
      ['DTSTART;VALUE=DATE:20200901', 'DTEND;VALUE=DATE:never'],
    ]
    for (const lines of over) expect(read(one(...eventOf(...lines))), lines.join()).toMatchObject({ unreadable: [] })
    const dashed = eventOf('DTSTAMP:20200901T000000Z', 'DTSTART:2027-09-10', 'DTEND:2027-09-13')
    expect(nights(one(...dashed))).toEqual(both)
  })
})

describe('free time', () => {
  const free = eventOf('UID:f', 'DTSTART;VALUE=DATE:20270910', 'DTEND;VALUE=DATE:20270914', 'TRANSP:TRANSPARENT')

  test('events marked as free are counted, and taken if the feed takes them', () => {
    const gone = eventOf('UID:g', 'DTSTART;VALUE=DATE:20270920', 'TRANSP:TRANSPARENT', 'STATUS:CANCELLED')
    const past = eventOf('UID:p', 'DTSTART;VALUE=DATE:20270301', 'TRANSP:TRANSPARENT')
    const text = calendarOf(...free, ...gone, ...past)
    expect(read(text)).toMatchObject({ events: [], freeEvents: 1, hasFuture: true })
    expect(read(text, { blocksFreeEvents: true })).toMatchObject({ events: [{ from: '2027-09-10' }], freeEvents: 0 })
  })

  test('tentative nights are taken', () => {
    const held = eventOf('UID:t', 'STATUS:TENTATIVE', 'DTSTART;VALUE=DATE:20270801')
    expect(nights(calendarOf(...held, ...free))).toEqual(['2027-08-01/2027-08-02'])
  })

  test('a free/busy calendar takes its busy time, and says until when it knows', () => {
    const busy = [
      'BEGIN:VFREEBUSY',
      'DTSTART:20270901T000000Z',
      'DTEND:20271001T000000Z',
      'FREEBUSY;FBTYPE=BUSY:20270910T220000Z/20270914T160000Z,20270920T220000Z/PT18H',
      'FREEBUSY;FBTYPE=FREE:20270915T220000Z/20270917T160000Z',
      'END:VFREEBUSY',
    ]
    expect(nights(calendarOf(...busy))).toEqual(['2027-09-10/2027-09-14', '2027-09-20/2027-09-21'])
    expect(read(calendarOf(...busy))).toMatchObject({ busyUntil: '2027-10-01' })
    expect(read(one(...busy))).toMatchObject({ busyUntil: null, events: { length: 3 } })
  })
})

test('random input never crashes the reader', () => {
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
