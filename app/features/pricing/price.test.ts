import { expect, test } from 'vitest'
import { minimumStayOn } from '#app/features/availability/stay-rules.ts'
import { percentOf } from '#app/shared/money.ts'
import { lakeKeowee, largeLuxury, luxuryAmenities, season, spaciousCondo } from '#test/pricing.ts'
import { agreedPrice } from './agreed-price.ts'
import { type Price, priceStay } from './price.ts'
import { type PricingRules, rateOfNight, seasonsOf } from './rates.ts'

const ofDate = (price: number, reason: string | null = null) => ({ price, minimumStay: null, reason })
const NOW = { today: '2026-12-01', gaps: new Set<string>(), promo: null }
const COUPLE = { adults: 2, children: 0, pets: 0 }

const lines = (rules: PricingRules, checkIn: string, checkOut: string, pets = 0) => {
  const price = priceStay(rules, { ...COUPLE, checkIn, checkOut, pets }, NOW)
  return { total: price?.total, lines: price?.lines.map((line) => [line.kind, line.label, line.amount]) }
}

test('a season of one year counts before longer and shorter ones of every year, also over New Year', () => {
  const rules = {
    ...lakeKeowee,
    seasons: [
      season('week', '12-28', '12-30', null),
      season('feast', '12-20', '01-05', 2027),
      season('whole', '01-01', '12-31', 2029),
      season('winter', '12-01', '02-28', null),
    ],
  }
  const seasonOn = (date: string) => seasonsOf(rules, date)[0]?.id ?? null
  expect(['2027-12-19', '2027-12-20', '2027-12-29', '2028-01-05', '2028-01-06'].map(seasonOn)).toEqual([
    ...['winter', 'feast', 'feast', 'feast', 'winter'],
  ])
  expect(['2026-12-29', '2028-12-29', '2027-01-03', '2029-12-29', '2030-07-01'].map(seasonOn)).toEqual([
    ...['week', 'week', 'winter', 'whole', null],
  ])
})

test('a winter stay in the large property costs weekdays, weekend, cleaning and three taxes', () => {
  expect(lines(largeLuxury, '2027-01-13', '2027-01-17')).toEqual({
    total: 810_292,
    lines: [
      ['nights', '2 nights × $1,450.00, Wednesday and Thursday', 290_000],
      ['nights', '2 nights × $1,690.00, Friday and Saturday', 338_000],
      ['cleaning', 'Cleaning', 45_000],
      ['tax', 'Sales and marketing district tax (10.4%)', 69_992],
      ['tax', 'City accommodations tax (1%)', 6_730],
      ['tax', 'City short-term rental tax (9%)', 60_570],
    ],
  })
})

test('each line of nights names them, and a price that was agreed for the whole stay names none', () => {
  const stay = { ...COUPLE, infants: 0, checkIn: '2027-01-14', checkOut: '2027-01-18' }
  const dated = (price: Price | null) => price?.lines.flatMap(({ kind, dates }) => (kind === 'nights' ? [dates] : []))
  expect(dated(priceStay(largeLuxury, stay, NOW))).toEqual([
    ['2027-01-14', '2027-01-17'],
    ['2027-01-15', '2027-01-16'],
  ])
  expect(dated(agreedPrice(largeLuxury, stay, 800_000))).toEqual([undefined])
})

test('a June weekend is out of season', () => {
  expect(lines(luxuryAmenities, '2027-06-10', '2027-06-13')).toEqual({
    total: 205_884,
    lines: [
      ['nights', '1 night × $420.00, Thursday', 42_000],
      ['nights', '2 nights × $520.00, Friday and Saturday', 104_000],
      ['cleaning', 'Cleaning', 25_000],
      ['tax', 'Sales and marketing district tax (10.4%)', 17_784],
      ['tax', 'City accommodations tax (1%)', 1_710],
      ['tax', 'City short-term rental tax (9%)', 15_390],
    ],
  })
})

test('a stay across the end of a season pays each night at its own rate, with labels', () => {
  expect(lines(spaciousCondo, '2027-04-09', '2027-04-12')).toEqual({
    total: 219_128,
    lines: [
      ['nights', '2 nights × $640.00, Winter, Friday and Saturday', 128_000],
      ['nights', '1 night × $320.00, Sunday', 32_000],
      ['cleaning', 'Cleaning', 22_000],
      ['tax', 'Sales and marketing district tax (10.4%)', 18_928],
      ['tax', 'City accommodations tax (1%)', 1_820],
      ['tax', 'City short-term rental tax (9%)', 16_380],
    ],
  })
})

test('the pet fee at the lake is charged once per stay and not taxed', () => {
  expect(lines(lakeKeowee, '2027-07-01', '2027-07-05', 2)).toEqual({
    total: 380_200,
    lines: [
      ['nights', '2 nights × $690.00, Sunday and Thursday', 138_000],
      ['nights', '2 nights × $820.00, Friday and Saturday', 164_000],
      ['cleaning', 'Cleaning', 30_000],
      ['pet', 'Pet fee', 15_000],
      ['tax', 'State sales tax (5%)', 16_600],
      ['tax', 'State accommodations tax (2%)', 6_640],
      ['tax', 'Oconee County tax (3%)', 9_960],
    ],
  })
})

test('a taxable pet fee is taxed', () => {
  const taxable = {
    ...lakeKeowee,
    fees: lakeKeowee.fees.map((fee) => ({ ...fee, taxedBy: lakeKeowee.taxes.map(({ id }) => id) })),
  }
  expect(priceStay(taxable, { ...COUPLE, checkIn: '2027-07-01', checkOut: '2027-07-05', pets: 1 }, NOW)?.total).toBe(
    381_700,
  )
})

test('nights of one price have no label', () => {
  expect(lines(largeLuxury, '2027-01-10', '2027-01-15').lines?.[0]?.[1]).toBe('5 nights × $1,450.00')
})

test('a run of weekdays is labeled by its ends, even across the weekend', () => {
  expect(lines(largeLuxury, '2027-01-10', '2027-01-17').lines?.[0]?.[1]).toBe(
    '5 nights × $1,450.00, Sunday to Thursday',
  )
  const longWeekend = { ...largeLuxury, rates: [{ seasonId: 'winter', weekdays: [5, 6, 0], price: 1, from: null }] }
  expect(lines(longWeekend, '2027-01-14', '2027-01-18').lines?.[1]?.[1]).toBe(
    '3 nights × $0.01, Winter, Friday to Sunday',
  )
})

test('an override wins over every rate and is labeled with its date', () => {
  const rules = { ...largeLuxury, overrides: { '2026-12-31': ofDate(240_000) } }
  expect(lines(rules, '2026-12-29', '2027-01-02').lines?.slice(0, 3)).toEqual([
    ['nights', '2 nights × $1,450.00, Tuesday and Wednesday', 290_000],
    ['nights', '1 night × $2,400.00, Dec 31', 240_000],
    ['nights', '1 night × $1,690.00, Friday', 169_000],
  ])
})

test('a property without rates has no price', () => {
  const rules = { ...largeLuxury, baseNightly: null, overrides: { '2027-01-13': ofDate(100) } }
  expect(priceStay(rules, { ...COUPLE, checkIn: '2027-01-13', checkOut: '2027-01-14' }, NOW)).toBeNull()
})

test('a season includes its first and last night every year, even across New Year', () => {
  for (const year of [2026, 2027, 2028]) {
    expect(rateOfNight(largeLuxury, `${year}-12-14`)?.season).toBeNull()
    expect(rateOfNight(largeLuxury, `${year}-12-15`)?.season?.id).toBe('winter')
    expect(rateOfNight(largeLuxury, `${year}-02-28`)?.season?.id).toBe('winter')
    expect(rateOfNight(largeLuxury, `${year}-04-10`)?.season?.id).toBe('winter')
    expect(rateOfNight(largeLuxury, `${year}-04-11`)?.season).toBeNull()
  }
  expect(rateOfNight(largeLuxury, '2028-02-29')?.season?.id).toBe('winter')
})

test('a season ending February 29 ends on the 28th in common years, and one starting then starts March 1', () => {
  const season = { id: 's', name: 'Thaw', year: null, minimumStay: 1, checkInDays: null }
  const until = { ...largeLuxury, seasons: [{ ...season, startsOn: '02-01', endsOn: '02-29' }] }
  const from = { ...largeLuxury, seasons: [{ ...season, startsOn: '02-29', endsOn: '03-10' }] }
  expect([
    minimumStayOn(until, '2028-02-29'),
    minimumStayOn(until, '2027-02-28'),
    minimumStayOn(until, '2027-03-01'),
  ]).toEqual([1, 1, 3])
  expect([
    minimumStayOn(from, '2028-02-29'),
    minimumStayOn(from, '2027-02-28'),
    minimumStayOn(from, '2027-03-01'),
  ]).toEqual([1, 3, 1])
})

test('the check-in date sets the minimum stay', () => {
  expect(minimumStayOn(largeLuxury, '2026-12-14')).toBe(3)
  expect(minimumStayOn(largeLuxury, '2026-12-15')).toBe(4)
  expect(minimumStayOn(lakeKeowee, '2027-09-08')).toBe(4)
  expect(minimumStayOn(lakeKeowee, '2027-09-09')).toBe(2)
})

test('a holiday week within winter wins, and winter fills what it leaves open', () => {
  const holiday = {
    id: 'a-holiday',
    name: 'Holidays',
    startsOn: '12-24',
    endsOn: '01-01',
    year: null,
    minimumStay: 6,
    checkInDays: null,
  }
  const rules = {
    ...largeLuxury,
    seasons: [...largeLuxury.seasons, holiday],
    rates: [...largeLuxury.rates, { seasonId: holiday.id, weekdays: [5, 6], price: 250_000, from: null }],
  }
  expect(rateOfNight(rules, '2026-12-25')?.price).toBe(250_000)
  expect(rateOfNight(rules, '2026-12-27')?.price).toBe(145_000)
  expect(minimumStayOn(rules, '2026-12-27')).toBe(6)
})

test('taxes round half up to the cent, with rates to four decimals', () => {
  expect(percentOf(125, '0.4')).toBe(1)
  expect(percentOf(124, '0.4')).toBe(0)
  expect(percentOf(5, '10')).toBe(1)
  expect(percentOf(673_000, '10.4000')).toBe(69_992)
  expect(percentOf(100, '0.4999')).toBe(0)
  expect(percentOf(100, '0.5000')).toBe(1)
  expect(percentOf(99_999_999, '99.9999')).toBe(99_999_899)
  expect(() => percentOf(100, '1e3')).toThrow('not a percentage')
})
