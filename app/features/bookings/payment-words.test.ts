import { expect, test } from 'vitest'
import type { BookingMoney } from './booking-summary.ts'
import { openPayments, planByHand } from './payment-plan.ts'
import { unpaidWords } from './payment-words.ts'

test('a stay says what of it is late before the whole, and by when the next payment is due', () => {
  const days = { today: '2027-06-01', checkIn: '2027-07-31' }
  const plan = planByHand(187_992, { depositPercent: 50, depositDays: 7, balanceDays: 30 }, days)
  const words = (today: string, unpaid = 187_992) =>
    unpaidWords({ unpaid, toPay: openPayments(plan, unpaid) } as BookingMoney, { ...days, today })
  expect(words('2027-06-08')).toBe('$1,879.92 to pay, $939.96 by Tue, Jun 8')
  expect(words('2027-06-09')).toBe('$939.96 late since Tue, Jun 8, of $1,879.92 to pay')
  expect(words('2027-06-09', 100_000)).toBe('$60.04 late since Tue, Jun 8, of $1,000.00 to pay')
  expect(words('2027-07-02')).toBe('$1,879.92 late since Tue, Jun 8')
  expect(words('2027-06-09', 93_996)).toBe('$939.96 to pay, by Thu, Jul 1')
})
