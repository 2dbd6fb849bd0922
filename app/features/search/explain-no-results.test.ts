import { expect, test } from 'vitest'
import { limitOf } from './explain-no-results.server.ts'

const places = [
  { guests: [23, 9, 8], infants: [2, 2, 1], pets: [0, 0, 0] },
  { guests: [14], infants: [3], pets: [2] },
]
const party = { adults: 2, children: 0, infants: 0, pets: 0 }
const limit = (change: Partial<typeof party>) => limitOf(places, { ...party, ...change })

test('a party that fits one property or several at one location has no limit', () => {
  for (const some of [{ pets: 2 }, { adults: 23 }, { adults: 3, children: 37 }, { infants: 4 }, {}]) {
    expect([some, limit(some)]).toEqual([some, null])
  }
})

test('the limit names the most for one property, and for several at one location', () => {
  expect(limit({ pets: 3 })).toEqual({
    part: 'pets',
    asked: 3,
    largest: 2,
    together: 2,
    properties: null,
    narrowed: false,
  })
  expect(limit({ adults: 41 })).toEqual({
    part: 'guests',
    asked: 41,
    largest: 23,
    together: 40,
    properties: null,
    narrowed: false,
  })
  expect(limit({ adults: 9, infants: 6 })).toEqual({
    part: 'infants',
    asked: 6,
    largest: 3,
    together: 5,
    properties: null,
    narrowed: false,
  })
  expect(limitOf([], party)).toBeNull()
})

test('where guests fit only at locations without pets, the limit is about those', () => {
  expect(limit({ adults: 24, pets: 1 })).toEqual({
    part: 'pets',
    asked: 1,
    largest: 0,
    together: 0,
    properties: null,
    narrowed: true,
  })
})

test('where more properties would fit but each needs an adult, the limit names how many', () => {
  expect(limit({ adults: 1, children: 23 })).toMatchObject({ part: 'guests', asked: 24, properties: 2 })
  expect(limit({ adults: 2, children: 31 })).toMatchObject({ part: 'guests', asked: 33, properties: 3 })
  expect(limit({ adults: 1, infants: 4 })).toMatchObject({ part: 'infants', asked: 4, properties: 2 })
})
