import { describe, expect, test } from 'vitest'
import { calendarOf, eventOf } from '#test/servers/calendars.ts'
import { nightsIn } from '#test/servers/read-nights.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'
import { ianaZone } from './zones.server.ts'

const BERLIN = [
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
]
const zone = (name: string, ...lines: string[]) => ['BEGIN:VTIMEZONE', `TZID:${name}`, ...lines, 'END:VTIMEZONE']
/** Two in the morning on the 11th is the evening before, at a home in Denver. */
const stay = (tzid: string) =>
  eventOf('UID:z', `DTSTART;TZID=${tzid}:20270911T020000`, `DTEND;TZID=${tzid}:20270913T180000`)

describe('zones of a calendar', () => {
  const central: [string, string[]][] = [
    ['Europe/Vienna', []],
    ['/Europe/Vienna', []],
    ['/freeassociation.sourceforge.net/Europe/Vienna', []],
    ['/mozilla.org/20050126_1/Europe/Berlin', []],
    ['W. Europe Standard Time', []],
    ['"W. Europe Standard Time"', []],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern"', zone('(UTC+01:00) Amsterdam\\, Berlin\\, Bern', ...BERLIN)],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', []],
    ['(UTC+01:00) Amsterdam\\, Berlin\\, Bern', []],
    ['GMT+0200', []],
    ['Our Office', zone('Our Office', ...BERLIN)],
  ]
  test.each(central)('%s is two in the morning of Central Europe', (tzid, defined) => {
    expect(nightsIn(calendarOf(...defined, ...stay(tzid)))).toEqual(['2027-09-10/2027-09-13'])
  })

  test('an unknown zone is the home’s, and a broken definition of one costs nothing else', () => {
    expect(nightsIn(calendarOf(...stay('Customized Time Zone')))).toEqual(['2027-09-10/2027-09-14'])
    const broken = zone('Broken', 'BEGIN:STANDARD', 'DTSTART:never', 'TZOFFSETFROM:soon', 'END:STANDARD')
    expect(nightsIn(calendarOf(...broken, ...stay('Europe/Vienna')))).toEqual(['2027-09-10/2027-09-13'])
    expect(nightsIn(calendarOf(...zone('Fast', 'no colon'), ...stay('Fast')))).toEqual(['2027-09-10/2027-09-14'])
  })

  test('a zone that only the file defines is used', () => {
    const east = zone(
      'Far East',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0900',
      'TZOFFSETTO:+0900',
      'END:STANDARD',
    )
    const event = eventOf('UID:a', 'DTSTART;TZID=Far East:20270702T090000', 'DTEND;TZID=Far East:20270703T090000')
    const text = calendarOf(...east, ...event)
    expect(nightsIn(text)).toEqual(['2027-07-01/2027-07-03'])
    expect(nightsIn(text, { timeZone: 'Asia/Tokyo' })).toEqual(['2027-07-02/2027-07-03'])
  })

  test('every Windows zone is one that this system knows', () => {
    const unknown = Object.values(WINDOWS_ZONES).filter((name) => ianaZone(name) === null)
    expect(unknown).toEqual([])
    expect(Object.keys(WINDOWS_ZONES)).toHaveLength(139)
  })
})
