import { expect, test } from 'vitest'
import { cancelSchema } from '../booking-forms.server.ts'
import { chosenRefund, linesAfterRefund, taxesIn } from './refund-amounts.ts'

const CHOICES = {
  byCard: 200_000,
  disputed: 0,
  coming: 0,
  isStuck: false,
  isRecorded: true,
  most: 200_000,
  byPolicy: 100_000,
  total: 350_900,
  taxes: 31_900,
}

test('a refund is by the policy that was shown, everything, or an amount up to what was paid', () => {
  const chosen = (refund: 'policy' | 'all' | 'other', amount = 0, shown = 100_000) =>
    chosenRefund({ refund, amount, shown }, CHOICES)
  expect(chosen('policy')).toEqual({ ok: true, refund: 100_000 })
  expect(chosen('all')).toEqual({ ok: true, refund: 200_000 })
  expect(chosen('other', 200_000)).toEqual({ ok: true, refund: 200_000 })
  expect(chosen('policy', 0, 150_000)).toMatchObject({ ok: false, field: 'refund' })
  expect(chosen('other', 200_001)).toMatchObject({
    ok: false,
    field: 'amount',
    message: 'The guest has paid $2,000.00. A refund can’t be more.',
  })
})

test('taxes go back in the share of the refund', () => {
  expect(taxesIn(350_900, CHOICES)).toBe(31_900)
  expect(taxesIn(175_450, CHOICES)).toBe(15_950)
  expect(taxesIn(0, { total: 0, taxes: 0 })).toBe(0)
})

test('a refund lowers each tax by its share and the rest in a line of its own, and adds up to the cent', () => {
  const tax = (label: string, amount: number) => ({ kind: 'tax' as const, label, amount, taxable: 90_000 })
  const lines = [
    { kind: 'nights' as const, label: '4 nights', amount: 90_000 },
    tax('State tax (7%)', 6_300),
    tax('County tax (3%)', 2_701),
  ]
  const totalOf = (some: { amount: number }[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const once = linesAfterRefund(lines, 10_000)
  expect(totalOf(once)).toBe(totalOf(lines) - 10_000)
  expect(once.map(({ label, amount }) => [label, amount])).toEqual([
    ['4 nights', 90_000],
    ['Refund', -9_091],
    ['State tax (7%)', 5_664],
    ['County tax (3%)', 2_428],
  ])
  expect(once.at(-1)?.taxable).toBe(80_909)
  const twice = linesAfterRefund(once, 33)
  expect(twice.map(({ label }) => label)).toEqual(once.map(({ label }) => label))
  for (let refund = 0; refund <= totalOf(once); refund += 997) {
    expect(totalOf(linesAfterRefund(once, refund))).toBe(totalOf(once) - refund)
  }
})

test('the cancel form takes amounts as people type them, and says what is wrong with others', () => {
  const form = { cancelledFor: 'guest', refund: 'other', shown: '0', seen: 'version', message: ' ' }
  const amountOf = (amount: string) => cancelSchema.safeParse({ ...form, amount })
  expect(amountOf('$1,250.5').data).toMatchObject({ amount: 125_050, message: '' })
  expect(amountOf('250').data?.amount).toBe(25_000)
  for (const wrong of ['', '-1', '1.234', 'all', '1e6', '9'.repeat(21)]) {
    expect(amountOf(wrong).error?.issues[0]?.path, wrong).toEqual(['amount'])
  }
  expect(cancelSchema.safeParse({ ...form, refund: 'policy', amount: 'whatever' }).data?.amount).toBe(0)
})
