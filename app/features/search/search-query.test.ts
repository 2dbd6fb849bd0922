import { describe, expect, test } from 'vitest'
import { filterLabels, priceSteps, searchLink, wholeFilter } from './search.ts'
import { parseSearch } from './search-query.server.ts'

const dates = 'checkin=2027-07-01&checkout=2027-07-05'
const read = (query: string) => parseSearch(new URLSearchParams(query))

describe('page address', () => {
  test('the address is parsed like the API query, and empty form fields are ignored', () => {
    expect(read(`${dates}&adults=2&pets=1&amenities=dock&amenities=sauna&sort=&cursor=`)).toMatchObject({
      ok: true,
      stay: { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 1 },
      options: { amenities: ['dock', 'sauna'], sort: undefined, cursor: undefined },
    })
  })

  test.each(['price_low', 'price_high', 'newest', 'popular'])('sort and sortBy accept the order %s', (order) => {
    for (const query of [`sort=${order}`, `sortBy=${order}`, `sort=${order}&sortBy=newest`, `sort=&sortBy=${order}`]) {
      const found = read(`${dates}&adults=2&${query}`)
      expect(found, query).toMatchObject({ ok: true, options: { sort: order } })
      expect(found.ok && found.options).not.toHaveProperty('sortBy')
    }
  })

  test('a missing date is left to the stay rules, which have a message for guests', () => {
    expect(read('checkin=2027-07-01&checkout=&adults=2')).toMatchObject({ ok: true, stay: { checkOut: '' } })
  })

  test.each([
    ['adults=x', 'Please enter a whole number of adults from 0 to 99.', true],
    ['adults=1000000', 'Please enter a whole number of adults from 0 to 99.', true],
    ['adults=1&adults=2', 'Please enter a whole number of adults from 0 to 99.', true],
    ['adults=2&children=1000', 'Please enter a whole number of children from 0 to 99.', true],
    ['adults=2&sort=x', 'Please choose one of price_low, price_high, newest, popular.', false],
    ['adults=2&sortBy=x', 'Please choose one of price_low, price_high, newest, popular.', false],
    ['adults=2&cursor=x', 'These results have expired. Please search again.', false],
    [
      'adults=2&pets=-1&sort=x',
      'Please enter a whole number of pets from 0 to 99. Please choose one of price_low, price_high, newest, popular.',
      true,
    ],
  ])('errors are full sentences and say whether the stay is invalid: %s', (query, message, isStayInvalid) => {
    expect(read(`${dates}&${query}`)).toMatchObject({ ok: false, message, isStayInvalid })
  })

  test('an invalid date is reported once', () => {
    expect(read('checkin=soon&checkout=later')).toMatchObject({
      message: 'Please enter a real date as YYYY-MM-DD.',
    })
  })
})

const options = { location: 'Lake', bedrooms: 1, amenities: ['hot tub', 'dock'], minPrice: 100_000, maxPrice: 250_050 }

test('each filter has a label and can be removed alone', () => {
  expect(filterLabels(options).map(({ words }) => words)).toEqual([
    'Lake',
    '1+ bedrooms',
    'hot tub',
    'dock',
    '$1,000 to $2,500.50',
  ])
  const query = 'adults=2&location=Lake&amenities=hot+tub,+dock&minPrice=100000&maxPrice=250050&cursor=x'
  const without = filterLabels(options).map(
    (label) => new URLSearchParams(searchLink(query, { ...label.without, cursor: null })),
  )
  expect(without.map((address) => address.get('location'))).toEqual([null, 'Lake', 'Lake', 'Lake', 'Lake'])
  expect(without[2]?.get('amenities')).toBe('dock')
  expect(without[4]?.toString()).toBe('adults=2&location=Lake&amenities=hot+tub%2C+dock')
  expect(filterLabels({ amenities: [], sort: 'newest', flexible: 3 })).toEqual([])
})

test('a filter that hides properties is removed as a whole', () => {
  expect(wholeFilter(options, 'amenities')).toEqual({ words: 'hot tub, dock', without: { amenities: null } })
  expect(wholeFilter(options, 'price').without).toEqual({ minPrice: null, maxPrice: null })
})

test('price choices are round, few, and include the current one', () => {
  expect(priceSteps({ least: 158_000, most: 442_000 }, undefined)).toEqual([
    200_000, 250_000, 300_000, 350_000, 400_000,
  ])
  expect(priceSteps({ least: 158_000, most: 158_000 }, 99_900)).toEqual([99_900])
  expect(priceSteps(null, undefined)).toEqual([])
  expect(priceSteps({ least: 1, most: 99_999_999 }, undefined).length).toBeLessThan(50)
})
