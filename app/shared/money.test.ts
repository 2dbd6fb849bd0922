import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  centsFromNumeric,
  formatAmount,
  formatDollars,
  formatMoney,
  isZero,
  numericFromCents,
  percentOf,
  percentWords,
} from './money.ts'

test('an amount that stands alone has cents only if there are some, and in a list always', () => {
  expect([103_500, 103_540, 100].map(formatAmount)).toEqual(['$1,035', '$1,035.40', '$1'])
  expect([103_500, 103_540, 100].map(formatMoney)).toEqual(['$1,035.00', '$1,035.40', '$1.00'])
})

test('an amount in a figure is rounded to the whole dollar', () => {
  expect([103_549, 103_550, -49, 0].map(formatDollars)).toEqual(['$1,035', '$1,036', '$0', '$0'])
})

test('cents and the database’s numeric text are the same amount', () => {
  const pairs = [
    ['0.00', 0],
    ['0.05', 5],
    ['-0.05', -5],
    ['10.40', 1040],
    ['1090.00', 109_000],
    ['-1090.99', -109_099],
    ['100000000.01', 10_000_000_001],
  ] as const
  expect(pairs.map(([text]) => centsFromNumeric(text))).toEqual(pairs.map(([, cents]) => cents))
  expect(pairs.map(([, cents]) => numericFromCents(cents))).toEqual(pairs.map(([text]) => text))
  expect(['7', '7.5', '-7.5'].map(centsFromNumeric)).toEqual([700, 750, -750])
  for (const wrong of ['', '.5', '5.', '1.234', '1,00', '$5', '5 ', ' 5', '--5', '1e3', 'NaN']) {
    expect(() => centsFromNumeric(wrong), wrong).toThrow(`not an amount of money: ${wrong}`)
  }
})

test('a percentage of an amount is rounded half up to the cent', () => {
  const examples = [
    [100_00, '10.4', 10_40],
    [100_00, '10.4000', 10_40],
    [1_00, '0', 0],
    [1, '50', 1],
    [3, '50', 2],
    [-1, '50', 0],
    [-3, '50', -1],
    [10, '4.9999', 0],
    [10, '5', 1],
    [839_25, '8.25', 69_24],
    [1_234_56, '0.0001', 0],
    [50_00_00, '0.0001', 1],
    [90_071_992_547_409, '100', 90_071_992_547_409],
    [90_071_992_547_409, '33.3333', 30_023_967_491_805],
  ] as const
  expect(examples.map(([amount, percent]) => percentOf(amount, percent))).toEqual(examples.map(([, , cents]) => cents))
  for (const wrong of ['', '-1', '10.40000', '10,4', '10.', '10%', 'x10']) {
    expect(() => percentOf(1, wrong), wrong).toThrow(`not a percentage: ${wrong}`)
  }
})

test('a percentage of any amount is at most half a cent off', () => {
  const percents = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 9999 }))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 46 }), percents, (amount, [whole, decimals]) => {
      const exact = BigInt(amount) * BigInt(whole * 10_000 + decimals)
      const off = BigInt(percentOf(amount, `${whole}.${String(decimals).padStart(4, '0')}`)) * 1_000_000n - exact
      return off > -500_000n && off <= 500_000n
    }),
  )
})

test('zero percent is zero with any number of decimals, and words have no trailing zeros', () => {
  expect(['0', '0.0', '0.0000', '0.0001', '10'].map(isZero)).toEqual([true, true, true, false, false])
  expect(['10.4000', '8', '0.2500'].map(percentWords)).toEqual(['10.4%', '8%', '0.25%'])
})
