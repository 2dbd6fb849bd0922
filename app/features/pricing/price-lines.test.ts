import { expect, test } from 'vitest'
import { lakeKeowee, salesTax } from '#test/pricing.ts'
import { priceStay } from './price.ts'
import type { PromoCode } from './promo-code.ts'
import type { Fee, PricingRules } from './rates.ts'

const FOUR = { checkIn: '2027-09-12', checkOut: '2027-09-16', adults: 2, children: 0, pets: 0 }
const LINEN: Fee = {
  id: 'linen',
  kind: 'stay',
  label: 'Linen',
  amount: 2_000,
  per: 'stay',
  includedGuests: 0,
  eachPet: false,
  taxedBy: [],
}
const PRIZE: PromoCode = {
  code: 'COVE',
  percent: null,
  amount: null,
  stayFrom: null,
  stayUntil: null,
  minimumNights: 1,
  coversAll: true,
  maximumNights: null,
}

/** Four nights in the cove, from a Sunday, at $480 a night. */
function linesOf(change: Partial<PricingRules>, { stay = FOUR, promo = null as PromoCode | null } = {}) {
  const rules = { ...lakeKeowee, fees: [], taxes: [], ...change }
  const price = priceStay(rules, stay, { today: '2027-06-01', gaps: new Set<string>(), promo })
  return { total: price?.total, lines: price?.lines.map(({ kind, label, amount }) => [kind, label, amount]) }
}

test('fees with taxes stand before those without, and a stay without cleaning has no line for it', () => {
  const taxed = { ...LINEN, id: 'firewood', label: 'Firewood', taxedBy: ['sales'] }
  const kinds = (change: Partial<PricingRules>) => linesOf(change).lines?.map(([, label]) => label)
  expect(kinds({ fees: [LINEN, taxed] })?.slice(1)).toEqual(['Cleaning', 'Firewood', 'Linen'])
  expect(kinds({ fees: [taxed], cleaningFee: 0 })?.slice(1)).toEqual(['Firewood'])
})

test('a prize covers nights, fees and their taxes in one line, and a tax of an amount a night, which is due anyway', () => {
  const taxes = [salesTax, { ...salesTax, id: 'night', name: 'City tax', rate: '2', basis: 'night' as const }]
  // Four nights at $480, $300 of cleaning and $8 of tax by night.
  expect(linesOf({ taxes }, { promo: PRIZE })).toMatchObject({
    total: 0,
    lines: [
      ['nights', '4 nights × $480.00', 192_000],
      ['cleaning', 'Cleaning', 30_000],
      ['tax', 'Sales tax (5%)', 0],
      ['tax', 'City tax ($2.00 per night)', 800],
      ['discount', 'Your prize, code COVE', -222_800],
    ],
  })
  const free = { baseNightly: 0, rates: [], seasons: [], cleaningFee: 0 }
  expect(linesOf(free, { promo: PRIZE }).lines).toHaveLength(1)
})

test('nights of prices by date are named by their reason, by up to two dates, or together', () => {
  const on = (reasons: Record<string, string | null>) => {
    const entries = Object.entries(reasons)
    const overrides = Object.fromEntries(
      entries.map(([date, reason]) => [date, { price: 70_000, minimumStay: null, reason }]),
    )
    return linesOf({ overrides }).lines?.map(([, label]) => label)
  }
  expect(on({ '2027-09-13': 'Regatta', '2027-09-14': 'Regatta' })?.[1]).toBe('2 nights × $700.00, Regatta')
  expect(on({ '2027-09-13': 'Regatta', '2027-09-14': null })?.[1]).toBe('2 nights × $700.00, Sep 13 and Sep 14')
  expect(on({ '2027-09-12': null, '2027-09-13': null, '2027-09-14': 'Fair' })?.[0]).toBe(
    '3 nights × $700.00, special dates',
  )
})

test('dates without a night between them are a bug of the caller', () => {
  expect(() => linesOf({}, { stay: { ...FOUR, checkOut: FOUR.checkIn } })).toThrow('no nights between')
})
