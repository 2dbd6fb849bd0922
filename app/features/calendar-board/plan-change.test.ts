import { expect, test } from 'vitest'
import { lakeKeowee } from '#test/pricing.ts'
import type { Bar, BoardProperty } from './board.ts'
import { choiceProblem, draftFrom, parseChange } from './change-form.ts'
import { type NightChange, type NightChoice, type PriceChange, planChange } from './plan-change.ts'
import { changeSummary, fingerprintOf, planLine } from './plan-words.ts'

function property(name: string, bars: Partial<Bar>[] = [], change: Partial<BoardProperty> = {}): BoardProperty {
  const bar = { id: '', kind: 'stay', title: 'Ada Guest', detail: '', status: null, expiresAt: null, conflict: null }
  return {
    id: `id of ${name}`,
    slug: name.toLowerCase(),
    name,
    location: 'Lake Keowee',
    today: '2027-06-01',
    ...ALWAYS_OPEN,
    pricing: lakeKeowee,
    bars: bars.map((own) => ({ ...bar, ...own }) as Bar),
    ...change,
  }
}

const ALWAYS_OPEN = {
  isAvailable: true,
  maxGuests: 8,
  maxInfants: 2,
  maxPets: 1,
  notice: { days: 0, untilHour: 24, windowDays: null },
  hour: 12,
}
const WEEK: NightChoice = { first: '2027-06-07', last: '2027-06-13', only: 'all' }
const OWNER: NightChange = { what: 'owner', note: null }
const price = (to: PriceChange, reason: string | null = null): NightChange => ({
  what: 'rates',
  to,
  reason,
  minimum: null,
})
const minimum = (nights: number | null): NightChange => ({
  what: 'rates',
  to: null,
  reason: null,
  minimum: { nights },
})

test('a home in whose nights somebody is, is left out and says who; the others are blocked', () => {
  const plans = planChange(
    [
      property('Cove', [{ from: '2027-06-01', to: '2027-06-07' }]),
      property('Ridge', [{ from: '2027-06-12', to: '2027-06-15' }]),
      property('Lodge', [{ kind: 'import', title: 'Airbnb', from: '2027-06-08', to: '2027-06-09' }]),
      property('Condo', [{ kind: 'hold', title: 'Somebody', from: '2027-06-08', to: '2027-06-10' }]),
    ],
    WEEK,
    OWNER,
  )
  expect(plans.map(({ name, leftOut, words }) => [name, leftOut, words])).toEqual([
    ['Cove', false, '7 nights, Jun 7–14'],
    ['Ridge', true, 'Ada Guest has Jun 12–15'],
    ['Lodge', true, '“Airbnb” has Jun 8–9'],
    ['Condo', true, 'somebody is booking Jun 8–10 right now'],
  ])
  expect(changeSummary(plans, OWNER)).toBe(
    'Owner stay in Cove, Jun 7–14. Left out: Ridge (Ada Guest has Jun 12–15), Lodge (“Airbnb” has Jun 8–9), and Condo (somebody is booking Jun 8–10 right now).',
  )
})

test('nights that are blocked already stay so, and the same block twice is none', () => {
  const blocked = (from: string, to: string) => property('Cove', [{ kind: 'closed', title: 'Closed', from, to }])
  const [some] = planChange([blocked('2027-06-09', '2027-06-11')], WEEK, OWNER)
  expect(some).toMatchObject({
    words: '5 nights, Jun 7–9 and Jun 11–14',
    remarks: ['2 nights already blocked stay so.'],
  })
  const [all] = planChange([blocked('2027-06-01', '2027-06-20')], WEEK, OWNER)
  expect(all).toMatchObject({ leftOut: true, words: 'these nights are blocked already' })
})

test('a visit takes no night: it can be added to a stay, and says who will be there', () => {
  const visit: NightChange = { what: 'visit', note: 'Chimney' }
  const day: NightChoice = { first: '2027-06-08', last: '2027-06-08', only: 'all' }
  const stay = { from: '2027-06-07', to: '2027-06-10' }
  const [added] = planChange([property('Cove', [stay])], day, visit)
  expect(added).toMatchObject({ leftOut: false, words: 'Tue, Jun 8', remarks: ['Ada Guest will be in the home.'] })
  const others: Partial<Bar>[] = [
    { kind: 'owner', title: 'Owner stay', from: '2027-06-08', to: '2027-06-09' },
    { kind: 'import', title: 'Airbnb', from: '2027-06-08', to: '2027-06-09' },
  ]
  expect(others.map((bar) => planChange([property('Cove', [bar])], day, visit)[0]?.remarks)).toEqual([
    ['The owner will be in the home.'],
    ['“Airbnb” has Jun 8–9.'],
  ])
  const there = { kind: 'visit' as const, from: '2027-06-08', to: '2027-06-09' }
  expect(planChange([property('Cove', [there])], day, visit)[0]).toMatchObject({
    leftOut: true,
    words: 'there is a visit already',
  })
})

test('nights in the past stay as they are', () => {
  const choice: NightChoice = { first: '2027-05-30', last: '2027-06-02', only: 'all' }
  expect(planChange([property('Cove')], choice, OWNER)[0]).toMatchObject({
    nights: ['2027-06-01', '2027-06-02'],
    remarks: ['2 nights in the past stay as before.'],
  })
  const past: NightChoice = { first: '2027-05-01', last: '2027-05-02', only: 'all' }
  expect(planChange([property('Cove')], past, OWNER)[0]?.leftOut).toBe(true)
})

test('prices rise by percent from what each night costs now, on the chosen weekdays, in whole dollars', () => {
  const choice: NightChoice = { ...WEEK, first: '2027-06-04', last: '2027-06-13', only: 'weekend' }
  const [plan] = planChange([property('Cove')], choice, price({ how: 'percent', percent: 15 }))
  expect(plan?.nights).toEqual(['2027-06-04', '2027-06-05', '2027-06-11', '2027-06-12'])
  expect(plan?.after.map(({ price: cents }) => cents)).toEqual([94_300, 94_300, 94_300, 94_300])
  expect(plan?.words).toBe('4 nights, Jun 4–6 and Jun 11–13: $820 becomes $943')
  const week = planChange([property('Cove')], { ...WEEK, only: 'week' }, price({ how: 'dollars', dollars: -4_050 }))
  expect(week[0]?.words).toBe('5 nights, Jun 7–11 and Jun 13–14: $690 becomes $650')
})

test('an own price keeps the minimum and the reason of its date, and booked nights are said to stay', () => {
  const overrides = { '2027-06-08': { price: 50_000, minimumStay: 5, reason: 'Regatta' } }
  const bars: Partial<Bar>[] = [
    { from: '2027-06-09', to: '2027-06-11' },
    { kind: 'hold', from: '2027-06-08', to: '2027-06-09' },
  ]
  const cove = property('Cove', bars, { pricing: { ...lakeKeowee, overrides } })
  const choice: NightChoice = { first: '2027-06-08', last: '2027-06-09', only: 'all' }
  const [plan] = planChange([cove], choice, price({ how: 'set', price: 60_000 }))
  expect(plan?.after).toEqual([
    { date: '2027-06-08', price: 60_000, minimumStay: 5, reason: 'Regatta' },
    { date: '2027-06-09', price: 60_000, minimumStay: null, reason: null },
  ])
  expect(plan?.remarks).toEqual([
    '1 night already booked: those guests’ totals stay.',
    '1 night on hold or being booked, at the price of before.',
  ])
  const [usual] = planChange([cove], choice, price({ how: 'usual' }))
  expect(usual?.after).toEqual([{ date: '2027-06-08', price: null, minimumStay: 5, reason: null }])
  expect(usual?.words).toBe('1 night, Jun 8–9: $500 becomes the usual price')
})

test('a home whose longest stay is shorter than a minimum is left out', () => {
  const cove = property('Cove', [], { pricing: { ...lakeKeowee, maximumStay: 6 } })
  const plans = planChange([cove, property('Ridge')], WEEK, minimum(7))
  expect(plans.map(({ leftOut, words }) => [leftOut, words])).toEqual([
    [true, 'its longest stay is 6 nights'],
    [false, '7 nights, Jun 7–14: 7-night minimum for stays that begin then'],
  ])
})

test('a home without prices, and one whose price would leave the bounds, is left out', () => {
  const unpriced = property('Cove', [], { pricing: { ...lakeKeowee, baseNightly: null } })
  const plans = planChange([unpriced, property('Ridge')], WEEK, price({ how: 'dollars', dollars: -70_000 }))
  expect(plans.map(({ words }) => words)).toEqual([
    'it has no prices yet; set its base price first',
    'Mon, Jun 7 would cost -$10.00, and a night costs $1 to $99,999',
  ])
})

test('a minimum is stored, and given back to the rules', () => {
  const choice: NightChoice = { first: '2027-06-08', last: '2027-06-08', only: 'all' }
  const [plan] = planChange([property('Cove')], choice, minimum(6))
  expect(plan?.words).toBe('1 night, Jun 8–9: 6-night minimum for stays that begin then')
  expect(planChange([property('Cove')], choice, minimum(null))[0]?.leftOut).toBe(true)
})

test('the fingerprint changes with what the plan shows, and not with what is left out', () => {
  const raise = price({ how: 'percent', percent: 10 })
  const before = planChange([property('Cove')], WEEK, raise)
  const other = { ...lakeKeowee, overrides: { '2027-06-08': { price: 1000, minimumStay: null, reason: null } } }
  const after = planChange([property('Cove', [], { pricing: other })], WEEK, raise)
  expect(fingerprintOf(before)).not.toBe(fingerprintOf(after))
  const unpriced = property('Ridge', [], { pricing: { ...lakeKeowee, baseNightly: null } })
  expect(fingerprintOf(planChange([property('Cove'), unpriced], WEEK, raise))).toBe(fingerprintOf(before))
  expect(planLine(before)).toBe('Cove: 7 nights, Jun 7–14: $690–$820 becomes $759–$902')
})

const read = (fields: Record<string, string>) =>
  parseChange(
    draftFrom((name) => fields[name] ?? ''),
    30,
  )

test('the form reads amounts as people type them, and names what is wrong', () => {
  const amount = (text: string) => read({ what: 'rates', amount: text })
  expect(amount('$1,240.50')).toMatchObject({ change: { to: { how: 'set', price: 124_050 }, minimum: null } })
  expect(amount('+15 %')).toMatchObject({ change: { to: { how: 'percent', percent: 15 } } })
  expect(amount('15%')).toMatchObject({ change: { to: { how: 'percent', percent: 15 } } })
  expect(amount('−10%')).toMatchObject({ change: { to: { how: 'percent', percent: -10 } } })
  expect(amount('300%')).toMatchObject({ change: { to: { how: 'percent', percent: 300 } } })
  expect(amount('-$25')).toMatchObject({ change: { to: { how: 'dollars', dollars: -2_500 } } })
  expect(amount('+ 40')).toMatchObject({ change: { to: { how: 'dollars', dollars: 4_000 } } })
  expect(amount('Usual')).toMatchObject({ change: { to: { how: 'usual' } } })
  for (const text of ['0', '1000000', '', '-0', 'much', '+'])
    expect(amount(text), text).toMatchObject({ field: 'amount' })
  for (const text of ['0%', '-91%', '301%', '500%', 'much%'])
    expect(amount(text), text).toMatchObject({
      message: 'Please enter a percentage from -90 to 300, such as 5 or -10.',
    })
  const least = (text: string) => read({ what: 'rates', minimumStay: text })
  expect(least('31')).toMatchObject({ message: 'Please enter 1 to 30 nights: that is the longest stay.' })
  expect(least('3')).toMatchObject({ change: { to: null, minimum: { nights: 3 } } })
  expect(least('usual')).toMatchObject({ change: { to: null, minimum: { nights: null } } })
  expect(read({ what: 'rates', amount: '690', minimumStay: '4' })).toMatchObject({
    change: { to: { how: 'set', price: 69_000 }, minimum: { nights: 4 } },
  })
  expect(read({ what: 'constructor' })).toMatchObject({ field: 'what' })
})

test('a price and a minimum change together, and the words name both', () => {
  const both: NightChange = { what: 'rates', to: { how: 'percent', percent: 10 }, reason: null, minimum: { nights: 4 } }
  const choice: NightChoice = { first: '2027-06-08', last: '2027-06-08', only: 'all' }
  const plans = planChange([property('Cove')], choice, both)
  expect(plans[0]?.after).toEqual([{ date: '2027-06-08', price: 75_900, minimumStay: 4, reason: null }])
  expect(plans[0]?.words).toBe('1 night, Jun 8–9: $690 becomes $759, 4-night minimum for stays that begin then')
  expect(changeSummary(plans, both)).toBe('Prices +10% and 4-night minimum in Cove, Jun 8–9.')
})

test('nights that end before they begin, and more than two years of them, cannot be chosen', () => {
  expect(choiceProblem('2027-06-02', '2027-06-01')).toMatch(/before the first/)
  expect(choiceProblem('2027-06-01', '2027-06-01')).toBeNull()
  expect(choiceProblem('2027-06-01', '2029-06-02')).toMatch(/two years/)
})
