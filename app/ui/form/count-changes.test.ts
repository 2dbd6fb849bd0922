import { expect, test } from 'vitest'
import { countChanges } from './count-changes.ts'

const STORED: [string, string][] = [
  ['title', 'Cabin'],
  ['beds', 'king'],
  ['beds', 'twin'],
  ['rooms[0].name', 'Loft'],
  ['rooms[0].floor', '2'],
]
const withValue = (name: string, value: string) =>
  STORED.map(([own, before]): [string, string] => [own, own === name ? value : before])

test('a field that differs is one change, and none once it is as before', () => {
  expect(countChanges(STORED, withValue('title', 'Cabin!'))).toBe(1)
  expect(countChanges(STORED, STORED)).toBe(0)
})

test('an item of a list is one change, with all that is typed in it', () => {
  expect(countChanges(STORED, [...STORED, ['rooms[1].name', 'Den'], ['rooms[1].floor', '1']])).toBe(1)
  expect(countChanges(STORED, withValue('rooms[0].name', 'Attic'))).toBe(1)
})

test('boxes of one name are one field', () => {
  expect(
    countChanges(
      STORED,
      STORED.filter(([, value]) => value !== 'twin'),
    ),
  ).toBe(1)
})
