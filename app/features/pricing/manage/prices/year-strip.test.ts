import { expect, test } from 'vitest'
import type { PriceSettings, SeasonSettings } from '#app/features/pricing/price-settings.ts'
import { yearParts } from './year-strip.ts'

const rate = (weekdays: number[], price: number, from: string | null = null) => ({ weekdays, price, from, demo: false })

const winter: SeasonSettings = {
  id: 'winter',
  name: 'Winter',
  startsOn: '12-15',
  endsOn: '04-10',
  minimumStay: 3,
  checkInDays: null,
  year: null,
  rates: [],
  arrivalMinimums: [],
  demo: false,
}

const settings = (rates: PriceSettings['nightly']['rates'], seasons: SeasonSettings[]): PriceSettings => ({
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
  settledQuestions: [],
  seasons,
  fees: [],
  taxes: [],
  discounts: [],
})

const pricesOf = (some: PriceSettings) => yearParts(some).map(({ name, price }) => [name, price])

test('the year shows today’s prices, not those that begin later', () => {
  expect(pricesOf(settings([rate([5, 6], 590_00), rate([0, 1, 2, 3, 4, 5, 6], 240_00, '2028-01-01')], []))).toEqual([
    ['Rest of the year', 'from $480.00 a night'],
  ])
})

test('a season with prices for some weekdays has those of the rest of the year on the others', () => {
  expect(pricesOf(settings([], [{ ...winter, rates: [rate([5, 6], 820_00)] }]))).toContainEqual([
    'Winter',
    'from $480.00 a night',
  ])
  const everyDay = [rate([5, 6], 820_00), rate([0, 1, 2, 3, 4], 690_00)]
  expect(pricesOf(settings([], [{ ...winter, rates: everyDay }]))).toContainEqual(['Winter', 'from $690.00 a night'])
})
