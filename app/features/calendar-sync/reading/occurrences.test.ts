import { describe, expect, test } from 'vitest'
import { calendarOf, eventOf, googleCalendar } from '#test/servers/calendars.ts'
import { readCalendar } from './read-calendar.server.ts'

const OURS = '@home-0123456789'
const DENVER = 'America/Denver'
const read = (text: string, timeZone = DENVER, timeout?: number) =>
  readCalendar(text, { timeZone, today: '2027-06-01', ownUidSuffix: OURS }, timeout)

/** The nights found as `from/to`, or the error message. */
function nights(text: string, timeZone?: string, timeout?: number) {
  const outcome = read(text, timeZone, timeout)
  return outcome.ok ? outcome.events.map(({ from, to }) => `${from}/${to}`).sort() : outcome.message
}
const one = (...lines: string[]) => calendarOf(...eventOf('UID:a@example.com', ...lines))

describe('events', () => {
  const july = (...lines: string[]) => eventOf('DTSTART;VALUE=DATE:20270701', 'DTEND;VALUE=DATE:20270704', ...lines)

  test('cancelled or transparent events take no nights', () => {
    const text = calendarOf(...july('UID:a', 'STATUS:CANCELLED'), ...july('UID:b', 'TRANSP:TRANSPARENT'))
    expect(read(text)).toMatchObject({
      ok: true,
      events: [],
      hasFuture: true,
      cancelled: ['a', 'a 2027-07-01/2027-07-04'],
    })
    const left = calendarOf(...july('UID:a', 'STATUS:CANCELLED'))
    expect(read(left)).toMatchObject({ ok: true, events: [], hasFuture: false })
    expect(nights(calendarOf(...july('UID:c', 'STATUS:TENTATIVE', 'TRANSP:OPAQUE')))).toHaveLength(1)
  })

  test('the latest revision of an event counts, in any order of the file', () => {
    const [before, after] = [july('UID:a', 'SEQUENCE:1'), eventOf('UID:a', 'SEQUENCE:2', 'DTSTART;VALUE=DATE:20270801')]
    expect(nights(calendarOf(...before, ...after))).toEqual(['2027-08-01/2027-08-02'])
    expect(nights(calendarOf(...after, ...before))).toEqual(['2027-08-01/2027-08-02'])
    const cancelled = july('UID:a', 'SEQUENCE:2', 'STATUS:CANCELLED')
    expect(nights(calendarOf(...before, ...cancelled))).toEqual([])
  })

  test('duplicates count once, and different nights with the same or no id all count', () => {
    expect(read(calendarOf(...july('UID:a'), ...july('UID:a')))).toMatchObject({ events: [{ key: 'a' }] })
    const other = eventOf('UID:a', 'DTSTART;VALUE=DATE:20270801')
    expect(read(calendarOf(...july('UID:a'), ...other))).toMatchObject({
      events: [{ key: 'a 2027-07-01/2027-07-04' }, { key: 'a 2027-08-01/2027-08-02' }],
    })
    expect(nights(calendarOf(...july(), ...eventOf('DTSTART;VALUE=DATE:20270801')))).toHaveLength(2)
  })

  test('events with ids that the database cannot store are imported', () => {
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    const outcome = read(calendarOf(...july(`UID:${'x'.repeat(5000)}`), ...july('UID:nul\u0000l')))
    expect(outcome).toMatchObject({
      ok: true,
      events: [{ key: hash }, { key: hash }],
    })
  })
})

describe('recurring events', () => {
  const weekly = ['UID:w', 'DTSTART;VALUE=DATE:20270702', 'DTEND;VALUE=DATE:20270704']

  test('each occurrence takes its nights, with exclusions and additions', () => {
    const rule = eventOf(
      ...weekly,
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE;VALUE=DATE:20270709',
      'RDATE;VALUE=DATE:20270805',
    )
    expect(nights(calendarOf(...rule))).toEqual([
      '2027-07-02/2027-07-04',
      '2027-07-16/2027-07-18',
      '2027-07-23/2027-07-25',
      '2027-08-05/2027-08-07',
    ])
    const dates = eventOf(...weekly, 'RDATE;VALUE=DATE:20270805')
    expect(nights(calendarOf(...dates))).toEqual(['2027-07-02/2027-07-04', '2027-08-05/2027-08-07'])
    expect(nights(calendarOf(...eventOf(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=3', 'STATUS:CANCELLED')))).toEqual([])
  })

  test('occurrences keep their local hour over a clock change', () => {
    const rule = eventOf(
      'UID:r',
      'DTSTART;TZID=America/New_York:20271029T233000',
      'DTEND;TZID=America/New_York:20271030T003000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    )
    const found = ['2027-10-29/2027-10-30', '2027-11-05/2027-11-06', '2027-11-12/2027-11-13']
    expect(nights(googleCalendar(...rule), 'America/New_York')).toEqual(found)
  })

  test('an occurrence can be moved or cancelled, and the rest of a series changed', () => {
    const rule = eventOf(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=5')
    const at = (date: string, ...lines: string[]) => eventOf('UID:w', `RECURRENCE-ID;VALUE=DATE:${date}`, ...lines)
    const moved = at('20270709', 'DTSTART;VALUE=DATE:20270711', 'DTEND;VALUE=DATE:20270713')
    const gone = at('20270716', 'DTSTART;VALUE=DATE:20270716', 'DTEND;VALUE=DATE:20270718', 'STATUS:CANCELLED')
    expect(nights(calendarOf(...moved, ...rule, ...gone))).toEqual([
      '2027-07-02/2027-07-04',
      '2027-07-11/2027-07-13',
      '2027-07-23/2027-07-25',
      '2027-07-30/2027-08-01',
    ])
    const later = eventOf(
      'UID:w',
      'RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20270716',
      'DTSTART;VALUE=DATE:20270717',
      'DTEND;VALUE=DATE:20270718',
    )
    expect(nights(calendarOf(...rule, ...later))).toEqual([
      '2027-07-02/2027-07-04',
      '2027-07-09/2027-07-11',
      '2027-07-17/2027-07-18',
      '2027-07-24/2027-07-25',
      '2027-07-31/2027-08-01',
    ])
    expect(nights(calendarOf(...moved))).toEqual(['2027-07-11/2027-07-13'])
  })

  test('an endless rule is expanded up to the last bookable date', () => {
    const yearly = one('DTSTART;VALUE=DATE:20201224', 'DTEND;VALUE=DATE:20201227', 'RRULE:FREQ=YEARLY')
    expect(nights(yearly)).toEqual([2027, 2028, 2029, 2030].map((year) => `${year}-12-24/${year}-12-27`))
    expect(nights(one('DTSTART;VALUE=DATE:20260601', 'RRULE:FREQ=DAILY;INTERVAL=10'))).toHaveLength(150)
  })

  test('expansion is limited, and a rule without occurrences ends', () => {
    expect(nights(one('DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY'))).toBe('It repeats its events too often.')
    const never = one('DTSTART:20270701T000000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
    expect(nights(never, DENVER, 100)).toBe('It takes too long to read.')
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'RRULE:FREQ=WEEKLY;UNTIL=20200101'))).toEqual([
      '2027-07-01/2027-07-02',
    ])
  })
})
