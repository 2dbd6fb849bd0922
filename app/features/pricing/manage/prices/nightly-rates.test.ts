import { expect, test } from 'vitest'
import type { PriceSettings, SeasonSettings, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import { listNightlyRates } from './nightly-rates.server.ts'

const rate = (weekdays: number[], price: number, from: string | null = null): WeekdayPrice => {
  return { weekdays, price, from, demo: false }
}

const season = (name: string, of: Partial<SeasonSettings>): SeasonSettings => ({
  id: name,
  name,
  startsOn: '12-15',
  endsOn: '04-10',
  minimumStay: 3,
  checkInDays: null,
  year: null,
  rates: [],
  arrivalMinimums: [],
  demo: false,
  ...of,
})

const settings = (rates: WeekdayPrice[], seasons: SeasonSettings[] = []): PriceSettings => ({
  nightly: { price: 480_00, cleaning: 0, rates },
  stayRules: {
    minimumStay: 1,
    arrivalMinimums: [],
    checkInDays: null,
    maximumStay: null,
    gapMinimumStay: null,
    gapPercent: null,
    noticeDays: 0,
    noticeUntilHour: 24,
    bookingWindowDays: null,
  },
  payment: {
    depositPercent: null,
    depositDays: 7,
    balanceDays: 30,
    paymentText: null,
    paymentWays: [],
    cancelUnpaidDays: null,
  },
  cancellation: [],
  answeredQuestions: [],
  seasons,
  fees: [],
  taxes: [],
  discounts: [],
})

const rowsOf = (of: PriceSettings) =>
  listNightlyRates(of, '2027-06-01').map(({ name, dates, weekdays, weekend }) => [name, dates, weekdays, weekend])

test('a price that begins later has its own row, and does not count before', () => {
  expect(rowsOf(settings([rate([5, 6], 590_00), rate([0, 1, 2, 3, 4, 5, 6], 500_00, '2028-01-01')]))).toEqual([
    ['Every night', 'always', '$480', '$590'],
    ['Every night', 'from Saturday, January 1, 2028', '$500', '$590'],
  ])
})

test('a season with prices for some weekdays has those of the rest of the year on the others', () => {
  expect(rowsOf(settings([], [season('Winter', { rates: [rate([5, 6], 820_00)] })]))).toContainEqual([
    'Winter',
    'Dec 15 to Apr 10, every year',
    '$480',
    '$820',
  ])
  const winter = season('Winter', { rates: [rate([5, 6], 820_00), rate([0, 1], 690_00)] })
  expect(rowsOf(settings([], [winter]))[1]?.[2]).toBe('$480 to $690')
})

test('the rules stand in the order in which they apply: the shorter season after the longer, exact dates last', () => {
  const seasons = [
    season('Holidays 2027', { startsOn: '12-01', endsOn: '12-31', year: 2027 }),
    season('Christmas', { startsOn: '12-20', endsOn: '12-28' }),
    season('Winter', {}),
  ]
  expect(listNightlyRates(settings([], seasons), '2027-06-01').map(({ name }) => name)).toEqual([
    'Every night',
    'Winter',
    'Christmas',
    'Holidays 2027',
  ])
})

test('a home without a price says so', () => {
  const none = settings([])
  expect(rowsOf({ ...none, nightly: { ...none.nightly, price: null } })).toEqual([
    ['Every night', 'always', 'no price', 'no price'],
  ])
})
