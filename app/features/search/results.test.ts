import { expect, test } from 'vitest'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, testServices } from '#test/factories.ts'
import { loadResults } from './search.server.ts'
import { placesOf, queryFieldsOf, searchLink } from './search.ts'

const july = 'checkin=2027-07-01&checkout=2027-07-05&adults=2'

test('places are the first part of the locations, or all of it where two begin alike', () => {
  expect(placesOf(['Steamboat Springs, Colorado', 'Lake Keowee', 'Steamboat Springs, Colorado'])).toEqual([
    'Lake Keowee',
    'Steamboat Springs',
  ])
  expect(placesOf(['Salem, Oregon', 'Salem, Ohio'])).toEqual(['Salem, Ohio', 'Salem, Oregon'])
})

describeWithDatabase('results page', (database) => {
  test('sort and sortBy set the order, and links use sort', async () => {
    const cheap = await makePricedProperty(database().db, { cleaningFee: '10.00', displayOrder: 2 })
    const expensive = await makePricedProperty(database().db, { cleaningFee: '900.00', displayOrder: 1 })
    for (const order of [
      'sort=price_low',
      'sortBy=price_low',
      'sort=&sortBy=price_low',
      'sort=price_low&sortBy=newest',
    ]) {
      const query = new URLSearchParams(`${july}&page_id=12&${order}`)
      const view = await loadResults(testServices(database()), query)
      if (view.state !== 'found') throw new Error(`${order} found nothing`)
      expect(
        view.answer.properties.map(({ id }) => id),
        order,
      ).toEqual([cheap, expensive])
      expect(view.options).toMatchObject({ sort: 'price_low' })
      expect(Object.fromEntries(new URLSearchParams(view.query))).toMatchObject({ sort: 'price_low', page_id: '12' })
      expect(searchLink(view.query, { sort: null })).not.toContain('sort')
      expect(queryFieldsOf(query)).toContainEqual(['sort', 'price_low'])
    }
  })
})
