import { expect, test } from 'vitest'
import type { BookingMoney } from '#app/features/bookings/booking-summary.ts'
import { cancelSchema } from '../booking-forms.server.ts'
import {
  chosenRefund,
  comingWords,
  linesAfterRefund,
  mostWords,
  recordableOf,
  refundWords,
  taxesIn,
} from './refund-amounts.ts'

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
  expect(chosen('policy', 0, 150_000)).toMatchObject({ ok: false, fields: { refund: expect.any(String) } })
  expect(chosen('other', 200_001)).toMatchObject({
    ok: false,
    fields: { amount: 'The guest has paid $2,000.00. A refund can’t be more.' },
  })
})

test('words name the refund with its taxes, what can go back, and what is on its way', () => {
  expect(refundWords(50_000, CHOICES)).toBe('$500.00, of that $45.45 taxes')
  expect(refundWords(0, CHOICES)).toBe('$0.00')
  expect(mostWords(CHOICES)).toBe('The guest has paid $2,000.00.')
  expect(mostWords({ ...CHOICES, isRecorded: false })).toBe('No payment is recorded.')
  expect(mostWords({ ...CHOICES, most: 150_000, disputed: 50_000 })).toBe(
    '$500.00 is disputed with the bank, and $1,500.00 can go back.',
  )
  expect(comingWords({ coming: 12_345 })).toContain('A refund of $123.45 is on its way to the card.')
  const changed = chosenRefund({ refund: 'policy', amount: 0, shown: 150_000 }, CHOICES)
  expect(changed).toMatchObject({ message: expect.stringContaining('it is $1,000.00 now, not $1,500.00 as shown') })
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

test('a refund lowers a tax of an amount a night, a stay without tax, and one that costs nothing', () => {
  const nights = { kind: 'nights' as const, label: '4 nights', amount: 90_000 }
  const nightly = { kind: 'tax' as const, label: 'City tax ($5 a night)', amount: 2_000 }
  const [, refund, tax] = linesAfterRefund([nights, nightly], 9_200)
  expect([refund?.amount, tax]).toEqual([-9_000, { ...nightly, amount: 1_800 }])
  expect(linesAfterRefund([nights], 9_000)).toEqual([nights, { kind: 'discount', label: 'Refund', amount: -9_000 }])
  expect(linesAfterRefund([], 0)).toEqual([{ kind: 'discount', label: 'Refund', amount: 0 }])
})

test('a refund stands beside other discounts and labels, and the cent of rounding is in the largest tax', () => {
  const line = (kind: 'nights' | 'discount' | 'fee' | 'tax', label: string, amount: number) => ({ kind, label, amount })
  const lines = [
    line('nights', '3 nights', 30_000),
    line('discount', 'Summer', -1_000),
    line('fee', 'Refund', 500),
    line('tax', 'Small', 15),
    line('tax', 'Large', 295),
    line('tax', 'Middle', 25),
  ]
  const rows = (some: { label: string; amount: number }[]) => some.map(({ label, amount }) => [label, amount])
  // A tenth of 335 cents of taxes is 34; a tenth of each, rounded, is 2, 30 and 3.
  expect(rows(linesAfterRefund(lines, 2_984))).toEqual([
    ['3 nights', 30_000],
    ['Summer', -1_000],
    ['Refund', 500],
    ['Refund', -2_950],
    ['Small', 13],
    ['Large', 266],
    ['Middle', 22],
  ])
})

test('what can still be recorded is what is open, of a canceled stay what is kept, and what a wrong record lacks', () => {
  const money = { paid: 30_000, planned: 20_000, due: 10_000, missing: 0 }
  const recordable = (status: string, change: Partial<typeof money> = {}, refund = 0) =>
    recordableOf({ status, total: 60_000, refund }, { ...money, ...change } as BookingMoney)
  expect(recordable('confirmed')).toBe(30_000)
  expect(recordable('confirmed', { missing: 500 })).toBe(30_500)
  expect(recordable('cancelled', {}, 20_000)).toBe(10_000)
  expect(recordable('cancelled', { missing: 500 }, 60_000)).toBe(500)
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
