import { expect, test } from 'vitest'
import { stepsOf } from './stay-steps.ts'

type Facts = Parameters<typeof stepsOf>[0]

const TODAY = '2027-06-01'
const change = (toStatus: Facts['history'][number]['toStatus'], day: string): Facts['history'][number] => {
  return { toStatus, cause: 'guest', operatorName: null, reason: null, at: '', time: `2027-${day}T12:00:00.000Z` }
}
const NO_MONEY: Facts['money'] = {
  ...{ isRecorded: false, paid: 0, byCard: 0, byHand: 0, toReturn: 0, missing: 0, lost: 0, planned: 0, due: 0 },
  ...{ unpaid: 0, toPay: [] },
}
const REQUEST: Facts = {
  status: 'pending',
  source: 'website',
  history: [change('pending', '05-30')],
  answerDue: { words: '9 hours left', isUrgent: true },
  payments: [],
  paymentSchedule: null,
  total: 100_000,
  money: NO_MONEY,
  refunded: 0,
  phase: 'ahead',
  checkInDate: '2027-07-01',
  checkOutDate: '2027-07-05',
  property: { timeZone: 'UTC', checkInTime: '4:00 PM', checkOutTime: '10:00 AM' },
}
const HALVES = [
  { amount: 50_000, dueOn: '2027-06-04' },
  { amount: 50_000, dueOn: '2027-06-20' },
]
const CONFIRMED: Facts = {
  ...REQUEST,
  status: 'confirmed',
  answerDue: null,
  history: [...REQUEST.history, change('confirmed', '05-31')],
  paymentSchedule: HALVES,
  money: { ...NO_MONEY, unpaid: 100_000, toPay: HALVES },
}
const review = { detail: 'ask Wed, Jul 7', isWritten: false }

const labels = (stay: Facts, today = TODAY) =>
  stepsOf(stay, today, review).map(({ label, state }) => `${label} ${state}`)
const step = (stay: Facts, name: string, today = TODAY) =>
  stepsOf(stay, today, review).find(({ label }) => label === name)

test('a request waits for its answer, with the time that is left', () => {
  expect(labels(REQUEST)).toEqual([
    'Requested past',
    'Your answer present',
    'Payment future',
    'Check-in future',
    'Check-out future',
    'Review future',
  ])
  expect(step(REQUEST, 'Your answer')).toMatchObject({ detail: '9 hours left', tone: 'bad' })
  expect(step(REQUEST, 'Payment')?.detail).toBe('$1,000.00')
})

test('a confirmed stay is paid in parts: what is paid is done, what is late is red', () => {
  expect(labels(CONFIRMED).slice(1, 4)).toEqual(['Confirmed past', 'Deposit present', 'Balance future'])
  expect(step(CONFIRMED, 'Deposit')).toMatchObject({ detail: 'Fri, Jun 4, $500.00' })
  expect(step(CONFIRMED, 'Deposit', '2027-06-05')).toMatchObject({
    detail: '$500.00, late since Fri, Jun 4',
    tone: 'bad',
  })
  const partPaid = {
    ...CONFIRMED,
    money: {
      ...NO_MONEY,
      isRecorded: true,
      paid: 60_000,
      unpaid: 40_000,
      toPay: [{ amount: 40_000, dueOn: '2027-06-20' }],
    },
  }
  expect(labels(partPaid).slice(2, 5)).toEqual(['Deposit past', 'Balance present', 'Check-in future'])
  expect(step(partPaid, 'Balance')?.detail).toBe('Sun, Jun 20, $400.00')
})

test('guests who are here are to check out, and those who left are asked for a review', () => {
  const paid = { ...CONFIRMED, money: { ...NO_MONEY, isRecorded: true, paid: 100_000 } }
  expect(labels({ ...paid, phase: 'now' }).slice(4)).toEqual(['Check-in past', 'Check-out present', 'Review future'])
  expect(labels({ ...paid, phase: 'over' }).slice(4)).toEqual(['Check-in past', 'Check-out past', 'Review present'])
})

test('the days of a year that is over have their year', () => {
  const later = '2028-01-02'
  const stay = { ...CONFIRMED, phase: 'over' as const }
  expect(stepsOf(stay, later, null).map(({ detail }) => detail)).toEqual([
    'Sun, May 30, 2027',
    'Mon, May 31, 2027',
    '$500.00, late since Fri, Jun 4, 2027',
    '$500.00, late since Sun, Jun 20, 2027',
    'Thu, Jul 1, 2027, 4:00 PM',
    'Mon, Jul 5, 2027, 10:00 AM',
  ])
})

test('a card that refused is red, and a charge to come has its day', () => {
  const card = {
    received: 0,
    refundDue: 0,
    refunded: 0,
    refundedElsewhere: 0,
    refundFailed: false,
    disputed: 0,
    chargedBack: 0,
  }
  const payments: Facts['payments'] = [
    { ...card, kind: 'deposit', status: 'captured', amount: 50_000, received: 50_000, dueOn: null },
    { ...card, kind: 'balance', status: 'scheduled', amount: 50_000, dueOn: '2027-06-20' },
  ]
  const stay = { ...CONFIRMED, paymentSchedule: null, payments }
  expect(labels(stay).slice(2, 4)).toEqual(['Deposit past', 'Balance present'])
  expect(step(stay, 'Balance')?.detail).toBe('Sun, Jun 20, $500.00')
  const refused = payments.map((one) => (one.kind === 'balance' ? { ...one, status: 'failed' as const } : one))
  expect(step({ ...stay, payments: refused }, 'Balance')).toMatchObject({
    detail: '$500.00, card refused',
    tone: 'bad',
  })
})

test('a declined or canceled stay ends there, with what is still to be returned', () => {
  const declined = {
    ...REQUEST,
    status: 'declined' as const,
    history: [...REQUEST.history, change('declined', '05-31')],
  }
  expect(labels(declined)).toEqual(['Requested past', 'Declined past'])
  const history = [...CONFIRMED.history, change('cancelled', '06-01')]
  const canceled = { ...CONFIRMED, status: 'cancelled' as const, history }
  expect(labels(canceled)).toEqual(['Requested past', 'Confirmed past', 'Canceled past'])
  expect(labels({ ...canceled, refunded: 20_000 }).at(-1)).toBe('Refund past')
  const owed = { ...canceled, refunded: 20_000, money: { ...NO_MONEY, toReturn: 20_000 } }
  expect(step(owed, 'Refund')).toMatchObject({ detail: '$200.00 to return', state: 'present', tone: 'bad' })
})

test('a stay of a platform was booked there, and nothing is to be paid here', () => {
  const sold: Facts = {
    ...CONFIRMED,
    source: 'airbnb',
    history: [change('confirmed', '05-31')],
    paymentSchedule: null,
    money: NO_MONEY,
  }
  expect(labels(sold)).toEqual(['Booked past', 'Check-in present', 'Check-out future', 'Review future'])
  expect(step(sold, 'Booked')?.detail).toBe('Mon, May 31, Airbnb')
})
