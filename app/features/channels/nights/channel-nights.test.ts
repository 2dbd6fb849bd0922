import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#app/shared/dates.ts'
import { type OwnNight, rateNights, roomNights, withMarkup } from './channel-nights.ts'

const night = (date: string, change: Partial<OwnNight> = {}): OwnNight => ({
  date,
  state: 'free',
  minimumStay: 2,
  arrival: true,
  departure: true,
  rate: 480_00,
  ...change,
})
const selling = { isSold: true, lastArrival: '2028-06-01', withheld: [] }
const plain = { markup: '0', minimumStay: null }

test.each([
  [480_00, '0', 480_00],
  [479_99, '0', 479_99],
  [480_00, '15', 552_00],
  [590_00, '12.5', 664_00],
  [100_00, '0.4', 100_00],
  [100_00, '0.5', 101_00],
  [333_33, '10', 367_00],
])('%i cents with %s percent on top are %i, to the whole dollar', (price, markup, expected) => {
  expect(withMarkup(price, markup)).toBe(expected)
})

test('a markup never makes a night cheaper than half a dollar below, and grows with the percentage', () => {
  const percent = fc.integer({ min: 0, max: 3_000_000 }).map((parts) => (parts / 10_000).toFixed(4))
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 9_999_999 }), percent, percent, (price, one, other) => {
      const [less, more] = [one, other].sort((a, b) => Number(a) - Number(b)) as [string, string]
      expect(withMarkup(price, less)).toBeGreaterThanOrEqual(price - 50)
      if (Number(less) > 1) expect(withMarkup(price, more)).toBeGreaterThanOrEqual(withMarkup(price, less))
    }),
  )
})

test('a night is free while nobody has it, the home is sold, and a stay may begin by then', () => {
  const nights = [night('2027-06-01'), night('2027-06-02', { state: 'taken' }), night('2028-06-02')]
  const rooms = (change: Partial<typeof selling> = {}) =>
    [...roomNights(nights, { ...selling, ...change }).values()].map(({ rooms: count }) => count)
  expect(rooms()).toEqual([1, 0, 0])
  expect(rooms({ isSold: false })).toEqual([0, 0, 0])
})

test('a platform has the home’s price with its markup, and the longer of both minimum stays', () => {
  const nights = [night('2027-06-01'), night('2027-06-02', { rate: 590_00, minimumStay: 7 })]
  const rates = rateNights(nights, selling, { markup: '15', minimumStay: 3 })
  expect([...rates.values()]).toEqual([
    { rate: 552_00, minimumStay: 3, closedToArrival: false, closedToDeparture: false, stopSell: false },
    { rate: 679_00, minimumStay: 7, closedToArrival: false, closedToDeparture: false, stopSell: false },
  ])
})

test('check-in and check-out days, notice and the last day of check-in close their days', () => {
  const nights = [
    night('2027-06-01', { arrival: false }),
    night('2027-06-02', { departure: false }),
    night('2028-06-01'),
    night('2028-06-02'),
  ]
  const rates = [...rateNights(nights, selling, plain).values()]
  expect(rates.map(({ closedToArrival }) => closedToArrival)).toEqual([true, false, false, true])
  expect(rates.map(({ closedToDeparture }) => closedToDeparture)).toEqual([false, true, false, false])
})

test('nights that only this site sells are stopped from the first to the last, and so is a night without a price', () => {
  const nights = [1, 2, 3, 4, 5].map((day) => night(`2027-06-0${day}`, day === 5 ? { rate: null } : {}))
  const withheld = [{ from: '2027-06-02', to: '2027-06-03' }]
  const rates = [...rateNights(nights, { ...selling, withheld }, plain).values()]
  expect(rates.map(({ stopSell }) => stopSell)).toEqual([false, true, true, false, true])
  expect(rates.map(({ rate }) => rate)).toEqual([480_00, 480_00, 480_00, 480_00, null])
})

test('who has a night changes neither its price nor its rules: a booking is one message', () => {
  const own = fc.record({
    minimumStay: fc.integer({ min: 1, max: 7 }),
    arrival: fc.boolean(),
    departure: fc.boolean(),
    rate: fc.option(fc.integer({ min: 0, max: 900_00 })),
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(own, fc.boolean())), (rows) => {
      const nightsWith = (isTaken: (taken: boolean) => boolean) =>
        rows.map(([change, taken], day) =>
          night(addDays('2027-06-01', day), { ...change, state: isTaken(taken) ? 'taken' : 'free' }),
        )
      const terms = { markup: '10', minimumStay: 2 }
      const rates = rateNights(
        nightsWith((taken) => taken),
        selling,
        terms,
      )
      expect(rates).toEqual(
        rateNights(
          nightsWith(() => false),
          selling,
          terms,
        ),
      )
    }),
  )
})
