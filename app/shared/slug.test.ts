import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Lake Cabin', 'lake-cabin'],
  ['  Amélie’s Cabin, No. 2 ', 'amelies-cabin-no-2'],
  ['Über & Straße', 'uber-stra-e'],
  ['雪の宿', ''],
  ['--', ''],
  [`${'a'.repeat(59)} ${'b'.repeat(9)}`, 'a'.repeat(59)],
])('the name %j stands in an address as %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
