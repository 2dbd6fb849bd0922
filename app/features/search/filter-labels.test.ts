import { expect, test } from 'vitest'
import { filterLabels, priceSteps, wholeFilter } from './filter-labels.ts'
import { searchLink } from './results.ts'

const wishes = { location: 'Lake', bedrooms: 1, amenities: ['hot tub', 'dock'], minPrice: 100_000, maxPrice: 250_050 }

test('each wish stands in words, and can be dropped by itself', () => {
  expect(filterLabels(wishes).map(({ words }) => words)).toEqual([
    'Lake',
    '1 bedroom or more',
    'hot tub',
    'dock',
    '$1,000 to $2,500.50',
  ])
  const query = 'adults=2&location=Lake&amenities=hot+tub,+dock&minPrice=100000&maxPrice=250050&cursor=x'
  const without = filterLabels(wishes).map(
    (word) => new URLSearchParams(searchLink(query, { ...word.without, cursor: null })),
  )
  expect(without.map((address) => address.get('location'))).toEqual([null, 'Lake', 'Lake', 'Lake', 'Lake'])
  expect(without[2]?.get('amenities')).toBe('dock')
  expect(without[4]?.toString()).toBe('adults=2&location=Lake&amenities=hot+tub%2C+dock')
  expect(filterLabels({ amenities: [], sort: 'newest', flexible: 3 })).toEqual([])
})

test('the filter that hides homes is dropped whole', () => {
  expect(wholeFilter(wishes, 'amenities')).toEqual({ words: 'hot tub, dock', without: { amenities: null } })
  expect(wholeFilter(wishes, 'price').without).toEqual({ minPrice: null, maxPrice: null })
})

test('the totals to choose from are round, few, and have the chosen one among them', () => {
  expect(priceSteps({ least: 158_000, most: 442_000 }, undefined)).toEqual([
    200_000, 250_000, 300_000, 350_000, 400_000,
  ])
  expect(priceSteps({ least: 158_000, most: 158_000 }, 99_900)).toEqual([99_900])
  expect(priceSteps(null, undefined)).toEqual([])
  expect(priceSteps({ least: 1, most: 99_999_999 }, undefined).length).toBeLessThan(50)
})
