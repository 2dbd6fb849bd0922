import { describe, expect, test } from 'vitest'
import { readSearch } from './search-input.server.ts'

const dates = 'checkin=2027-07-01&checkout=2027-07-05'
const read = (query: string) => readSearch(new URLSearchParams(query))

describe('the search in the address of a page', () => {
  test('is read as the call reads it; what a form leaves empty is not asked for', () => {
    expect(read(`${dates}&adults=2&pets=1&amenities=dock&amenities=sauna&sort=&cursor=`)).toMatchObject({
      ok: true,
      stay: { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 1 },
      wishes: { amenities: ['dock', 'sauna'], sort: undefined, cursor: undefined },
    })
  })

  test.each(['price_low', 'price_high', 'newest', 'popular'])('names the order %s as sort or as sortBy', (order) => {
    for (const query of [`sort=${order}`, `sortBy=${order}`, `sort=${order}&sortBy=newest`, `sort=&sortBy=${order}`]) {
      const found = read(`${dates}&adults=2&${query}`)
      expect(found, query).toMatchObject({ ok: true, wishes: { sort: order } })
      expect(found.ok && found.wishes).not.toHaveProperty('sortBy')
    }
  })

  test('may lack a date: the judge of stays says so in words for people', () => {
    expect(read('checkin=2027-07-01&checkout=&adults=2')).toMatchObject({ ok: true, stay: { checkOut: '' } })
  })

  test.each([
    ['adults=x', 'Please enter a whole number of adults from 0 to 99.', true],
    ['adults=1000000', 'Please enter a whole number of adults from 0 to 99.', true],
    ['adults=1&adults=2', 'Please enter a whole number of adults from 0 to 99.', true],
    ['adults=2&children=1000', 'Please enter a whole number of children from 0 to 99.', true],
    ['adults=2&sort=x', 'Please choose one of price_low, price_high, newest, popular.', false],
    ['adults=2&sortBy=x', 'Please choose one of price_low, price_high, newest, popular.', false],
    ['adults=2&cursor=x', 'This page of the results is not known. Search again.', false],
    [
      'adults=2&pets=-1&sort=x',
      'Please enter a whole number of pets from 0 to 99. Please choose one of price_low, price_high, newest, popular.',
      true,
    ],
  ])('is refused in whole sentences, which say whether the stay is at fault: %s', (query, message, inStay) => {
    expect(read(`${dates}&${query}`)).toEqual({ ok: false, message, inStay })
  })

  test('says a wrong date once', () => {
    expect(read('checkin=soon&checkout=later')).toMatchObject({
      message: 'Please enter a real date as YYYY-MM-DD.',
    })
  })
})
