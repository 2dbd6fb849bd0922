import { expect, test } from 'vitest'
import { lastDayToPay } from './unpaid-stays.ts'

/** On June 1, $300 were due on May 30. The stay is canceled three days after that, and begins on June 20. */
const LATE: Parameters<typeof lastDayToPay>[0] = {
  money: { isRecorded: false, toPay: [{ amount: 300_00, dueOn: '2027-05-30' }] },
  source: 'website',
  checkIn: '2027-06-20',
  today: '2027-06-01',
  cancelUnpaidDays: 3,
  announced: null,
}
const toPay = (...days: (string | null)[]) => days.map((dueOn) => ({ amount: 100_00, dueOn }))

test.each([
  ['two days after the guest is told, if that is later', {}, '2027-06-03'],
  ['so many days after its first payment was due', { cancelUnpaidDays: 14 }, '2027-06-13'],
  ['the day that was announced', { announced: '2027-06-05', today: '2027-06-09' }, '2027-06-05'],
  [
    'by its first payment, not the next',
    { money: { isRecorded: false, toPay: toPay('2027-06-04', '2027-06-15') } },
    '2027-06-07',
  ],
  ['the day before check-in at the latest', { checkIn: '2027-06-04' }, '2027-06-03'],
  ['not once the stay would have begun', { checkIn: '2027-06-03' }, null],
  ['never where the operator did not choose it', { cancelUnpaidDays: null }, null],
  ['never with a payment recorded', { money: { ...LATE.money, isRecorded: true } }, null],
  ['never without an agreed day', { money: { isRecorded: false, toPay: toPay(null, '2027-06-05') } }, null],
  ['never with nothing to pay', { money: { isRecorded: false, toPay: [] } }, null],
  ['never of a platform, which was paid', { source: 'airbnb' as const }, null],
])('an unpaid stay is canceled by itself: %s', (_, change, last) => {
  expect(lastDayToPay({ ...LATE, ...change })).toBe(last)
})
