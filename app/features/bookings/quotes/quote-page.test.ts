import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceChanges, splitEvenly } from './quote-page.ts'

test('shares differ by a cent at most and add up to the total', () => {
  expect(splitEvenly(1000, 3)).toEqual([
    { count: 1, amount: 334 },
    { count: 2, amount: 333 },
  ])
  expect(splitEvenly(900, 3)).toEqual([{ count: 3, amount: 300 }])
  expect(splitEvenly(2, 3)).toEqual([
    { count: 2, amount: 1 },
    { count: 1, amount: 0 },
  ])
  const cents = fc.integer({ min: 0, max: 99_999_999 })
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 99 }), (total, parts) => {
      const shares = splitEvenly(total, parts)
      expect(shares.reduce((sum, { count, amount }) => sum + count * amount, 0)).toBe(total)
      expect(shares.reduce((sum, { count }) => sum + count, 0)).toBe(parts)
    }),
  )
})

test('what moved is told by what it is for, however its lines are worded', () => {
  const nights = (label: string, amount: number) => ({ kind: 'nights' as const, label, amount })
  const cleaning = { kind: 'cleaning' as const, label: 'Cleaning', amount: 30_000 }
  const pet = { kind: 'pet' as const, label: 'Pet fee', amount: 15_000 }
  const before = [nights('4 nights × $480.00', 192_000), cleaning, pet]
  const after = [nights('3 nights × $480.00', 144_000), nights('1 night × $500.00', 50_000), cleaning]
  expect(priceChanges(before, after)).toEqual([
    { label: 'Nights', before: 192_000, after: 194_000 },
    { label: 'Pets', before: 15_000, after: 0 },
  ])
  expect(priceChanges(before, [...before].reverse())).toEqual([])
})
