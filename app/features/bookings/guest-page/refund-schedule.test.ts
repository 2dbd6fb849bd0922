import { expect, test } from 'vitest'
import { refundScheduleOf } from './refund-schedule.server.ts'

const STAY = {
  checkInDate: '2027-07-31',
  cancellationPolicy: [
    { days: 30, percent: 100 },
    { days: 14, percent: 50 },
  ],
}
const NOTHING = { isRecorded: true, toReturn: 0, missing: 0, lost: 0, planned: 0, due: 0, unpaid: 0, toPay: [] }
/** A deposit of 30% by card, and a check for the rest. */
const MONEY = { ...NOTHING, paid: 350_900, byCard: 105_270, byHand: 245_630 }

type Status = 'confirmed' | 'pending' | 'cancelled'

/** On that evening in Denver, where it is the next day in Greenwich. */
const scheduleOn = (day: string, change: { status?: Status; byHand?: number } = {}) => {
  const { status = 'confirmed', byHand = MONEY.byHand } = change
  const now = new Date(new Date(`${day}T00:00:00Z`).getTime() + 28 * 3_600_000)
  const money = { ...MONEY, byHand }
  return refundScheduleOf({ ...STAY, status }, { money, timeZone: 'America/Denver', now })
}

const FULL = { until: '2027-07-01', refund: 350_900 }
const HALF = { until: '2027-07-17', refund: 175_450 }

test.each([
  ['2027-06-30', 350_900, 245_630, [FULL, HALF]],
  ['2027-07-01', 350_900, 245_630, [FULL, HALF]],
  ['2027-07-02', 175_450, 70_180, [HALF]],
  ['2027-07-17', 175_450, 70_180, [HALF]],
  ['2027-07-18', 0, 0, []],
  ['2027-07-30', 0, 0, []],
])('a guest who cancels on %s gets %d cents back, %d of them by hand', (day, refund, byHand, deadlines) => {
  expect(scheduleOn(day)).toMatchObject({ today: day, paid: 350_900, refund, byHand, deadlines })
})

test('what the card takes back is not returned by hand', () => {
  expect(scheduleOn('2027-07-17', { byHand: 0 })).toMatchObject({ paid: 105_270, refund: 52_635, byHand: 0 })
})

test('there is no refund on the day of check-in, of a request, or of what has ended', () => {
  expect(scheduleOn('2027-07-31')).toBeNull()
  expect(scheduleOn('2027-07-01', { status: 'cancelled' })).toBeNull()
  expect(scheduleOn('2027-07-01', { status: 'pending' })).toMatchObject({ paid: 0, refund: 0, deadlines: [] })
})
