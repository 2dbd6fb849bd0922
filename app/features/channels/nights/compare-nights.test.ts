import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, eachNight } from '#app/shared/dates.ts'
import { NIGHTS_SENT, nightsSent, type RateNight } from './channel-nights.ts'
import { comparedMonths, differenceOf, differingNights, type NightThere, sampledSpans } from './compare-nights.ts'

const open: RateNight = {
  rate: 480_00,
  minimumStay: 2,
  closedToArrival: false,
  closedToDeparture: false,
  stopSell: false,
}
const here = (change: Partial<RateNight> = {}, rooms: 0 | 1 = 1) => ({ rooms: { rooms }, rate: { ...open, ...change } })
const there = (change: Partial<RateNight> = {}, rooms = 1): NightThere => ({ rooms, rate: { ...open, ...change } })

test.each([
  ['the same', here(), there(), null],
  ['open there only', here({}, 0), there(), 'open there, closed here'],
  ['open here only', here(), there({}, 0), 'closed there, open here'],
  ['unknown there', here(), { rooms: null, rate: null }, 'closed there, open here'],
  ['stopped here', here({ stopSell: true }), there(), 'open there, closed here'],
  ['closed in both, and read as stopped', here({}, 0), there({ stopSell: true }, 0), null],
  ['cheaper there', here(), there({ rate: 400_00 }), '$400 there, $480 here'],
  ['closed in both, at another price', here({}, 0), there({ rate: null }, 0), 'no price there, $480 here'],
  ['without a price here', here({ rate: null }, 0), there({}, 0), null],
  [
    'of other rules',
    here({ closedToArrival: true }),
    there({ minimumStay: 3, closedToDeparture: true }),
    '3-night minimum, no check-out there, 2-night minimum, no check-in here',
  ],
])('a night that is %s', (_, own, remote, words) => {
  expect(differenceOf(own, remote)?.words ?? null).toBe(words)
})

test('months name how many nights differ, and those that differ alike together', () => {
  const dates = eachNight('2027-06-28', '2027-08-01')
  const nights = (rate: RateNight) => new Map(dates.map((date) => [date, rate]))
  const rooms = new Map(dates.map((date) => [date, { rooms: 1 as const }]))
  const remote = new Map(
    dates.map((date) => [date, date < '2027-06-30' || date > '2027-07-02' ? there() : there({ rate: 400_00 })]),
  )
  const differing = differingNights({ rooms, rates: nights(open) }, remote)
  expect(comparedMonths(dates, differing)).toEqual([
    { month: 'June 2027', count: 1, differences: ['Wed, Jun 30: $400 there, $480 here'] },
    { month: 'July 2027', count: 2, differences: ['Thu, Jul 1 to Fri, Jul 2: $400 there, $480 here'] },
  ])
})

test('samples are within the nights that are sent, and read all of them in two weeks but for the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), (days) => {
      const today = addDays('2027-01-01', days)
      const { to } = nightsSent(today)
      for (const span of sampledSpans(today)) expect(span.from >= today && span.to < to).toBe(true)
    }),
  )
  const firsts = Array.from({ length: 15 }, (_, day) => sampledSpans(addDays('2027-01-01', day))[1])
  const offsets = firsts.map(
    (span, day) => (Date.parse(span?.from ?? '') - Date.parse('2027-01-01')) / 86_400_000 - day,
  )
  expect(offsets.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, at) => 30 * (at + 1)))
  expect(30 * 16).toBeLessThanOrEqual(NIGHTS_SENT)
})
