import { expect, test } from 'vitest'
import { shareRefund } from './booking-payments.server.ts'
import {
  type DuePayment,
  latePayment,
  latePaymentOfGuest,
  openPayments,
  paymentWords,
  planByHand,
  planPayments,
} from './payment-plan.ts'

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
  expect(planPayments(99, { depositPercent: 50, balanceDays: 30 }, days)).toHaveLength(1)
  expect(planPayments(100, { depositPercent: 50, balanceDays: 30 }, days).map(({ amount }) => amount)).toEqual([50, 50])
})

test('a refund is taken from the last payment first', () => {
  expect(shareRefund([30_000, 70_000], 100_000)).toEqual([30_000, 70_000])
  expect(shareRefund([30_000, 70_000], 80_000)).toEqual([10_000, 70_000])
  expect(shareRefund([30_000, 70_000], 50_000)).toEqual([0, 50_000])
  expect(shareRefund([30_000], 0)).toEqual([0])
})

test.each([
  [{ deposit: null, ways: null }, 'You pay after we confirm your request.', null],
  [
    { deposit: null, ways: 'by check or bank transfer' },
    'You pay by check or bank transfer after we confirm your request.',
    'Pay by check or bank transfer',
  ],
  [{ deposit: { depositPercent: null, balanceDays: 30 }, ways: null }, 'You pay by card when you book.', 'Pay by card'],
  [{ deposit: { depositPercent: 100, balanceDays: 30 }, ways: null }, 'You pay by card when you book.', 'Pay by card'],
  [{ deposit: null, ways: 'in cash' }, 'You pay in cash after we confirm your request.', 'Pay in cash'],
  [
    { deposit: { depositPercent: 30, balanceDays: 60 }, ways: null },
    'You pay 30% by card when you book, and the rest 60 days before check-in.',
    'Pay by card',
  ],
])('a property says how and when its guests pay, before they book: %o', (terms, sentence, brief) => {
  expect(paymentWords(terms)).toEqual({ sentence, brief })
})

const terms = { depositPercent: 50, depositDays: 7, balanceDays: 30 }

test('without a card, the first payment has some days, and the rest is as with a card', () => {
  expect(planByHand(100_001, terms, days)).toEqual([
    { amount: 50_001, dueOn: '2027-06-08' },
    { amount: 50_000, dueOn: '2027-07-01' },
  ])
  expect(planByHand(100_001, { ...terms, depositPercent: null }, days)).toEqual([
    { amount: 100_001, dueOn: '2027-06-08' },
  ])
})

test('close to check-in everything is paid at once, at the latest on that day; a stay for nothing has no payment', () => {
  const dueOn = (today: string) => planByHand(90_000, terms, { ...days, today }).map((payment) => payment.dueOn)
  expect(dueOn('2027-06-23')).toEqual(['2027-06-30', '2027-07-01'])
  expect(dueOn('2027-06-24')).toEqual(['2027-07-01'])
  expect(dueOn('2027-07-28')).toEqual(['2027-07-31'])
  expect(dueOn('2027-08-02')).toEqual(['2027-08-02'])
  expect(planByHand(0, terms, days)).toEqual([])
})

test('what was paid counts for the earlier payments first, whatever was refunded or added since', () => {
  const schedule = planByHand(100_000, terms, days)
  const open = (due: number) => openPayments(schedule, due).map(({ amount, dueOn }) => [amount, dueOn])
  expect(open(100_000)).toEqual([
    [50_000, '2027-06-08'],
    [50_000, '2027-07-01'],
  ])
  expect(open(70_000)).toEqual([
    [20_000, '2027-06-08'],
    [50_000, '2027-07-01'],
  ])
  expect(open(50_000)).toEqual([[50_000, '2027-07-01']])
  expect(open(1)).toEqual([[1, '2027-07-01']])
  expect(open(0)).toEqual([])
  expect(open(110_000)[1]).toEqual([60_000, '2027-07-01'])
  for (let due = 0; due <= 120_000; due += 7_777) {
    expect(openPayments(schedule, due).reduce((sum, { amount }) => sum + amount, 0)).toBe(due)
  }
  const whole = [{ amount: 100_000, dueOn: '2027-06-08' }]
  expect(openPayments(whole, 110_000)).toEqual([{ amount: 110_000, dueOn: '2027-06-08' }])
  expect(openPayments(null, 500)).toEqual([{ amount: 500, dueOn: null }])
})

test('a payment is late on the day after its day, and without a day from check-in on', () => {
  const payments = planByHand(100_000, terms, days)
  const late = (today: string) => latePayment(payments, { today, checkIn: days.checkIn })
  expect(late('2027-06-08')).toBeNull()
  expect(late('2027-06-09')).toEqual({ amount: 50_000, since: '2027-06-08' })
  expect(late('2027-07-02')).toEqual({ amount: 100_000, since: '2027-06-08' })
  const undated = (today: string) => latePayment(openPayments(null, 500), { today, checkIn: days.checkIn })
  expect(undated('2027-07-30')).toBeNull()
  expect(undated('2027-07-31')).toEqual({ amount: 500, since: '2027-07-31' })
})

test('towards the guest only what had a day is late, and it says until when', () => {
  const agreed = planByHand(100_000, terms, days)
  const late = (payments: DuePayment[], today: string) => latePaymentOfGuest(payments, today)
  expect(late(agreed, '2027-06-08')).toBeNull()
  expect(late(agreed, '2027-06-09')).toEqual({ amount: 50_000, since: '2027-06-08', until: '2027-06-08' })
  expect(late(agreed, '2027-07-02')).toEqual({ amount: 100_000, since: '2027-06-08', until: '2027-07-01' })
  expect(late([...agreed, { amount: 7, dueOn: null }], '2027-08-01')?.amount).toBe(100_000)
  expect(late(openPayments(null, 500), '2027-08-01')).toBeNull()
})
