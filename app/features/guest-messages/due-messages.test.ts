import { expect, test } from 'vitest'
import { dueMessage, type MessageStay, planMessages } from './due-messages.ts'

const STAY: MessageStay = {
  checkInDate: '2027-07-02',
  checkOutDate: '2027-07-06',
  timeZone: 'America/Denver',
  dueOn: '2027-06-20',
  guideOpensOn: '2027-06-25',
  isLate: false,
  hasReview: false,
}
/** The same stay at the lake, four hours behind. */
const LAKE = { ...STAY, timeZone: 'America/New_York' }
const LONG_AGO = new Date(0)

/** When each moment leaves, as UTC: Denver is six hours behind in summer. */
const timesOf = (stay: MessageStay) =>
  planMessages(stay).map(({ moment, at }) => `${moment} ${at.toISOString().slice(0, 16)}`)

test('each moment has its day and hour at the home, in order', () => {
  expect(timesOf(STAY)).toEqual([
    'balance-due 2027-06-17T16:00',
    'not-paid 2027-06-21T16:00',
    'arrival-guide 2027-06-25T16:00',
    'day-before 2027-07-01T22:00',
    'first-morning 2027-07-03T15:00',
    'last-day 2027-07-05T23:00',
    'thanks 2027-07-07T17:00',
    'review 2027-07-08T17:00',
  ])
})

test('the same stay at the lake is written to at the same hours there, two hours earlier', () => {
  expect(timesOf(LAKE)).toEqual([
    'balance-due 2027-06-17T14:00',
    'not-paid 2027-06-21T14:00',
    'arrival-guide 2027-06-25T14:00',
    'day-before 2027-07-01T20:00',
    'first-morning 2027-07-03T13:00',
    'last-day 2027-07-05T21:00',
    'thanks 2027-07-07T15:00',
    'review 2027-07-08T15:00',
  ])
})

test('each moment is of no use anymore from an hour at the home on', () => {
  const endsOf = (stay: MessageStay) =>
    planMessages(stay).map(({ moment, anchor, until }) => `${moment} ${anchor} ${until.toISOString().slice(0, 16)}`)
  expect(endsOf(LAKE)).toEqual([
    'balance-due 2027-06-20 2027-06-21T04:00',
    'not-paid 2027-06-20 2027-07-02T16:00',
    'arrival-guide 2027-07-02 2027-07-02T22:00',
    'day-before 2027-07-02 2027-07-02T04:00',
    'first-morning 2027-07-02 2027-07-04T00:00',
    'last-day 2027-07-06 2027-07-06T04:00',
    'thanks 2027-07-06 2027-07-10T01:00',
    'review 2027-07-06 2027-07-14T01:00',
  ])
  expect(endsOf(STAY)[1]).toBe('not-paid 2027-06-20 2027-07-02T18:00')
})

test('a stay of one night, without a guide and a payment, has what makes sense', () => {
  const short = { ...STAY, checkOutDate: '2027-07-03', dueOn: null, guideOpensOn: null }
  expect(planMessages(short).map(({ moment }) => moment)).toEqual(['day-before', 'thanks', 'review'])
})

test('a stay of two nights has each of its moments, and one with a review is not asked for one', () => {
  const two = { ...STAY, checkOutDate: '2027-07-04', dueOn: null, guideOpensOn: null }
  const moments = (stay: MessageStay) => planMessages(stay).map(({ moment }) => moment)
  expect(moments(two)).toEqual(['day-before', 'first-morning', 'last-day', 'thanks', 'review'])
  expect(moments({ ...two, hasReview: true })).not.toContain('review')
})

test('moments are in the order of their times, and one that would be over when it begins is none', () => {
  // Due three days before check-in: the guide comes between the reminder and the day after.
  const late = { ...STAY, dueOn: '2027-06-27' }
  expect(timesOf(late).slice(0, 4)).toEqual([
    'balance-due 2027-06-24T16:00',
    'arrival-guide 2027-06-25T16:00',
    'not-paid 2027-06-28T16:00',
    'day-before 2027-07-01T22:00',
  ])
  const moments = (stay: MessageStay) => planMessages(stay).map(({ moment }) => moment)
  expect(moments({ ...STAY, dueOn: '2027-07-01' })).toContain('not-paid')
  expect(moments({ ...STAY, dueOn: '2027-07-02' })).not.toContain('not-paid')
})

test('clocks that are set forward or back do not lose a message', () => {
  for (const checkInDate of ['2027-03-14', '2027-11-07']) {
    const stay = { ...STAY, checkInDate, checkOutDate: checkInDate.replace('14', '18').replace('07', '12') }
    expect(planMessages(stay).map(({ moment }) => moment)).toContain('day-before')
  }
  // Apia skipped a whole day.
  const apia = { ...STAY, timeZone: 'Pacific/Apia', checkInDate: '2011-12-29', checkOutDate: '2012-01-04' }
  expect(() => planMessages({ ...apia, dueOn: null, guideOpensOn: null })).not.toThrow()
})

test('a message leaves from its hour until it is of no use, and never at night', () => {
  const open = planMessages(STAY).filter(({ moment }) => moment === 'day-before')
  const at = (now: string) =>
    dueMessage(open, { now: new Date(now), last: LONG_AGO, timeZone: STAY.timeZone })?.moment ?? null
  expect(at('2027-07-01T21:59:00Z')).toBeNull()
  expect(at('2027-07-01T22:00:00Z')).toBe('day-before')
  expect(at('2027-07-02T02:59:00Z')).toBe('day-before')
  expect(at('2027-07-02T03:00:00Z'), 'nine in the evening').toBeNull()
  expect(at('2027-07-02T15:00:00Z'), 'it would say tomorrow').toBeNull()
})

test('a message that is of no use from an hour on does not leave at that hour', () => {
  const open = planMessages(STAY).filter(({ moment }) => moment === 'not-paid')
  const leaves = (now: string) =>
    dueMessage(open, { now: new Date(now), last: LONG_AGO, timeZone: STAY.timeZone }) !== null
  expect(leaves('2027-07-02T17:59:59Z')).toBe(true)
  expect(leaves('2027-07-02T18:00:00Z')).toBe(false)
})

test('nobody at the lake is written to before eight in the morning and from nine in the evening on', () => {
  const open = planMessages(LAKE).filter(({ moment }) => moment === 'arrival-guide')
  const leaves = (now: string) =>
    dueMessage(open, { now: new Date(now), last: LONG_AGO, timeZone: LAKE.timeZone }) !== null
  expect(leaves('2027-06-26T00:59:00Z')).toBe(true)
  expect(leaves('2027-06-26T01:00:00Z'), 'nine in the evening').toBe(false)
  expect(leaves('2027-06-26T11:59:00Z')).toBe(false)
  expect(leaves('2027-06-26T12:00:00Z'), 'eight in the morning').toBe(true)
})

test('a stay that was booked late gets what it missed in order, an hour apart', () => {
  let open = planMessages({ ...STAY, dueOn: null })
  const sent: string[] = []
  let last = new Date('2027-07-01T20:30:00Z')
  for (let minutes = 0; minutes < 10 * 60; minutes += 5) {
    const now = new Date(Date.parse('2027-07-01T20:30:00Z') + minutes * 60_000)
    const due = dueMessage(open, { now, last, timeZone: STAY.timeZone })
    if (!due) continue
    sent.push(`${due.moment} ${now.toISOString().slice(11, 16)}`)
    open = open.filter(({ moment }) => moment !== due.moment)
    last = now
  }
  expect(sent).toEqual(['arrival-guide 21:30', 'day-before 22:30'])
})

test('whoever still owes what was due is not thanked, and is asked for a review all the same', () => {
  const moments = planMessages({ ...STAY, isLate: true }).map(({ moment }) => moment)
  expect(moments).not.toContain('thanks')
  expect(moments).toContain('review')
})
