import { expect, test } from 'vitest'
import { paymentWords, planPayments } from './payment-plan.ts'
import { shareRefund } from './payments.server.ts'

const days = { today: '2027-06-01', checkIn: '2027-07-31' }

test('without a deposit, everything is paid with the booking', () => {
  expect(planPayments(100_001, { depositPercent: null, balanceDays: 30 }, days)).toEqual([
    { kind: 'whole', amount: 100_001, dueOn: null },
  ])
})

test('deposit and balance add up to the total, and the balance has a due date', () => {
  expect(planPayments(100_001, { depositPercent: 30, balanceDays: 30 }, days)).toEqual([
    { kind: 'deposit', amount: 30_001, dueOn: null },
    { kind: 'balance', amount: 70_000, dueOn: '2027-07-01' },
  ])
})

test('a balance that is already due is paid with the booking', () => {
  const late = { today: '2027-07-01', checkIn: '2027-07-31' }
  expect(planPayments(100_000, { depositPercent: 30, balanceDays: 30 }, late)).toHaveLength(1)
  expect(planPayments(100_000, { depositPercent: 30, balanceDays: 30 }, { ...late, today: '2027-06-30' })).toHaveLength(
    2,
  )
})

test('no payment is below the minimum of the gateway', () => {
  expect(planPayments(120, { depositPercent: 1, balanceDays: 30 }, days)).toHaveLength(1)
  expect(planPayments(120, { depositPercent: 99, balanceDays: 30 }, days)).toHaveLength(1)
})

test('a refund is taken from the last payment first', () => {
  expect(shareRefund([30_000, 70_000], 100_000)).toEqual([30_000, 70_000])
  expect(shareRefund([30_000, 70_000], 80_000)).toEqual([10_000, 70_000])
  expect(shareRefund([30_000, 70_000], 50_000)).toEqual([0, 50_000])
  expect(shareRefund([30_000], 0)).toEqual([0])
})

test('a property says in one sentence when its guests pay', () => {
  expect(paymentWords(null)).toBe('You pay after we confirm your request.')
  expect(paymentWords({ depositPercent: null, balanceDays: 30 })).toBe('You pay by card when you book.')
  expect(paymentWords({ depositPercent: 30, balanceDays: 60 })).toBe(
    'You pay 30% by card when you book, and the rest 60 days before check-in.',
  )
})
