import { expect, test } from 'vitest'
import { byDay, factsOf, type SleepingParty, turnoverChanges, turnoverLines, turnoversOf } from './turnovers.ts'

const PARTY = { adults: 4, children: 1, infants: 1, pets: 2 }
const stay = (key: string, from: string, to: string, change: Partial<SleepingParty> = {}): SleepingParty => ({
  key,
  from,
  to,
  kind: 'guest',
  propertyId: 'lake',
  party: PARTY,
  bookingId: key,
  ...change,
})
const JUNE = { from: '2027-06-01', to: '2027-06-30' }
const daysOf = (stays: SleepingParty[], span = JUNE) =>
  turnoversOf(stays, span).map(({ day, leaves, next }) => [day, leaves, next?.from ?? null])

test('a home is made ready when somebody leaves, for whoever comes next', () => {
  const stays = [
    stay('a', '2027-05-28', '2027-06-01'),
    stay('b', '2027-06-01', '2027-06-04'),
    stay('c', '2027-06-10', '2027-06-12', { kind: 'owner', party: null, bookingId: null }),
    stay('d', '2027-07-02', '2027-07-05', { kind: 'other', party: null }),
  ]
  expect(daysOf(stays)).toEqual([
    ['2027-06-01', 'guest', '2027-06-01'],
    ['2027-06-04', 'guest', '2027-06-10'],
    ['2027-06-12', 'owner', '2027-07-02'],
  ])
  expect(daysOf(stays.slice(0, 1))).toEqual([['2027-06-01', 'guest', null]])
})

test('a home that stood empty for long is made ready before somebody arrives', () => {
  expect(daysOf([stay('a', '2027-06-20', '2027-07-04')])).toEqual([['2027-06-20', null, '2027-06-20']])
  expect(daysOf([stay('z', '2027-05-01', '2027-05-02'), stay('a', '2027-06-20', '2027-07-04')])).toHaveLength(1)
  expect(daysOf([stay('z', '2027-05-25', '2027-05-26'), stay('a', '2027-06-20', '2027-07-04')])).toEqual([])
})

test('two who leave a home on one day leave one turnover, and homes have their own', () => {
  const stays = [stay('a', '2027-05-28', '2027-06-02'), stay('b', '2027-05-30', '2027-06-02')]
  expect(daysOf(stays)).toHaveLength(1)
  expect(daysOf([...stays, stay('c', '2027-05-30', '2027-06-02', { propertyId: 'hill' })])).toHaveLength(2)
})

test('a change since it was seen is said in words', () => {
  const [seen] = turnoversOf([stay('a', '2027-05-28', '2027-06-02'), stay('b', '2027-06-02', '2027-06-05')], JUNE)
  const was = factsOf(seen as NonNullable<typeof seen>)
  expect(turnoverChanges(was, structuredClone(was))).toEqual([])
  // The database gives keys in another order.
  const reordered = {
    next: was.next && { ...was.next, party: { pets: 2, infants: 1, children: 1, adults: 4 } },
    day: was.day,
  }
  expect(turnoverChanges(was, reordered)).toEqual([])
  expect(turnoverChanges(was, null)).toEqual(['Canceled: nothing to do on Wed, Jun 2.'])
  expect(turnoverChanges(was, { ...was, day: '2027-06-03', next: null })).toEqual([
    'Moved from Wed, Jun 2 to Thu, Jun 3.',
    'Canceled: nobody comes on Wed, Jun 2.',
  ])
  const next = { on: '2027-06-04', party: { ...PARTY, pets: 0 }, kind: 'guest' as const }
  expect(turnoverChanges(was, { ...was, next })).toEqual([
    'The next stay begins on Fri, Jun 4, not on Wed, Jun 2.',
    'Next are 4 adults, 1 child, 1 infant, not 4 adults, 1 child, 1 infant, 2 pets.',
  ])
  expect(turnoverChanges({ ...was, next: null }, { ...was, next: { ...next, kind: 'owner', party: null } })).toEqual([
    'New: the owner on Fri, Jun 4.',
  ])
})

test('lines say what to do and who comes, and nothing about who they are', () => {
  const [turnover] = turnoversOf([stay('a', '2027-05-28', '2027-06-02'), stay('b', '2027-06-04', '2027-06-05')], JUNE)
  if (!turnover) throw new Error('there is no turnover')
  const shown = {
    ...turnover,
    property: 'Lake',
    today: '2027-06-01',
    outBy: '11:00 AM',
    inFrom: '3:00 PM',
    linen: 'King and queen',
    gifts: '2 yetis',
  }
  expect(turnoverLines(shown)).toEqual([
    'Out by 11:00 AM',
    'In from 3:00 PM, Friday, June 4',
    'Next: 4 adults, 1 child, 1 infant, 2 pets',
    'Linen: King and queen',
    'Pack: 2 yetis',
  ])
  expect(turnoverLines({ ...shown, leaves: null, next: null, gifts: null })).toEqual([
    'Nobody leaves',
    'No next stay yet',
    'Linen: King and queen',
  ])
  expect(
    byDay([{ day: 'b' }, { day: 'a' }, { day: 'b' }]).map(({ day, turnovers }) => [day, turnovers.length]),
  ).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})
