import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#app/shared/dates.ts'
import { calendarOf, eventOf, googleCalendar } from '#test/servers/calendars.ts'
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
const one = (...lines: string[]) => calendarOf(...eventOf('UID:a@example.com', ...lines))

describe('event days', () => {
  test('the end date is exclusive, and an event without an end is one day', () => {
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'DTEND;VALUE=DATE:20270704'))).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(one('DTSTART;VALUE=DATE:20270701'))).toEqual(['2027-07-01/2027-07-02'])
    expect(nights(one('DTSTART:20270701'))).toEqual(['2027-07-01/2027-07-02'])
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'DTEND;VALUE=DATE:20270701'))).toEqual(['2027-07-01/2027-07-02'])
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'DURATION:P3D'))).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(one('DTSTART;VALUE=DATE:20270701', 'DURATION:P1W'))).toEqual(['2027-07-01/2027-07-08'])
    expect(nights(one('DTSTART:20270701T160000', 'DURATION:PT42H'))).toEqual(['2027-07-01/2027-07-03'])
    expect(nights(one('DTSTART:20280228', 'DTEND;VALUE=DATE:20280301'))).toEqual(['2028-02-28/2028-03-01'])
  })

  test('days are in the property’s time zone, whatever zone the event has', () => {
    const utc = one('DTSTART:20270701T220000Z', 'DTEND:20270704T160000Z')
    expect(nights(utc)).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(utc, 'Pacific/Auckland')).toEqual(['2027-07-02/2027-07-05'])
    // Nine in the evening in Denver is the next day in UTC.
    expect(nights(one('DTSTART:20270702T030000Z', 'DTEND:20270702T170000Z'))).toEqual(['2027-07-01/2027-07-02'])
    const paris = one('DTSTART;TZID=Europe/Paris:20270702T030000', 'DTEND;TZID=Europe/Paris:20270704T180000')
    expect(nights(paris)).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(paris, 'Europe/Paris')).toEqual(['2027-07-02/2027-07-04'])
    const floating = one('DTSTART:20270701T233000', 'DTEND:20270704T003000')
    expect(nights(floating)).toEqual(['2027-07-01/2027-07-04'])
    expect(nights(floating, 'Pacific/Kiritimati')).toEqual(['2027-07-01/2027-07-04'])
    const unknown = one('DTSTART;TZID=Customized Time Zone:20270701T233000', 'DURATION:P1D')
    expect(nights(unknown)).toEqual(['2027-07-01/2027-07-02'])
  })

  test('a zone that only the file defines is used', () => {
    const zone = [
      'TZID:Far East',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0900',
      'TZOFFSETTO:+0900',
    ]
    const event = eventOf('UID:a', 'DTSTART;TZID=Far East:20270702T090000', 'DTEND;TZID=Far East:20270703T090000')
    const text = calendarOf('BEGIN:VTIMEZONE', ...zone, 'END:STANDARD', 'END:VTIMEZONE', ...event)
    expect(nights(text)).toEqual(['2027-07-01/2027-07-02'])
    expect(nights(text, 'Asia/Tokyo')).toEqual(['2027-07-02/2027-07-03'])
  })

  test('days are right on nights with a clock change', () => {
    const spring = eventOf(
      'UID:s',
      'DTSTART;TZID=America/New_York:20280311T233000',
      'DTEND;TZID=America/New_York:20280312T030000',
    )
    const autumn = eventOf('UID:a', 'DTSTART:20271107T053000Z', 'DTEND:20271108T045900Z')
    const text = googleCalendar(...spring, ...autumn)
    expect(nights(text, 'America/New_York')).toEqual(['2027-11-07/2027-11-08', '2028-03-11/2028-03-12'])
    // The same instants, an hour earlier in local time.
    expect(nights(text, 'America/Chicago')).toEqual(['2027-11-07/2027-11-08', '2028-03-11/2028-03-12'])
    expect(nights(text, DENVER)).toEqual(['2027-11-06/2027-11-07', '2028-03-11/2028-03-12'])
    const gap = one('DTSTART;TZID=America/New_York:20280312T023000', 'DURATION:PT1H')
    expect(nights(gap, 'America/New_York')).toEqual(['2028-03-12/2028-03-13'])
  })

  test('days are right for any combination of zones and instants', () => {
    const zones = ['America/Denver', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca']
    const start = Date.UTC(2027, 6, 1)
    const some = fc.record({
      property: fc.constantFrom(...zones),
      zone: fc.constantFrom(...zones),
      at: fc.integer({ min: 0, max: 400 * 1440 }).map((minutes) => start + minutes * 60_000),
    })
    const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    const clock = (timeZone: string, at: number) => {
      const format = new Intl.DateTimeFormat('en-US', { timeZone, ...fields, second: '2-digit', hourCycle: 'h23' })
      const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
      return `${shown.year}-${shown.month}-${shown.day}T${shown.hour}:${shown.minute}:${shown.second}`
    }
    fc.assert(
      fc.property(some, ({ property, zone, at }) => {
        const written = clock(zone, at).replace(/[-:]/g, '')
        const found = nights(one(`DTSTART;TZID=${zone}:${written}`), property)
        // A local hour that occurs twice is one of the two.
        const either = [at - 3_600_000, at, at + 3_600_000]
          .filter((instant) => clock(zone, instant) === clock(zone, at))
          .map((instant) => clock(property, instant).slice(0, 10))
        expect(either.map((date) => `${date}/${addDays(date, 1)}`)).toContain(found[0])
      }),
    )
  })
})
