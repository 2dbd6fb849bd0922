import { expect, test } from 'vitest'
import { cancellationWords, nextDeadlineWords, refundDeadlines, refundOn } from './cancellation-policy.ts'

const policy = [
  { days: 14, percent: 50 },
  { days: 30, percent: 100 },
]
const stay = { policy, checkIn: '2027-07-31', paid: 100_001 }

test('everything is refunded until thirty days before, half until fourteen, and nothing after', () => {
  expect(refundOn('2027-06-01', stay)).toBe(100_001)
  expect(refundOn('2027-07-01', stay)).toBe(100_001)
  expect(refundOn('2027-07-02', stay)).toBe(50_001)
  expect(refundOn('2027-07-17', stay)).toBe(50_001)
  expect(refundOn('2027-07-18', stay)).toBe(0)
  expect(refundOn('2027-07-31', stay)).toBe(0)
  expect(refundOn('2027-07-01', { ...stay, paid: 0 })).toBe(0)
  expect(refundOn('2027-06-01', { ...stay, policy: [] })).toBe(0)
})

test('days are counted correctly over a leap day and a daylight saving change', () => {
  expect(refundOn('2028-02-15', { ...stay, checkIn: '2028-03-16' })).toBe(100_001)
  expect(refundOn('2028-02-16', { ...stay, checkIn: '2028-03-16' })).toBe(50_001)
})

test('each step has its last day', () => {
  expect(refundDeadlines(stay)).toEqual([
    { until: '2027-07-01', refund: 100_001 },
    { until: '2027-07-17', refund: 50_001 },
  ])
})

test('the policy reads as a sentence', () => {
  expect(cancellationWords(policy)).toBe(
    'Full refund up to 30 days before check-in, 50% up to 14 days, none after that.',
  )
  expect(cancellationWords([{ days: 7, percent: 70 }])).toBe('70% up to 7 days before check-in, none after that.')
  expect(cancellationWords([])).toBe('No refunds after booking.')
})

test('before booking, the deadline is the last day of the best refund that can still be had', () => {
  const words = (today: string) => nextDeadlineWords(policy, { checkIn: '2027-07-31', today })
  expect(words('2027-06-01')).toBe('Full refund until Thu, Jul 1')
  expect(words('2027-07-01')).toBe('Full refund until Thu, Jul 1')
  expect(words('2027-07-02')).toBe('50% refund until Sat, Jul 17')
  expect(words('2027-07-18')).toBe('No refund after booking')
  expect(nextDeadlineWords([], { checkIn: '2027-07-31', today: '2027-06-01' })).toBe('No refund after booking')
})
