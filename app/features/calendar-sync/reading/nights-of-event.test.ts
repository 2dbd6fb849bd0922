import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#app/shared/dates.ts'
import { wallTimeOf } from '#app/shared/wall-time.ts'
import { calendarOf, eventOf, googleCalendar } from '#test/servers/calendars.ts'
import { nightsIn } from '#test/servers/read-nights.ts'

const nights = (text: string, timeZone?: string) => nightsIn(text, timeZone === undefined ? {} : { timeZone })
const one = (...lines: string[]) => calendarOf(...eventOf('UID:a@example.com', ...lines))
const denver = (from: string, to: string) =>
  one(`DTSTART;TZID=America/Denver:${from}`, `DTEND;TZID=America/Denver:${to}`)

describe('whole days', () => {
  test('the end date is exclusive, and an event without an end is one day', () => {
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'DTEND;VALUE=DATE:20270704'))).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(one('DTSTART;VALUE=DATE:20270701'))).toEqual(['2027-07-01/2027-07-02'])
    expect(nights(one('DTSTART:20270701'))).toEqual(['2027-07-01/2027-07-02'])
    expect(nights(one('DTSTART:2027-07-01', 'DTEND:2027-07-04'))).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'DTEND;VALUE=DATE:20270701'))).toEqual(['2027-07-01/2027-07-02'])
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'DURATION:P3D'))).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'DURATION:P1W'))).toEqual(['2027-07-01/2027-07-08'])
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'DURATION:PT36H'))).toEqual(['2027-07-01/2027-07-03'])
    expect(nights(one('DTSTART:20270701T160000', 'DURATION:PT42H'))).toEqual(['2027-07-01/2027-07-03'])
    expect(nights(one('DTSTART:20280228', 'DTEND;VALUE=DATE:20280301'))).toEqual(['2028-02-28/2028-03-01'])
  })

  const written: [string, string, string][] = [
    ['midnight in UTC', 'DTSTART:20270910T000000Z', 'DTEND:20270914T000000Z'],
    [
      'midnight at the home',
      'DTSTART;TZID=America/Denver:20270910T000000',
      'DTEND;TZID=America/Denver:20270914T000000',
    ],
    ['midnight of no zone', 'DTSTART:20270910T000000', 'DTEND:20270914T000000'],
    [
      'a last day until 23:59',
      'DTSTART;TZID=America/Denver:20270910T000000',
      'DTEND;TZID=America/Denver:20270913T235900',
    ],
    ['a last day until 24:00', 'DTSTART:20270910T000000', 'DTEND:20270913T240000'],
    ['a first day and a last hour', 'DTSTART;VALUE=DATE:20270910', 'DTEND;TZID=America/Denver:20270914T100000'],
    ['a first hour and a last day', 'DTSTART;TZID=America/Denver:20270910T160000', 'DTEND;VALUE=DATE:20270914'],
    ['dates with white space', 'DTSTART;VALUE=DATE:20270910 ', 'DTEND;VALUE=DATE:20270914 '],
  ]
  test.each(written)('days written as %s are the days meant', (_, start, end) => {
    for (const timeZone of ['America/Denver', 'America/New_York'])
      if (!start.includes('Denver') && !end.includes('Denver'))
        expect(nights(one(start, end), timeZone)).toEqual(['2027-09-10/2027-09-14'])
    expect(nights(one(start, end))).toEqual(['2027-09-10/2027-09-14'])
  })

  test('midnight in UTC is a time in a calendar that also has other times, or names another zone', () => {
    const days = eventOf('UID:d', 'DTSTART:20270910T000000Z', 'DTEND:20270914T000000Z')
    const hour = eventOf('UID:h', 'DTSTART:20271010T220000Z', 'DTEND:20271012T160000Z')
    expect(nights(calendarOf(...days, ...hour))).toEqual(['2027-09-09/2027-09-14', '2027-10-10/2027-10-12'])
    expect(nights(calendarOf('X-WR-TIMEZONE:America/Denver', ...days))).toEqual(['2027-09-09/2027-09-14'])
    expect(nights(calendarOf('X-WR-TIMEZONE:UTC', ...days))).toEqual(['2027-09-10/2027-09-14'])
  })
})

describe('times of day', () => {
  const stays: [string, string, string, string[]][] = [
    [
      'an end before check-in time leaves the night open',
      '20270910T160000',
      '20270913T100000',
      ['2027-09-10/2027-09-13'],
    ],
    ['an end at check-in time leaves the night open', '20270910T160000', '20270913T150000', ['2027-09-10/2027-09-13']],
    [
      'an owner who is there until 10 PM has that night',
      '20270910T160000',
      '20270913T220000',
      ['2027-09-10/2027-09-14'],
    ],
    [
      'an arrival in the morning takes no night before',
      '20270910T090000',
      '20270913T100000',
      ['2027-09-10/2027-09-13'],
    ],
    ['an arrival at 2 AM takes the night before', '20270911T020000', '20270913T100000', ['2027-09-10/2027-09-13']],
    [
      'a departure after midnight takes the night before',
      '20270910T233000',
      '20270912T003000',
      ['2027-09-10/2027-09-12'],
    ],
    ['an hour in the morning takes no night', '20270914T090000', '20270914T100000', []],
    ['an hour at check-in time takes the night', '20270910T160000', '20270910T170000', ['2027-09-10/2027-09-11']],
    [
      'an hour in the small hours takes the night before',
      '20270910T020000',
      '20270910T030000',
      ['2027-09-09/2027-09-10'],
    ],
    ['an end before the start is no end', '20270910T090000', '20270909T090000', ['2027-09-10/2027-09-11']],
  ]
  test.each(stays)('%s', (_, from, to, expected) => {
    expect(nights(denver(from, to))).toEqual(expected)
  })

  test('the home’s own check-in time decides', () => {
    const text = denver('20270910T120000', '20270913T130000')
    const at = (checkInTime: string) => nightsIn(text, { checkInTime })
    expect([at('1:00 PM'), at('4 PM'), at('16:00')]).toEqual(Array(3).fill(['2027-09-10/2027-09-13']))
    expect([at('12:30 PM'), at('after lunch')]).toEqual(Array(2).fill(['2027-09-10/2027-09-14']))
  })

  test('a departure beside its stay does not take the night that follows', () => {
    const at = (uid: string, from: string, to: string) =>
      eventOf(`UID:${uid}`, `DTSTART;TZID=America/Denver:${from}`, `DTEND;TZID=America/Denver:${to}`)
    const text = calendarOf(
      ...eventOf('UID:s1', 'DTSTART;VALUE=DATE:20270910', 'DTEND;VALUE=DATE:20270914'),
      ...at('s2', '20270910T160000', '20270910T170000'),
      ...at('s3', '20270914T090000', '20270914T100000'),
    )
    expect(nights(text)).toEqual(['2027-09-10/2027-09-11', '2027-09-10/2027-09-14'])
  })

  test('hours are those of the property’s time zone, whatever zone the event has', () => {
    const utc = one('DTSTART:20270701T220000Z', 'DTEND:20270704T160000Z')
    expect(nights(utc)).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(utc, 'Pacific/Auckland')).toEqual(['2027-07-02/2027-07-05'])
    // Nine in the evening in Denver is the next day in UTC.
    expect(nights(one('DTSTART:20270702T030000Z', 'DTEND:20270702T170000Z'))).toEqual(['2027-07-01/2027-07-02'])
    const ahead = one('DTSTART:2027-07-02T03:30:00+05:30', 'DTEND:20270704T100000-0600')
    expect(nights(ahead)).toEqual(['2027-07-01/2027-07-04'])
    const paris = one('DTSTART;TZID=Europe/Paris:20270702T030000', 'DTEND;TZID=Europe/Paris:20270704T180000')
    expect(nights(paris)).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(paris, 'Europe/Paris')).toEqual(['2027-07-01/2027-07-05'])
    const floating = one('DTSTART:20270701T233000', 'DTEND:20270704T003000')
    expect(nights(floating)).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(floating, 'Pacific/Kiritimati')).toEqual(['2027-07-01/2027-07-04'])
  })

  test('nights are right when the clocks change', () => {
    const spring = eventOf(
      'UID:s',
      'DTSTART;TZID=America/New_York:20280311T233000',
      'DTEND;TZID=America/New_York:20280312T030000',
    )
    const autumn = eventOf('UID:a', 'DTSTART:20271106T213000Z', 'DTEND:20271107T160000Z')
    const text = googleCalendar(...spring, ...autumn)
    for (const zone of ['America/New_York', 'America/Chicago', 'America/Denver'])
      expect(nights(text, zone)).toEqual(['2027-11-06/2027-11-07', '2028-03-11/2028-03-12'])
    const gap = one('DTSTART;TZID=America/New_York:20280312T023000', 'DURATION:PT1H')
    expect(nights(gap, 'America/New_York')).toEqual(['2028-03-11/2028-03-12'])
  })
})

const ZONES = ['America/Denver', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca']
const MINUTE = 60_000
const START = Date.UTC(2027, 6, 1)

describe('for any event', () => {
  const some = fc.record({
    property: fc.constantFrom(...ZONES),
    // Not at a whole hour, so that it is never midnight in UTC: that is a whole day.
    from: fc.integer({ min: 0, max: 400 * 24 }).map((hours) => START + (hours * 60 + 17) * MINUTE),
    minutes: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 600, max: 20 * 1440 })),
  })
  const digits = (at: number) => new Date(at).toISOString().replace(/[-:]|\.000/g, '')
  const local = (at: number, zone: string) => `${wallTimeOf(new Date(at), zone).replace(/[-:]/g, '')}00`
  /** A local time that occurs twice, or whose offset changes until the end, has more than one meaning. */
  const isPlain = (from: number, to: number, zone: string) =>
    [from, to].every((at) => [-60, 60].every((by) => local(at, zone) !== local(at + by * MINUTE, zone)))

  test('the same instants take the same nights in every spelling', () => {
    const windows = { 'America/Denver': 'Mountain Standard Time', 'America/New_York': 'Eastern Standard Time' }
    fc.assert(
      fc.property(some, fc.constantFrom(...ZONES), ({ property, from, minutes }, zone) => {
        const to = from + minutes * MINUTE
        fc.pre(isPlain(from, to, zone) && isPlain(from, to, property))
        const inZone = (name: string, of = zone) =>
          one(`DTSTART;TZID=${name}:${local(from, of)}`, `DTEND;TZID=${name}:${local(to, of)}`)
        const spellings = [
          one(`DTSTART:${digits(from)}`, `DTEND:${digits(to)}`),
          one(`DTSTART:${digits(from)}`, `DURATION:PT${minutes}M`),
          one(`DTSTART:${digits(from)}`, `DURATION:P${Math.floor(minutes / 1440)}DT${minutes % 1440}M`),
          inZone(zone),
          inZone(`/${zone}`),
          inZone(`/mozilla.org/20050126_1/${zone}`),
          inZone(`"${zone}"`),
          ...Object.entries(windows).map(([iana, name]) => inZone(name, iana)),
          one(`DTSTART;TZID=${zone}:${local(from, zone)}`, `DTEND:${digits(to)}`),
          one(`DTSTART:${local(from, property)}`, `DTEND:${local(to, property)}`),
          one('DTSTART:20200101T120000Z', `RDATE;VALUE=PERIOD:${digits(from)}/${digits(to)}`),
        ]
        fc.pre(Object.keys(windows).every((iana) => isPlain(from, to, iana)))
        const found = spellings.map((text) => nights(text, property))
        expect(found).toEqual(found.map(() => found[0]))
      }),
    )
  })

  test('no evening or small hour that it has stays open', () => {
    fc.assert(
      fc.property(some, ({ property, from, minutes }) => {
        const text = one(`DTSTART:${digits(from)}`, `DTEND:${digits(from + minutes * MINUTE)}`)
        const found = nights(text, property)
        for (let at = from; at < from + minutes * MINUTE; at += 20 * MINUTE) {
          const [day = '', hour = ''] = wallTimeOf(new Date(at), property).split('T')
          if (hour < '15:00' && (hour < '00:01' || hour >= '06:00')) continue
          const night = hour >= '15:00' ? day : addDays(day, -1)
          const isTaken = (span: string) => span.slice(0, 10) <= night && night < span.slice(11)
          expect(typeof found === 'string' ? [] : found.filter(isTaken), `${day} ${hour}`).not.toEqual([])
        }
      }),
    )
  })
})
