import { describe, expect, test } from 'vitest'
import { calendarOf, eventOf, googleCalendar } from '#test/servers/calendars.ts'
import { nightsIn, readAtProperty } from '#test/servers/read-nights.ts'

const DENVER = 'America/Denver'
const read = readAtProperty
const nights = (text: string, timeZone = DENVER, timeout?: number) => nightsIn(text, { timeZone }, timeout)
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
    expect(nights(calendarOf(...july('UID:a', 'STATUS:Canceled')))).toEqual([])
    expect(nights(calendarOf(...july('UID:c', 'STATUS:TENTATIVE', 'TRANSP:OPAQUE')))).toHaveLength(1)
  })

  test('a later revision replaces an earlier one that it overlaps, in any order of the file', () => {
    const before = july('UID:a', 'SEQUENCE:1')
    const moved = eventOf('UID:a', 'SEQUENCE:2', 'DTSTART;VALUE=DATE:20270703', 'DTEND;VALUE=DATE:20270706')
    expect(nights(calendarOf(...before, ...moved))).toEqual(['2027-07-03/2027-07-06'])
    expect(nights(calendarOf(...moved, ...before))).toEqual(['2027-07-03/2027-07-06'])
    const cancelled = july('UID:a', 'SEQUENCE:2', 'STATUS:CANCELLED')
    expect(nights(calendarOf(...before, ...cancelled))).toEqual([])
    // The same start, though it takes no nights anymore.
    const hours = (sequence: number, end: string) =>
      eventOf('UID:a', `SEQUENCE:${sequence}`, 'DTSTART:20270701T090000', `DTEND:${end}`)
    expect(nights(calendarOf(...hours(1, '20270703T090000'), ...hours(2, '20270701T100000')))).toEqual([])
  })

  test('stays with one id are different stays, whatever their revisions are', () => {
    const at = (sequence: number, from: number) =>
      eventOf('UID:listing-77', `SEQUENCE:${sequence}`, `DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${from + 2}`)
    const text = calendarOf(...at(0, 20270910), ...at(2, 20270920), ...at(1, 20270912))
    expect(nights(text)).toEqual(['2027-09-10/2027-09-12', '2027-09-12/2027-09-14', '2027-09-20/2027-09-22'])
    const noId = (sequence: number) => july(`SEQUENCE:${sequence}`)
    expect(nights(calendarOf(...noId(1), ...eventOf('SEQUENCE:2', 'DTSTART;VALUE=DATE:20270702')))).toEqual([
      '2027-07-01/2027-07-04',
      '2027-07-02/2027-07-03',
    ])
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
    const spaced = eventOf(...weekly, 'RRULE: FREQ=weekly ; UNTIL=20270710')
    expect(nights(calendarOf(...spaced))).toEqual(['2027-07-02/2027-07-04', '2027-07-09/2027-07-11'])
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

  test('a series that never ends is named, and closes no other event', () => {
    const other = eventOf('UID:b', 'DTSTART;VALUE=DATE:20270801')
    const often = eventOf('UID:a', 'DTSTART:19700101T120000Z', 'RRULE:FREQ=SECONDLY')
    expect(read(calendarOf(...often, ...other))).toMatchObject({
      ok: true,
      events: [{ from: '2027-08-01' }],
      unreadable: [{ uid: 'a', words: 'Event 1 from Thursday, January 1, 1970: it repeats too often.' }],
    })
    const never = eventOf('UID:a', 'DTSTART:20270701T220000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
    expect(read(calendarOf(...never, ...other), {}, 1000)).toMatchObject({
      ok: true,
      events: [{ from: '2027-07-01' }, { from: '2027-08-01' }],
      unreadable: [{ uid: 'a' }],
      retryAfter: 6 * 3600,
    })
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'RRULE:FREQ=WEEKLY;UNTIL=20200101'))).toEqual([
      '2027-07-01/2027-07-02',
    ])
  })

  const weekends = ['2027-09-03/2027-09-05', '2027-09-10/2027-09-12', '2027-09-17/2027-09-19']
  const ends: [string, string][] = [
    ['DTSTART;TZID=America/Denver:20270903T160000', 'UNTIL=20270917'],
    ['DTSTART;TZID=America/Denver:20270903T160000', 'UNTIL=20270917T000000Z'],
    ['DTSTART;TZID=America/Denver:20270903T160000', 'UNTIL=20270917T220000Z'],
    ['DTSTART;TZID=America/Denver:20270903T160000', 'UNTIL=20270917T160000'],
    ['DTSTART:20270903T220000Z', 'UNTIL=20270917T220000Z'],
    ['DTSTART;TZID=Europe/Berlin:20270904T000000', 'UNTIL=20270917T220000Z'],
    ['DTSTART;TZID=Europe/Berlin:20270904T000000', 'UNTIL=20270918'],
    ['DTSTART;VALUE=DATE:20270903', 'UNTIL=20270917'],
    ['DTSTART;VALUE=DATE:20270903', 'UNTIL=20270917T000000Z'],
    ['DTSTART;VALUE=DATE:20270903', 'UNTIL=20270916T220000Z'],
    ['DTSTART;VALUE=DATE:20270903', 'UNTIL=20270917T235959Z'],
    ['DTSTART;VALUE=DATE:20270903', 'COUNT=3'],
  ]
  test.each(ends)('a series from %s with %s has its last weekend', (start, end) => {
    const length = start.includes('VALUE=DATE') ? 'DURATION:P2D' : 'DURATION:PT42H'
    expect(nights(one(start, length, `RRULE:FREQ=WEEKLY;${end}`))).toEqual(weekends)
  })

  const exchange = ['UID:s', 'DTSTART;VALUE=DATE:20270902', 'DTEND;VALUE=DATE:20270903', 'RRULE:FREQ=WEEKLY;COUNT=3']
  const ninth: [string, string][] = [
    ['W. Europe Standard Time', ';TZID=W. Europe Standard Time:20270909T000000'],
    ['its own zone', ';TZID=America/Denver:20270909T000000'],
    ['UTC, by a clock of Europe', ':20270908T220000Z'],
    ['UTC, by the clock of the home', ':20270909T060000Z'],
    ['no zone', ':20270909T000000'],
    ['a date', ';VALUE=DATE:20270909'],
  ]
  test.each(ninth)('a day of a series of whole days is left out or moved by a time in %s', (_, at) => {
    const left = calendarOf(...eventOf(...exchange, `EXDATE${at}`))
    expect(nights(left)).toEqual(['2027-09-02/2027-09-03', '2027-09-16/2027-09-17'])
    const moved = eventOf('UID:s', `RECURRENCE-ID${at}`, 'DTSTART;VALUE=DATE:20270910', 'DTEND;VALUE=DATE:20270911')
    expect(nights(calendarOf(...eventOf(...exchange), ...moved))).toEqual([
      '2027-09-02/2027-09-03',
      '2027-09-10/2027-09-11',
      '2027-09-16/2027-09-17',
    ])
  })

  test('midnight at a home far in the east is its own day, though UTC has the day before', () => {
    const series = ['UID:s', 'DTSTART;VALUE=DATE:20271207', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20271207T110000Z']
    expect(nights(calendarOf(...eventOf(...series)), 'Pacific/Auckland')).toEqual([
      '2027-12-07/2027-12-08',
      '2027-12-09/2027-12-10',
    ])
  })

  test('an occurrence of another time than the series has stays taken', () => {
    const series = [
      'UID:s',
      'DTSTART;TZID=America/Denver:20270902T160000',
      'DURATION:PT18H',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ]
    const left = (at: string) => nights(calendarOf(...eventOf(...series, `EXDATE${at}`)))
    expect(left(';TZID=America/Denver:20270909T170000')).toHaveLength(2)
    expect(left(';TZID=Europe/Berlin:20270910T000000')).toHaveLength(1)
    expect(left(';VALUE=DATE:20270909')).toHaveLength(1)
  })

  test('additional periods have their own length', () => {
    const start = ['DTSTART;TZID=America/Denver:20270910T160000', 'DTEND;TZID=America/Denver:20270912T100000']
    const added = (value: string) => nights(one(...start, `RDATE;VALUE=PERIOD:${value}`))
    const both = ['2027-09-10/2027-09-12', '2027-09-20/2027-09-23']
    expect(added('20270920T220000Z/20270923T160000Z')).toEqual(both)
    expect(added('20270920T220000Z/P2DT18H')).toEqual(both)
    expect(added('20270910T220000Z/PT66H')).toEqual(['2027-09-10/2027-09-12', '2027-09-10/2027-09-13'])
  })
})
