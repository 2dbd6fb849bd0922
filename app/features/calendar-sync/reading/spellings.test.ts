import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, eachNight } from '#app/shared/dates.ts'
import { readAtHome } from '#test/servers/read-nights.ts'

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
]
/** What says nothing about nights, well written or not. */
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
/** Other events and components, broken or over; and whether the reader has to name it. */
const OTHERS: [string[], boolean][] = [
  [['BEGIN:VEVENT', 'UID:x', 'DTSTART;VALUE=DATE:20280230', 'END:VEVENT'], true],
  [['BEGIN:VEVENT', 'UID:x', 'SUMMARY:no beginning', 'END:VEVENT'], true],
  [['BEGIN:VEVENT', 'UID:x', 'DTSTART;VALUE=DATE:20270701', 'RRULE:FREQ=SOMETIMES', 'END:VEVENT'], true],
  [['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20200230', 'END:VEVENT'], false],
  [['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20200101', 'DTEND;VALUE=DATE:20200103', 'END:VEVENT'], false],
  [['BEGIN:VTODO', 'UID:t', 'DUE:20270701', 'END:VTODO'], false],
  [['BEGIN:VTIMEZONE', 'TZID:Broken', 'BEGIN:STANDARD', 'DTSTART:never', 'END:STANDARD', 'END:VTIMEZONE'], false],
  [['REFRESH-INTERVAL:VALUE=DURATION:PT1H', 'X-Link:https://example.com/x'], false],
]

/** Folds each line after so many characters, as writers do. */
const fold = (line: string, width: number) => line.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n ') ?? ''

test('whatever the spelling, no night that is meant stays open, and what cannot be read is named', () => {
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
    around: fc.constantFrom(['', ''], ['\uFEFF', '\n\n'], ['<b>Notice</b>: x\n', '<!-- cached -->']),
  })
  fc.assert(
    fc.property(written, ({ stays: meant, spellings, noise, uids, others, eol, width, around }) => {
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
      const chosen = others.map((at) => OTHERS[at] ?? OTHERS[7])
      const lines = ['BEGIN:VCALENDAR', ...chosen.flatMap((one) => one?.[0] ?? []), ...events, 'END:VCALENDAR']
      const folded = lines.map((line) => fold(line, width)).join('\n')
      const outcome = readAtHome(around[0] + folded.replaceAll('\n', eol) + eol + around[1])
      if (!outcome.ok) throw new Error(outcome.message)
      const taken = new Set(outcome.events.flatMap(({ from, to }) => eachNight(from, to)))
      const open = spans.flatMap(({ from, to }) => eachNight(from, to)).filter((night) => !taken.has(night))
      expect(open).toEqual([])
      expect(outcome.unread).toHaveLength(chosen.filter((one) => one?.[1]).length)
    }),
    { numRuns: 300 },
  )
})
