import { expect, test } from 'vitest'
import { lakeKeowee } from '#test/pricing.ts'
import { type Bar, barWords, conflictingBars, holdTime, nightsOf, nightWords, placeBars } from './board.ts'

const JUNE = { from: '2027-06-01', to: '2027-07-01' }

function bar(from: string, to: string, change: Partial<Bar> = {}): Bar {
  return {
    id: `${from} ${to}`,
    kind: 'stay',
    from,
    to,
    title: 'Ada Guest',
    detail: '2 adults',
    status: 'confirmed',
    expiresAt: null,
    conflict: null,
    ...change,
  } as Bar
}

const lanesOf = (bars: Bar[]) => placeBars(bars, JUNE).placed.map(({ bar: { id }, lane }) => [id, lane])

test('a stay that ends on the day on which another begins shares its lane', () => {
  const bars = [bar('2027-06-08', '2027-06-12'), bar('2027-06-03', '2027-06-08')]
  expect(lanesOf(bars)).toEqual([
    ['2027-06-03 2027-06-08', 0],
    ['2027-06-08 2027-06-12', 0],
  ])
  expect(placeBars(bars, JUNE).lanes).toBe(1)
})

test('bars that claim the same nights have lanes of their own, and the lane is free again afterwards', () => {
  const imported = bar('2027-06-05', '2027-06-07', { kind: 'import' })
  const bars = [bar('2027-06-03', '2027-06-08'), imported, bar('2027-06-10', '2027-06-12')]
  expect(lanesOf(bars)).toEqual([
    ['2027-06-03 2027-06-08', 0],
    ['2027-06-05 2027-06-07', 1],
    ['2027-06-10 2027-06-12', 0],
  ])
  expect(placeBars(bars, JUNE).lanes).toBe(2)
})

test('a bar that begins before or ends after the shown days is cut there', () => {
  const { placed } = placeBars([bar('2027-05-28', '2027-06-03'), bar('2027-06-28', '2027-07-05')], JUNE)
  expect(placed).toMatchObject([
    { on: '2027-06-01', nights: 2, cutStart: true, cutEnd: false },
    { on: '2027-06-28', nights: 3, cutStart: false, cutEnd: true },
  ])
})

test('a bar outside the shown days is not shown, nor is one that ends on their first morning', () => {
  expect(placeBars([bar('2027-05-28', '2027-06-01'), bar('2027-07-01', '2027-07-03')], JUNE).placed).toEqual([])
})

test('a visit takes no lane and no night, and is named beside the price', () => {
  const visit = bar('2027-06-02', '2027-06-03', {
    kind: 'visit',
    title: 'Visit',
    detail: 'Chimney sweep',
    status: null,
  })
  expect(placeBars([visit], JUNE)).toEqual({ placed: [], lanes: 1 })
  const property = { id: '', slug: '', name: '', location: '', today: '2027-06-02', pricing: lakeKeowee, bars: [visit] }
  const [past, open] = nightsOf(property, { from: '2027-06-01', to: '2027-06-03' })
  expect(past && nightWords(past)).toBe('Tuesday, June 1, past')
  expect(open && nightWords(open)).toBe('Wednesday, June 2, open, $690.00, 4-night minimum, Visit, Chimney sweep')
})

test('a taken night says who has it, the stay before what is in conflict with it', () => {
  const imported = bar('2027-06-03', '2027-06-08', { kind: 'import', title: 'Airbnb', detail: '', status: null })
  const stay = bar('2027-06-03', '2027-06-08', { conflict: 'conflict with “Airbnb”, Jun 3–8' })
  for (const bars of [
    [stay, imported],
    [imported, stay],
  ]) {
    const property = { id: '', slug: '', name: '', location: '', today: '2027-06-01', pricing: lakeKeowee, bars }
    const [night] = nightsOf(property, { from: '2027-06-04', to: '2027-06-05' })
    expect(night && nightWords(night)).toBe(
      'Friday, June 4, Ada Guest, Confirmed stay, Jun 3–8, 2 adults, conflict with “Airbnb”, Jun 3–8',
    )
  }
  expect(barWords(imported)).toBe('Airbnb, Booked or blocked on another site, Jun 3–8')
})

test('a night beside its bar does not say again who has it', () => {
  const stay = bar('2027-06-03', '2027-06-08')
  const property = { id: '', slug: '', name: '', location: '', today: '2027-06-01', pricing: lakeKeowee, bars: [stay] }
  const [night] = nightsOf(property, { from: '2027-06-03', to: '2027-06-04' })
  expect(night && nightWords(night, { isNamed: true })).toBe('Thursday, June 3')
})

test('each side of a conflict leads to the other; what was settled does not', () => {
  const imported = bar('2027-06-05', '2027-06-07', { kind: 'import', title: 'Airbnb', status: null })
  const visit = bar('2027-06-05', '2027-06-06', { kind: 'visit' })
  const stay = bar('2027-06-03', '2027-06-08', { conflict: 'conflict with “Airbnb”, Jun 5–7' })
  const settled = bar('2027-06-06', '2027-06-09')
  expect(conflictingBars(stay, [stay, imported, visit])).toEqual([imported])
  expect(conflictingBars(imported, [stay, imported, settled])).toEqual([stay])
  expect(conflictingBars(visit, [stay, visit])).toEqual([])
  expect(conflictingBars(settled, [settled, imported])).toEqual([])
})

test('a hold says how many minutes it lasts, and never less than none', () => {
  const now = new Date('2027-06-01T12:00:00Z')
  expect(holdTime('2027-06-01T12:13:10Z', now)).toBe('14 min')
  expect(holdTime('2027-06-01T11:59:00Z', now)).toBe('0 min')
})
