import { expect, test } from 'vitest'
import { season, spaciousCondo } from '#test/pricing.ts'
import {
  isInSeason,
  listRatesOfNight,
  minimumOn,
  nightsOfSeason,
  type PricingRules,
  priceOfNight,
  type SeasonDates,
  seasonsOf,
} from './rates.ts'

const base: PricingRules = { ...spaciousCondo, baseNightly: 100_00, seasons: [], rates: [] }
const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** The price of a night by both functions: a search uses the fast one. */
function priceOf(rules: PricingRules, date: string) {
  const price = priceOfNight(rules, date)
  expect(listRatesOfNight(rules, date)[0]?.price ?? null).toBe(price)
  return price
}

test('a season has its first and last night, may wrap New Year, and may be one day or of one year', () => {
  const inIt = (dates: SeasonDates, days: readonly string[]) => days.map((day) => isInSeason(dates, day))
  const june = season('june', '06-01', '06-30')
  expect(inIt(june, ['2027-05-31', '2027-06-01', '2027-06-30', '2027-07-01'])).toEqual([false, true, true, false])
  const winter = season('winter', '12-15', '04-10')
  const winterDays = ['2027-12-14', '2027-12-15', '2028-01-01', '2028-04-10', '2028-04-11']
  expect(inIt(winter, winterDays)).toEqual([false, true, true, true, false])
  const oneDay = season('day', '07-04', '07-04')
  expect(inIt(oneDay, ['2027-07-03', '2027-07-04', '2027-07-05'])).toEqual([false, true, false])
  const ofYear = season('one winter', '12-15', '04-10', 2027)
  expect(inIt(ofYear, ['2026-12-20', '2027-03-01', '2027-12-15', '2028-04-10', '2028-12-20'])).toEqual([
    ...[false, false, true, true, false],
  ])
  const leap = season('leap', '02-29', '02-29')
  expect(inIt(leap, ['2028-02-28', '2028-02-29', '2028-03-01', '2027-02-28', '2027-03-01'])).toEqual([
    ...[false, true, false, false, false],
  ])
})

test('a season’s nights are counted with both ends, of a leap year', () => {
  const nights = [
    ['07-04', '07-04', 1],
    ['06-01', '06-30', 30],
    ['02-01', '03-01', 30],
    ['12-31', '01-01', 2],
    ['01-01', '12-31', 366],
    ['07-02', '07-01', 366],
  ] as const
  expect(nights.map(([startsOn, endsOn]) => nightsOfSeason({ startsOn, endsOn }))).toEqual(nights.map(([, , n]) => n))
})

test('of several seasons those of one year come first, then the shortest, then the first id, in any order of rows', () => {
  const seasons = [
    season('year', '01-01', '12-31'),
    season('long this year', '11-01', '02-28', 2027),
    season('week b', '12-24', '12-30'),
    season('short this year', '12-20', '12-31', 2027),
    season('week a', '12-24', '12-30'),
    season('summer', '06-01', '08-31'),
  ]
  const order = ['short this year', 'long this year', 'week a', 'week b', 'year']
  for (const rows of [seasons, seasons.toReversed()]) {
    expect(seasonsOf({ seasons: rows }, '2027-12-25').map(({ id }) => id)).toEqual(order)
  }
})

test('of rates for a night, the one on fewest weekdays counts, then the latest that has begun, then the lowest', () => {
  const rate = (weekdays: readonly number[], price: number, from: string | null = null) => ({
    seasonId: null,
    weekdays,
    price,
    from,
  })
  const rates = [
    rate(everyDay, 110_00),
    rate([5, 6], 150_00),
    rate([5, 6], 160_00, '2027-09-17'),
    rate([5, 6], 170_00, '2027-09-24'),
    rate([0], 91_00),
    rate([0], 90_00),
  ]
  for (const rows of [rates, rates.toReversed()]) {
    const priced = (date: string) => priceOf({ ...base, rates: rows }, date)
    // Thursday; the Fridays before, on and after the date of a price; the Saturday before the next price; Sunday.
    expect(['2027-09-16', '2027-09-10', '2027-09-17', '2027-09-24', '2027-09-18', '2027-09-19'].map(priced)).toEqual([
      ...[110_00, 150_00, 160_00, 170_00, 160_00, 90_00],
    ])
  }
  expect(listRatesOfNight({ ...base, rates }, '2027-09-17').map(({ price, since }) => [price, since])).toEqual([
    [160_00, '2027-09-17'],
    [150_00, undefined],
    [110_00, undefined],
    [100_00, undefined],
  ])
})

test('a night without a rate of its season has that of the rest of the year, then the base price, if there is one', () => {
  const rules = {
    ...base,
    seasons: [season('fall', '09-01', '09-30')],
    rates: [
      { seasonId: 'fall', weekdays: [1], price: 130_00, from: null },
      { seasonId: null, weekdays: [1, 2], price: 120_00, from: null },
    ],
  }
  // Monday, Tuesday and Wednesday of the fall, and a Monday after it.
  const days = ['2027-09-13', '2027-09-14', '2027-09-15', '2027-10-04']
  expect(days.map((day) => priceOf(rules, day))).toEqual([130_00, 120_00, 100_00, 120_00])
  const ofDate = { price: 200_00, minimumStay: null, reason: null }
  expect(priceOf({ ...rules, overrides: { '2027-09-13': ofDate } }, '2027-09-13')).toBe(200_00)
  expect(priceOf({ ...rules, overrides: { '2027-09-13': { ...ofDate, price: null } } }, '2027-09-13')).toBe(130_00)
  expect(priceOf({ ...rules, baseNightly: null }, '2027-09-13')).toBeNull()
})

test('of minimums for an arrival, the one on fewest weekdays counts, then the lowest', () => {
  const row = (weekdays: readonly number[], minimumStay: number, seasonId: string | null = null) => ({
    seasonId,
    weekdays,
    minimumStay,
  })
  const rows = [row(everyDay, 2), row([5, 6], 4), row([5, 6], 3), row([0], 7, 'fall')]
  for (const minimums of [rows, rows.toReversed()]) {
    const minimum = (date: string, seasonId: string | null = null) => minimumOn(minimums, { seasonId, date })
    expect(['2027-09-16', '2027-09-17', '2027-09-19'].map((date) => minimum(date))).toEqual([2, 3, 2])
    expect([minimum('2027-09-19', 'fall'), minimum('2027-09-20', 'fall')]).toEqual([7, null])
  }
})
