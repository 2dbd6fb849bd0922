import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, eachNight } from '#app/shared/dates.ts'
import { readAtProperty } from '#test/servers/read-nights.ts'

const digits = (day: string) => day.replaceAll('-', '')

/** A stay that a calendar means: its first night and how many there are. */
const stays = fc.array(
  fc.record({
    from: fc.integer({ min: 1, max: 700 }).map((days) => addDays('2027-06-01', days)),
    nights: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: 1, maxLength: 6 },
)
type Stay = { from: string; to: string }

/** How real calendars write the dates of a stay. */
const DATES: ((stay: Stay) => string[])[] = [
  ({ from, to }) => [`DTSTART;VALUE=DATE:${digits(from)}`, `DTEND;VALUE=DATE:${digits(to)}`],
  ({ from, to }) => [`DTEND:${digits(to)} `, `DTSTART:${digits(from)} `],
  ({ from, to }) => [`DTSTART:${from}`, `DTEND:${to}`],
  ({ from, to }) => [`DTSTART;VALUE=DATE:${digits(from)}`, `DURATION:P${eachNight(from, to).length}D`],
  ({ from, to }) => [
    `DTSTART;TZID=America/Denver:${digits(from)}T160000`,
    `DTEND;TZID=America/Denver:${digits(to)}T100000`,
  ],
  ({ from, to }) => [`dtstart;tzid="Mountain Standard Time":${digits(from)}T160000`, `dtend:${digits(to)}T100000`],
  ({ from, to }) => [`DTSTART:${digits(from)}T000000`, `DTEND:${digits(addDays(to, -1))}T235900`],
  ({ from, to }) => [`DTSTART;TZID=/Europe/Vienna:${digits(addDays(from, 1))}T010000`, `DTEND:${digits(to)}T160000Z`],
  ({ from, to }) => [
    `DTSTART:${digits(from)}T220000Z`,
    `RDATE;VALUE=PERIOD:${digits(from)}T220000Z/${digits(to)}T160000Z`,
  ],
  ({ from, to }) => [`DTSTART;VALUE=DATE:${digits(from)}`, `RRULE:FREQ=DAILY;UNTIL=${digits(addDays(to, -1))}`],
  ({ from, to }) => [`DTSTART;VALUE=DATE:${digits(from)}`, `RRULE: freq=daily ; COUNT=${eachNight(from, to).length}`],
  ({ from, to }) => [
    `DTSTART;VALUE=DATE:${digits(from)}`,
    `RRULE:COUNT=${eachNight(from, to).length + 2};FREQ=DAILY`,
    `EXDATE;VALUE=DATE:${digits(to)}`,
    `EXDATE:${digits(addDays(to, 1))}T000000`,
  ],
  ({ from, to }) => [`DTSTART:${from}T16:00:00-06:00`, `DTEND:${to}T10:00:00.000-06:00`],
  ({ from, to }) => [`DTSTART:${digits(from)}T220000Z`, `DURATION:P${eachNight(from, to).length - 1}DT17H30M`],
  ({ from, to }) => [`DTSTART;TZID=Home:${digits(from)}T160000`, `DTEND;TZID="Home":${digits(to)}T100000`],
  ({ from, to }) => [
    `DTSTART;TZID=(UTC-07:00) Mountain Time (US & Canada):${digits(from)}T160000`,
    `DTEND;TZID=/mozilla.org/20050126_1/America/Denver;X-A=1:${digits(to)}T100000`,
  ],
]
/** Lines without information about nights, valid or not. */
const NOISE = [
  ['SUMMARY:Reserved'],
  ['DESCRIPTION:Reservation URL: https://www.example.com/de', ' tails/HM1\\nPhone: 4471'],
  ['ATTENDEE;X-COMMENT="We call it "the nest"";CN=Ann:mailto:ann@example.com'],
  ['X-APPLE-STRUCTURED'],
  ['', ''],
  ['STATUS:TENTATIVE', 'TRANSP:OPAQUE'],
  ['BEGIN:VALARM', 'TRIGGER:-P1D', 'DURATION:PT15M', 'END:VALARM'],
  ['SEQUENCE:7', 'DTSTAMP:20200101T000000Z'],
]
const SERIES = ['BEGIN:VEVENT', 'UID:s', 'DTSTART;VALUE=DATE:20300104', 'RRULE:FREQ=WEEKLY;COUNT=3', 'END:VEVENT']
const change = (day: string, ...lines: string[]) => [
  ...['BEGIN:VEVENT', 'UID:s', `RECURRENCE-ID;VALUE=DATE:${day}`, ...lines, 'END:VEVENT'],
]
/** Other events and components; whether the reader has to name it, and the nights of it. */
const OTHERS: [lines: string[], isNamed: boolean, ...nights: string[]][] = [
  [['BEGIN:VEVENT', 'UID:x', 'DTSTART;VALUE=DATE:20280230', 'END:VEVENT'], true],
  [['BEGIN:VEVENT', 'UID:x', 'SUMMARY:no beginning', 'END:VEVENT'], true],
  [['BEGIN:VEVENT', 'UID:x', 'DTSTART;VALUE=DATE:20270701', 'RRULE:FREQ=SOMETIMES', 'END:VEVENT'], true, '2027-07-01'],
  [['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20200230', 'END:VEVENT'], false],
  [['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20200101', 'DTEND;VALUE=DATE:20200103', 'END:VEVENT'], false],
  [['BEGIN:VTODO', 'UID:t', 'DUE:20270701', 'END:VTODO'], false],
  [['BEGIN:VTIMEZONE', 'TZID:Broken', 'BEGIN:STANDARD', 'DTSTART:never', 'END:STANDARD', 'END:VTIMEZONE'], false],
  [['REFRESH-INTERVAL:VALUE=DURATION:PT1H', 'X-Link:https://example.com/x'], false],
  [['BEGIN:VEVENT', 'UID:c', 'DTSTART:20291201', 'STATUS:CANCELED', 'END:VEVENT'], false],
  [['BEGIN:VEVENT', 'UID:f', 'DTSTART:20291202', 'TRANSP:TRANSPARENT', 'END:VEVENT'], false],
  [
    [
      ...SERIES,
      ...change('20300111', 'DTSTART:20300112'),
      ...change('20300118', 'DTSTART:20300118', 'STATUS:CANCELLED'),
    ],
    ...([false, '2030-01-04', '2030-01-12'] as const),
  ],
  [['BEGIN:VEVENT', 'UID:t', 'DTSTART:20291205', 'DTEND:never', 'END:VEVENT'], true, '2029-12-05'],
]

/** The clocks of the home, by a name that only the file knows. */
const PROPERTY_ZONE = [
  ...['BEGIN:VTIMEZONE', 'TZID:Home'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:20070311T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'TZOFFSETFROM:-0700'],
  ...['TZOFFSETTO:-0600', 'END:DAYLIGHT', 'BEGIN:STANDARD', 'DTSTART:20071104T020000', 'TZOFFSETFROM:-0600'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', 'TZOFFSETTO:-0700', 'END:STANDARD', 'END:VTIMEZONE'],
]

/** Folds each line after so many characters, as writers do. */
const fold = (line: string, width: number) => line.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n ') ?? ''

test('whatever the spelling, the nights that are meant are taken, no other, and what cannot be read is named', () => {
  const index = (of: readonly unknown[]) => fc.nat(of.length - 1)
  const written = fc.record({
    stays,
    // A series takes each of its days alone, which is the same nights.
    spellings: fc.array(index(DATES), { minLength: 6, maxLength: 6 }),
    noise: fc.array(index(NOISE), { minLength: 6, maxLength: 6 }),
    uids: fc.constantFrom('each', 'same', 'none'),
    others: fc.uniqueArray(index(OTHERS)),
    eol: fc.constantFrom('\r\n', '\n', '\r'),
    width: fc.integer({ min: 20, max: 75 }),
    indent: fc.constantFrom('', '  ', '\t'),
    around: fc.constantFrom(['', ''], ['\uFEFF', '\n\n'], ['<b>Notice</b>: x\n', '<!-- cached -->']),
  })
  fc.assert(
    fc.property(
      written,
      ({ stays: meant, spellings, noise, uids, others: chosenOthers, eol, width, indent, around }) => {
        const spans = meant.map(({ from, nights }) => ({ from, to: addDays(from, nights) }))
        const uid = (at: number) => ({ each: [`UID:${at}@example.com`], same: ['UID:listing-77'], none: [] })[uids]
        const events = spans.flatMap((span, at) => [
          'BEGIN:VEVENT',
          ...uid(at),
          ...(DATES[spellings[at] ?? 0]?.(span) ?? []),
          // One with another sequence would be a revision of those that it overlaps.
          ...(NOISE[noise[uids === 'same' ? 0 : at] ?? 0] ?? []),
          'END:VEVENT',
        ])
        const chosen = chosenOthers.map((at) => OTHERS[at] ?? OTHERS[7])
        const lines = [
          'BEGIN:VCALENDAR',
          ...PROPERTY_ZONE,
          ...chosen.flatMap((one) => one?.[0] ?? []),
          ...events,
          'END:VCALENDAR',
        ]
        const folded = lines.map((line) => indent + fold(line, width).replaceAll('\n', `\n${indent}`)).join('\n')
        const outcome = readAtProperty(around[0] + folded.replaceAll('\n', eol) + eol + around[1])
        if (!outcome.ok) throw new Error(outcome.message)
        const taken = new Set(outcome.events.flatMap(({ from, to }) => eachNight(from, to)))
        const others = chosen.flatMap((one) => one?.slice(2) ?? [])
        expect(taken).toEqual(new Set([...spans.flatMap(({ from, to }) => eachNight(from, to)), ...others]))
        expect(outcome.unreadable).toHaveLength(chosen.filter((one) => one?.[1]).length)
      },
    ),
    { numRuns: 100 },
  )
})
