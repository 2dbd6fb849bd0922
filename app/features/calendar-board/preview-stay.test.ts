import { expect, test } from 'vitest'
import { priceStay } from '#app/features/pricing/price.ts'
import { lakeKeowee } from '#test/pricing.ts'
import type { Bar, BoardProperty } from './board.ts'
import { lastYearWords } from './last-year.ts'
import { previewStay } from './preview-stay.ts'
import { priceFacts } from './price-facts.ts'

const LIMITS = { maxStayNights: 30, bookingWindowDays: 500 }
const NO_GAPS = new Set<string>()

function property(change: Partial<BoardProperty> = {}, bars: Partial<Bar>[] = []): BoardProperty {
  return {
    id: 'cove',
    slug: 'cove',
    name: 'Cove',
    location: 'Lake Keowee',
    isAvailable: true,
    maxGuests: 8,
    maxInfants: 2,
    maxPets: 1,
    notice: { days: 0, untilHour: 24, windowDays: null },
    today: '2027-05-01',
    hour: 12,
    pricing: lakeKeowee,
    bars: bars.map((bar) => ({ kind: 'stay', ...bar }) as Bar),
    ...change,
  }
}

const WEEK = { first: '2027-06-07', last: '2027-06-13' }
const preview = (of: BoardProperty, nights = WEEK, rates = [] as Parameters<typeof previewStay>[1]['rates']) =>
  previewStay(of, { ...nights, rates, limits: LIMITS })

test('guests pay what the price function says for two of them, and nothing stands in the way', () => {
  const stay = { checkIn: '2027-06-07', checkOut: '2027-06-14', adults: 2, children: 0, infants: 0, pets: 0 }
  const price = priceStay(lakeKeowee, stay, { today: '2027-05-01', gaps: NO_GAPS, promo: null })
  expect(preview(property())).toEqual({ guests: 2, total: price?.total, refusal: null })
})

test('a typed price and a typed minimum count before they are saved', () => {
  const before = preview(property()).total ?? 0
  const rate = { date: '2027-06-07', price: 100_000, minimumStay: 9, reason: null }
  const { total, refusal } = preview(property(), WEEK, [rate])
  expect(total).toBeGreaterThan(before)
  expect(refusal).toBe('Stays that start Mon, Jun 7 have a 9-night minimum.')
})

test('the first reason is named: taken nights, a home that takes no bookings, its rules', () => {
  const taken = [{ from: '2027-06-13', to: '2027-06-15' }]
  expect(preview(property({}, taken)).refusal).toBe('Some of these nights are booked or blocked.')
  expect(preview(property({}, [{ ...taken[0], kind: 'visit' }])).refusal).toBeNull()
  expect(preview(property({ isAvailable: false })).refusal).toBe('This home isn’t taking bookings.')
  const unpriced = property({ pricing: { ...lakeKeowee, baseNightly: null } })
  expect(preview(unpriced)).toMatchObject({ total: null, refusal: expect.stringContaining('don’t have prices') })
})

test('two nights between two stays may be booked where the home allows it, and not beside a hold', () => {
  const gap = { gapMinimumStay: 2, gapPercent: 10 }
  const hole = { first: '2027-06-08', last: '2027-06-09' }
  const around = [
    { from: '2027-06-05', to: '2027-06-08' },
    { from: '2027-06-10', to: '2027-06-12' },
  ]
  const withGap = { pricing: { ...lakeKeowee, gap } }
  expect(preview(property({}, around), hole).refusal).toMatch(/minimum/)
  expect(preview(property(withGap, around), hole).refusal).toBeNull()
  const held = [around[0] ?? {}, { ...around[1], kind: 'hold' as const }]
  expect(preview(property(withGap, held), hole).refusal).toMatch(/minimum/)
})

test('the price of nights is compared with the usual one, weekends apart', () => {
  const night = (date: string, price: number) => ({ date, price }) as Parameters<typeof priceFacts>[1][number]
  const [thursday, friday] = [night('2027-06-10', 69_000), night('2027-06-11', 82_000)]
  expect(priceFacts(property(), [thursday])).toBe('Now $690, as usual.')
  expect(priceFacts(property(), [thursday, friday])).toBe('Now $690, Fri and Sat $820, as usual.')
  expect(priceFacts(property(), [night('2027-06-10', 75_000), friday])).toBe(
    'Now $750, Fri and Sat $820. Usually $690, Fri and Sat $820.',
  )
  expect(priceFacts(property(), [])).toBeNull()
})

test('last year is 364 days ago: the same weekdays, and only nights that were sold', () => {
  const sold = [{ propertyId: 'cove', on: '2026-06-09', prices: [40_000, 51_000] }]
  const words = (...nights: string[]) => lastYearWords(sold, { propertyId: 'cove', nights })
  expect(words('2027-06-08')).toBe('Last year this night sold at $400.')
  expect(words('2027-06-08', '2027-06-09')).toBe('Last year these nights sold at $455.')
  expect(words('2027-06-09', '2027-06-10')).toBe('Last year 1 of these 2 nights sold, at $510.')
  expect(words('2027-06-10')).toBeNull()
  expect(lastYearWords(sold, { propertyId: 'ridge', nights: ['2027-06-08'] })).toBeNull()
})
