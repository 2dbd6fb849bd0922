import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreedPrice } from './agreed-price.ts'
import type { PricingRules, Tax } from './rates.ts'

const tax = (change: Partial<Tax>): Tax => ({
  id: 'tax',
  name: 'Tax',
  rate: '10',
  jurisdiction: null,
  basis: 'percent',
  appliesTo: ['nights'],
  taxedNights: null,
  exemptFromNights: null,
  ...change,
})
const rules = (taxes: Tax[]): PricingRules => ({
  baseNightly: null,
  minimumStay: 1,
  maximumStay: null,
  gap: null,
  checkInDays: null,
  seasons: [],
  rates: [],
  arrivalMinimums: [],
  overrides: {},
  discounts: [],
  cleaningFee: 30_000,
  fees: [],
  taxes,
})
const STAY = { checkIn: '2027-08-01', checkOut: '2027-08-05', adults: 2, children: 1, infants: 0, pets: 0 }
const linesOf = (taxes: Tax[], total: number) =>
  agreedPrice(rules(taxes), STAY, total).lines.map(({ label, amount }) => [label, amount])

test('an agreed total is the nights and the taxes on them, whatever the rates and fees are', () => {
  expect(linesOf([tax({})], 110_000)).toEqual([
    ['4 nights, agreed price', 100_000],
    ['Tax (10%)', 10_000],
  ])
  expect(linesOf([tax({ basis: 'guest-night', rate: '2' })], 50_000)).toEqual([
    ['4 nights, agreed price', 47_600],
    ['Tax ($2.00 per guest and night)', 2_400],
  ])
  expect(linesOf([], 0)).toEqual([['4 nights, agreed price', 0]])
})

test('a total below the taxes of a night has none', () => {
  expect(linesOf([tax({ basis: 'night', rate: '100' })], 5_000)).toEqual([['4 nights, agreed price', 5_000]])
})

test('the lines add up to the agreed total to the cent, and the taxes are within a cent of their rate', () => {
  const rate = fc.integer({ min: 0, max: 2_500 }).map((hundredths) => (hundredths / 100).toFixed(2))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.array(rate, { maxLength: 3 }), (total, rates) => {
      const taxes = rates.map((one, index) => tax({ id: `${index}`, rate: one }))
      const price = agreedPrice(rules(taxes), STAY, total)
      const [nights, ...others] = price.lines
      expect(price.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
      for (const { amount, label } of others) {
        const percent = Number(/\((.*)%\)/.exec(label)?.[1])
        expect(Math.abs(amount - ((nights?.amount ?? 0) * percent) / 100)).toBeLessThanOrEqual(2)
      }
    }),
  )
})
