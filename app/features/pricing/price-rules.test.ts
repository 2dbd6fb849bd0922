import { expect, test } from 'vitest'
import { lakeKeowee, largeLuxury, salesTax, spaciousCondo } from '#test/pricing.ts'
import { priceStay } from './price.ts'
import type { PromoCode } from './promo-code.ts'
import type { Fee, PricingRules, Tax } from './rates.ts'

const NOW = { today: '2027-06-01', gaps: new Set<string>(), promo: null }
const FOUR = { checkIn: '2027-09-12', checkOut: '2027-09-16', adults: 2, children: 0, pets: 0 }
const WEEK = { ...FOUR, checkOut: '2027-09-19' }
const guestFee: Fee = {
  id: 'extra-guest',
  kind: 'guest',
  label: 'Extra guest',
  amount: 2_500,
  per: 'night',
  includedGuests: 10,
  eachPet: false,
  taxedBy: ['sales'],
}
const petFee: Fee = { ...guestFee, id: 'pets', kind: 'pet', label: 'Pets', amount: 2_000, per: 'stay', taxedBy: [] }
const code = (change: Partial<PromoCode>): PromoCode => ({
  code: 'COVE',
  percent: null,
  amount: null,
  stayFrom: null,
  stayUntil: null,
  minimumNights: 1,
  coversAll: false,
  maximumNights: null,
  ...change,
})

function linesOf(rules: PricingRules, stay = FOUR, promo: PromoCode | null = null, today = '2027-06-01') {
  const price = priceStay(rules, stay, { ...NOW, today, promo })
  return { total: price?.total, lines: price?.lines.map(({ kind, label, amount }) => [kind, label, amount]) }
}

const long = {
  ...lakeKeowee,
  taxes: lakeKeowee.taxes.slice(0, 1),
  discounts: [
    { label: 'Monthly discount', kind: 'long-stay' as const, threshold: 28, percent: '25.0000' },
    { label: 'Weekly discount', kind: 'long-stay' as const, threshold: 7, percent: '10.0000' },
  ],
}

test('a weekly discount has its own line and lowers the taxes, and six nights get none', () => {
  expect(linesOf(long, WEEK)).toEqual({
    total: 5 * 48_000 + 2 * 59_000 - 35_800 + 30_000 + 17_610,
    lines: [
      ['nights', '5 nights × $480.00, Sunday to Thursday', 240_000],
      ['nights', '2 nights × $590.00, Friday and Saturday', 118_000],
      ['discount', 'Weekly discount (10%)', -35_800],
      ['cleaning', 'Cleaning', 30_000],
      ['tax', 'State sales tax (5%)', 17_610],
    ],
  })
  expect(linesOf(long, { ...WEEK, checkOut: '2027-09-18' }).lines?.map(([kind]) => kind)).not.toContain('discount')
})

test('the discount of the longest matching stay counts, in any order of rows', () => {
  const month = { ...WEEK, checkOut: '2027-10-10' }
  const labels = (rules: PricingRules) =>
    linesOf(rules, month).lines?.flatMap(([kind, label]) => (kind === 'discount' ? [label] : []))
  expect(labels(long)).toEqual(['Monthly discount (25%)'])
  expect(labels({ ...long, discounts: long.discounts.toReversed() })).toEqual(['Monthly discount (25%)'])
})

test('a promo code applies after the discount, as percent or amount, and never exceeds the rest', () => {
  const off = (promo: PromoCode) => linesOf(long, WEEK, promo).lines?.filter(([kind]) => kind === 'discount')
  const weekly = ['discount', 'Weekly discount (10%)', -35_800]
  expect(off(code({ percent: '12.5000' }))).toEqual([weekly, ['discount', 'Code COVE (12.5%)', -40_275]])
  expect(off(code({ amount: 5_000 }))).toEqual([weekly, ['discount', 'Code COVE', -5_000]])
  expect(off(code({ amount: 99_999_999 }))).toEqual([weekly, ['discount', 'Code COVE', -322_200]])
  expect(linesOf(long, WEEK, code({ percent: '100.0000' })).total).toBe(30_000 + 1_500)
})

test('half off and a code of more than the rest leave nights for nothing, and cleaning with its tax', () => {
  const discounts = [{ label: 'Five nights', kind: 'long-stay' as const, threshold: 5, percent: '50' }]
  expect(linesOf({ ...long, discounts }, { ...FOUR, checkOut: '2027-09-17' }, code({ amount: 9_999_900 }))).toEqual({
    total: 30_000 + 1_500,
    lines: [
      ['nights', '5 nights × $480.00', 240_000],
      ['discount', 'Five nights (50%)', -120_000],
      ['discount', 'Code COVE', -120_000],
      ['cleaning', 'Cleaning', 30_000],
      ['tax', 'State sales tax (5%)', 1_500],
    ],
  })
})

test('last-minute and early-bird discounts depend on the days from booking to check-in', () => {
  const discounts = [
    { label: 'Last week', kind: 'last-minute' as const, threshold: 7, percent: '20' },
    { label: 'Last month', kind: 'last-minute' as const, threshold: 30, percent: '5' },
    { label: 'Early', kind: 'early-bird' as const, threshold: 90, percent: '10' },
    { label: 'Very early', kind: 'early-bird' as const, threshold: 180, percent: '15' },
  ]
  // Four nights at $480 in the cove, from September 12.
  const off = (today: string) => {
    const lines = linesOf({ ...long, discounts }, FOUR, null, today).lines ?? []
    return lines.filter(([kind]) => kind === 'discount').map(([, label, amount]) => [label, amount])
  }
  expect(off('2027-09-12')).toEqual([['Last week (20%)', -38_400]])
  expect(off('2027-09-05')).toEqual([['Last week (20%)', -38_400]])
  expect(off('2027-09-04')).toEqual([['Last month (5%)', -9_600]])
  expect(off('2027-08-13')).toEqual([['Last month (5%)', -9_600]])
  expect(off('2027-08-12')).toEqual([])
  expect(off('2027-06-15')).toEqual([])
  expect(off('2027-06-14')).toEqual([['Early (10%)', -19_200]])
  expect(off('2027-03-16')).toEqual([['Very early (15%)', -28_800]])
})

test('a discount by the day of booking is off what the long stay’s leaves, and a code off what both leave', () => {
  const early = { label: 'Early', kind: 'early-bird' as const, threshold: 90, percent: '10' }
  const rules = { ...long, discounts: [early, ...long.discounts] }
  // $3,580 of nights, then $3,222.00, $2,899.80 and $2,749.80; 5% tax on the last and $300 of cleaning.
  expect(linesOf(rules, WEEK, code({ amount: 15_000 }), '2027-06-01')).toMatchObject({
    total: 274_980 + 30_000 + 15_249,
    lines: [
      ['nights', expect.any(String), 240_000],
      ['nights', expect.any(String), 118_000],
      ['discount', 'Weekly discount (10%)', -35_800],
      ['discount', 'Early (10%)', -32_220],
      ['discount', 'Code COVE', -15_000],
      ['cleaning', 'Cleaning', 30_000],
      ['tax', 'State sales tax (5%)', 15_249],
    ],
  })
})

test('a stay that fills a gap costs less or more before the discounts', () => {
  const gaps = new Set([`${FOUR.checkIn} ${FOUR.checkOut}`])
  const priced = (gapPercent: number, stay = FOUR) => {
    const rules = { ...long, discounts: [], gap: { gapMinimumStay: 1, gapPercent } }
    const price = priceStay(rules, stay, { ...NOW, gaps, promo: code({ percent: '10' }) })
    return { total: price?.total, lines: price?.lines.map(({ kind, label, amount }) => [kind, label, amount]) }
  }
  // Four nights at $480 are $1,920; a fifth less are $1,536, and 10% off that are $1,382.40.
  expect(priced(-20)).toEqual({
    total: 138_240 + 30_000 + 8_412,
    lines: [
      ['nights', '4 nights × $480.00', 192_000],
      ['discount', 'Short stay (-20%)', -38_400],
      ['discount', 'Code COVE (10%)', -15_360],
      ['cleaning', 'Cleaning', 30_000],
      ['tax', 'State sales tax (5%)', 8_412],
    ],
  })
  expect(priced(15).lines?.slice(1, 3)).toEqual([
    ['nights', 'Short stay (+15%)', 28_800],
    ['discount', 'Code COVE (10%)', -22_080],
  ])
  expect(priced(0).lines?.[1]).toEqual(['discount', 'Code COVE (10%)', -19_200])
  expect(priced(-20, { ...FOUR, checkOut: '2027-09-15' }).lines?.[1]).toEqual(['discount', 'Code COVE (10%)', -14_400])
})

test('a discount is rounded half up to the cent', () => {
  const odd = {
    ...long,
    baseNightly: 33_35,
    rates: [],
    discounts: [{ label: 'Less', kind: 'long-stay' as const, threshold: 2, percent: '12.5' }],
  }
  expect(linesOf(odd).lines?.[1]).toEqual(['discount', 'Less (12.5%)', -1_668])
})

test('extra guests pay per night, children like adults, infants never', () => {
  const rules = { ...long, discounts: [], fees: [guestFee] }
  expect(linesOf(rules, { ...FOUR, adults: 8, children: 2 }).lines?.map(([kind]) => kind)).not.toContain('guest')
  expect(linesOf(rules, { ...FOUR, adults: 9, children: 4 }).lines?.slice(2)).toEqual([
    ['guest', 'Extra guest × 3, 4 nights', 30_000],
    ['tax', 'State sales tax (5%)', (192_000 + 30_000 + 30_000) * 0.05],
  ])
  const fourIncluded = { ...rules, fees: [{ ...guestFee, includedGuests: 4 }] }
  const three = { ...FOUR, checkOut: '2027-09-15', adults: 4, children: 1, infants: 1 }
  expect(linesOf(fourIncluded, three).lines?.[2]).toEqual(['guest', 'Extra guest × 1, 3 nights', 7_500])
})

test('a nightly pet fee does not depend on the number of pets', () => {
  const fees = [{ ...petFee, per: 'night' as const }]
  expect(linesOf({ ...long, fees }, { ...FOUR, pets: 2 }).lines?.[2]).toEqual(['pet', 'Pets, 4 nights', 8_000])
})

test('a fee for each pet, and a fee of the stay by night', () => {
  const fees = [
    { ...petFee, eachPet: true },
    { ...petFee, id: 'linen', kind: 'stay' as const, label: 'Linen', per: 'night' as const },
  ]
  expect(linesOf({ ...long, taxes: [], fees }, { ...FOUR, pets: 2 }).lines?.slice(2)).toEqual([
    ['pet', 'Pets × 2', 4_000],
    ['fee', 'Linen, 4 nights', 8_000],
  ])
})

test('a tax by night or by guest and night, on the first nights, and not on long stays', () => {
  const taxes = (change: Partial<Tax>) => [{ ...salesTax, rate: '2.5000', ...change }]
  const taxOf = (change: Partial<Tax>, stay = { ...FOUR, adults: 2, children: 1 }) =>
    priceStay({ ...spaciousCondo, taxes: taxes(change) }, stay, NOW)?.lines.find(({ kind }) => kind === 'tax')
  expect(taxOf({ basis: 'night' })).toMatchObject({
    label: 'Sales tax ($2.50 per night)',
    amount: 1_000,
    note: 'on nights',
  })
  const guests = taxOf({ basis: 'guest-night', taxedNights: 3 })
  expect(guests).toMatchObject({
    label: 'Sales tax ($2.50 per guest and night)',
    amount: 2_250,
    note: 'on the first 3 nights',
    taxId: 'sales',
    basis: 'guest-night',
  })
  expect(guests).not.toHaveProperty('taxable', expect.anything())
  expect(taxOf({ taxedNights: 1, appliesTo: ['nights'] })).toMatchObject({ taxable: 32_000, amount: 800 })
  expect(taxOf({ exemptFromNights: 5 })).toBeDefined()
  expect(taxOf({ exemptFromNights: 4 })).toBeUndefined()
})

test('the first nights have their share of a discount, rounded to the cent', () => {
  const discounts = [{ label: 'Weekly discount', kind: 'long-stay' as const, threshold: 7, percent: '10' }]
  const onTwo: Tax = { ...salesTax, rate: '50', appliesTo: ['nights'], taxedNights: 2 }
  const rules = { ...spaciousCondo, baseNightly: 333_33, rates: [], overrides: {}, discounts, taxes: [onTwo] }
  const taxOf = (change: Partial<PricingRules>, stay = WEEK) =>
    priceStay({ ...rules, ...change }, stay, NOW)?.lines.find(({ kind }) => kind === 'tax')
  // Two of seven nights at $333.33 are $666.66. Less a tenth that is $599.994, so $599.99.
  expect(taxOf({})).toMatchObject({ taxable: 599_99, amount: 300_00 })
  // Of two nights at $333.32, nine tenths are $599.976, so $599.98.
  expect(taxOf({ baseNightly: 333_32 })).toMatchObject({ taxable: 599_98, amount: 299_99 })
  // The first two nights have a rate of their own.
  const overrides = { [WEEK.checkIn]: { price: 500_09, minimumStay: null, reason: null } }
  // $500.09 and $333.33, less a tenth of all nights: $750.078, so $750.08.
  expect(taxOf({ overrides })).toMatchObject({ taxable: 750_08, amount: 375_04 })
})

test('a tax applies to the lines it names, and shows them with its location', () => {
  const lodging = { id: 'lodging', name: 'Lodging tax', rate: '2', jurisdiction: 'Steamboat Springs' }
  const taxes: Tax[] = [{ ...salesTax, ...lodging, appliesTo: ['nights'] }, salesTax]
  const priced = (change: Partial<PricingRules>) =>
    priceStay({ ...spaciousCondo, taxes, ...change }, FOUR, NOW)?.lines.filter(({ kind }) => kind === 'tax')
  expect(priced({})).toEqual([
    {
      kind: 'tax',
      label: 'Lodging tax (2%)',
      amount: 2_560,
      note: 'Steamboat Springs, on nights',
      taxId: 'lodging',
      jurisdiction: 'Steamboat Springs',
      basis: 'percent',
      taxable: 128_000,
    },
    {
      kind: 'tax',
      label: 'Sales tax (5%)',
      amount: 7_500,
      note: 'on nights and cleaning',
      taxId: 'sales',
      basis: 'percent',
      taxable: 150_000,
    },
  ])
  const fees = [{ ...guestFee, includedGuests: 1 }]
  expect(priced({ fees })?.[1]).toMatchObject({ amount: 8_000, note: 'on nights, cleaning, and extra guests' })
  const cleaningTax: Tax[] = [{ ...salesTax, appliesTo: ['cleaning'] }]
  expect(priced({ taxes: cleaningTax, cleaningFee: 0 })).toEqual([])
})

test('a night with a price override shows the operator’s reason', () => {
  const feast = (price: number) => ({ price, minimumStay: null, reason: 'New Year’s Eve' })
  const overrides = { '2026-12-30': feast(200_000), '2026-12-31': feast(240_000) }
  const stay = { ...FOUR, checkIn: '2026-12-29', checkOut: '2027-01-01' }
  expect(linesOf({ ...largeLuxury, overrides }, stay).lines?.slice(1, 3)).toEqual([
    ['nights', '1 night × $2,000.00, New Year’s Eve', 200_000],
    ['nights', '1 night × $2,400.00, New Year’s Eve', 240_000],
  ])
})

test('a leap day and nights with a clock change count as one night each', () => {
  const flat = { ...long, rates: [], seasons: [], discounts: [], taxes: [], cleaningFee: 0 }
  for (const [checkIn, checkOut, nights] of [
    ['2027-02-28', '2027-03-01', 1],
    ['2028-02-27', '2028-03-02', 4],
    ['2027-12-30', '2028-01-03', 4],
    ['2027-03-12', '2027-03-16', 4],
    ['2027-11-05', '2027-11-09', 4],
    ['2027-03-01', '2027-03-30', 29],
  ] as const) {
    expect(linesOf(flat, { ...FOUR, checkIn, checkOut }).total, checkIn).toBe(nights * 48_000)
  }
})
