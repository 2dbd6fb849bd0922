import { expect, test } from 'vitest'
import { type FactField, factsOf } from './declared-facts.ts'

const CABIN = 'a7e4a83f-36c4-485c-8a78-cbe74f8a55ce'
const known = { properties: new Map([[CABIN, 'Cabin']]), timeZone: 'America/Denver' }
const options = { 'check-out': 'By check-out', night: { label: 'By night' } }

const READS: [kind: string, field: FactField, stored: unknown, words: string][] = [
  ['an amount', { label: 'It', kind: 'money' }, 180_600, '$1,806'],
  ['an amount with cents', { label: 'It', kind: 'money' }, -84_050, '-$840.50'],
  ['dollars', { label: 'It', kind: 'dollars' }, '50.00', '$50'],
  ['a percentage', { label: 'It', kind: 'percent' }, '10.0000', '10%'],
  ['a part of a percent', { label: 'It', kind: 'percent' }, '7.2500', '7.25%'],
  ['minutes', { label: 'It', kind: 'minutes' }, 1, '1 minute'],
  ['a count', { label: 'It', kind: 'number' }, 2400, '2,400'],
  ['none at all', { label: 'It', kind: 'number' }, 0, '0'],
  ['a date', { label: 'It', kind: 'date' }, '2027-01-02', 'Saturday, January 2, 2027'],
  ['a moment', { label: 'It', kind: 'instant' }, '2027-01-02T03:00:00.000Z', 'Fri, Jan 1, 2027, 8:00 PM MST'],
  ['a choice', { label: 'It', kind: 'choice', options }, 'check-out', 'By check-out'],
  ['a choice with a label', { label: 'It', kind: 'choice', options }, 'night', 'By night'],
  ['choices', { label: 'It', kind: 'choices', options }, ['night', 'check-out'], 'By night, By check-out'],
  ['yes', { label: 'It', kind: 'check' }, true, 'Yes'],
  ['no', { label: 'It', kind: 'check' }, false, 'No'],
  ['a home', { label: 'It', kind: 'properties' }, CABIN, 'Cabin'],
  ['homes', { label: 'It', kind: 'properties' }, [CABIN, 'gone'], 'Cabin, A home that is gone'],
  ['an address', { label: 'It', kind: 'path', under: '/journal/' }, 'snow', '/journal/snow'],
]

test.each(READS)('%s reads as people say it', (_, field, stored, words) => {
  expect(factsOf(field, { before: null, after: stored }, known)).toEqual([{ name: 'It', before: '', after: words }])
  expect(factsOf({ it: field }, { before: { it: stored }, after: {} }, known)).toEqual([
    { name: 'It', before: words, after: '' },
  ])
})

test('what stayed the same, what is hidden and what is not declared is left out', () => {
  const declared = { total: { label: 'Total', kind: 'money' }, id: { kind: 'hidden' } } as const
  const before = { total: 100, id: 'x', note: 'One' }
  expect(factsOf(declared, { before, after: { ...before, id: 'y', note: 'Two' } })).toEqual([])
})

test('what is not stored reads as it is declared', () => {
  const declared = { properties: { label: 'Homes', kind: 'properties', none: 'All homes' } } as const
  expect(factsOf(declared, { before: { properties: null }, after: { properties: [CABIN] } }, known)).toEqual([
    { name: 'Homes', before: 'All homes', after: 'Cabin' },
  ])
  expect(factsOf(declared, { before: null, after: null }, known)).toEqual([])
})

test('items are counted, or named by one of their values', () => {
  const night = { date: { label: 'Night', kind: 'date' }, price: { label: 'Price', kind: 'money' } } as const
  const nights = { label: 'Nights', kind: 'list', item: 'Night', fields: night } as const
  const rates = [
    { date: '2027-09-06', price: 48_000 },
    { date: '2027-09-07', price: 70_000 },
  ]
  const after = { nights: [rates[0], { ...rates[1], price: 65_000 }] }
  const changed = { before: '$700', after: '$650' }
  expect(factsOf({ nights }, { before: { nights: rates }, after })).toEqual([{ name: 'Night 2, price', ...changed }])
  expect(factsOf({ nights: { ...nights, by: 'date' } }, { before: { nights: rates }, after })).toEqual([
    { name: 'Tuesday, September 7, 2027, price', ...changed },
  ])
})
