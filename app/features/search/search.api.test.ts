import { expect, test } from 'vitest'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, testServices } from '#test/factories.ts'
import { searchApi } from './search.api.server.ts'

const julyQuery = 'checkin=2027-07-01&checkout=2027-07-05&adults=2'

describeWithDatabase('search API', (database) => {
  const call = async (path: string) => {
    const response = await searchApi(testServices(database())).request(path)
    return { status: response.status, body: await response.json() }
  }

  test('the search returns free properties with lines that add up to the total', async () => {
    const propertyId = await makePricedProperty(database().db)
    const { status, body } = await call(`/api/availability?${julyQuery}&pets=1`)
    expect(status).toBe(200)
    expect(body.properties).toHaveLength(1)
    expect(body.properties[0]).toMatchObject({
      id: propertyId,
      nights: 4,
      total: 380_200,
      currency: 'USD',
      maxGuests: 14,
    })
    const sum = body.properties[0].lines.reduce((total: number, line: { amount: number }) => total + line.amount, 0)
    expect(sum).toBe(380_200)
    expect(body.properties[0]).not.toHaveProperty('badge')
  })

  test.each([
    ['checkout=2027-07-05&adults=2', { checkin: 'Required' }],
    ['checkin=2027-07-01&adults=2', { checkout: 'Required' }],
    ['checkin=2027-02-29&checkout=2027-03-04&adults=2', { checkin: 'Please enter a real date as YYYY-MM-DD' }],
    [
      'checkin=2027-07-05&checkout=2027-07-01&adults=2',
      { checkout: 'Check-out must be after check-in. Please choose a later date.' },
    ],
    [
      'checkin=2020-07-01&checkout=2020-07-05&adults=2',
      { checkin: 'That check-in date has passed. Please choose a later one.' },
    ],
    [
      'checkin=2027-07-01&checkout=2028-07-01&adults=2',
      { checkout: 'Stays are limited to 60 nights. Contact us for a longer one.' },
    ],
    ['checkin=2030-07-01&checkout=2030-07-05&adults=2', { checkin: expect.stringContaining('We’re booking through') }],
    ['checkin=2027-07-01&checkout=2027-07-05', { adults: 'Your group needs at least one adult.' }],
    ['checkin=2027-07-01&checkout=2027-07-05&adults=0', { adults: 'Your group needs at least one adult.' }],
    [
      'checkin=2027-07-01&checkout=2027-07-05&adults=two',
      { adults: 'Please enter a whole number of adults from 0 to 99' },
    ],
    [
      'checkin=2027-07-01&checkout=2027-07-05&adults=999',
      { adults: 'Please enter a whole number of adults from 0 to 99' },
    ],
    [`${julyQuery}&bedrooms=many`, { bedrooms: 'Please enter a whole number of bedrooms from 0 to 99' }],
    [`${julyQuery}&maxPrice=2500.50`, { maxPrice: expect.stringContaining('whole number of cents') }],
    [`${julyQuery}&minPrice=-1`, { minPrice: expect.stringContaining('whole number of cents') }],
    [`${julyQuery}&minPrice=2&maxPrice=1`, { minPrice: 'The minimum total is higher than the maximum' }],
    [`${julyQuery}&sort=cheapest`, { sort: 'Please choose one of price_low, price_high, newest, popular' }],
    [`${julyQuery}&sort=newest&sort=popular`, { sort: expect.stringContaining('Please choose one of') }],
    [`${julyQuery}&flexible=0`, { flexible: 'Please enter a whole number of days from 1 to 14' }],
    [`${julyQuery}&flexible=15`, { flexible: expect.stringContaining('1 to 14') }],
    [`${julyQuery}&cursor=nonsense`, { cursor: 'These results have expired. Please search again' }],
    [`${julyQuery}&location=%00`, { location: 'Please enter up to 100 plain characters' }],
    [`${julyQuery}&propertyType=${'x'.repeat(101)}`, { propertyType: expect.stringContaining('100') }],
    [`${julyQuery}&amenities=${'a,'.repeat(13)}`, { amenities: expect.stringContaining('up to 12') }],
  ])('an invalid search is refused with a message: %s', async (query, fields) => {
    expect(await call(`/api/availability?${query}`)).toMatchObject({ status: 400, body: { fields } })
  })

  test('a party too large for any property has no results', async () => {
    await makePricedProperty(database().db)
    expect(await call(`/api/availability?${julyQuery.replace('adults=2', 'adults=99')}`)).toEqual({
      status: 200,
      body: {
        properties: [],
        count: 0,
        alternatives: [],
        combinations: [],
        hidden: [],
        limit: { part: 'guests', asked: 99, largest: 14, together: 14, properties: null, narrowed: false },
      },
    })
  })

  test('filters come from the query, amenities repeated or with commas, and empty fields are ignored', async () => {
    const propertyId = await makePricedProperty(database().db, { amenities: ['Hot tub', 'Dock', 'Sauna'] })
    const left = 'location=&bedrooms=&propertyType=&amenities=&minPrice=&maxPrice=&sort=&flexible=&cursor='
    for (const query of [
      left,
      'amenities=hot+tub,dock&amenities=sauna',
      'maxPrice=365200&minPrice=365200&bedrooms=5',
    ]) {
      expect((await call(`/api/availability?${julyQuery}&${query}`)).body.properties, query).toMatchObject([
        { id: propertyId },
      ])
    }
    expect((await call(`/api/availability?${julyQuery}&amenities=dock,pool`)).body).toMatchObject({
      properties: [],
      hidden: [{ filter: 'amenities', properties: 1 }],
    })
  })

  test.each(['sort', 'sortBy'])('%s sets the order', async (name) => {
    const cheap = await makePricedProperty(database().db, { cleaningFee: '10.00', displayOrder: 2 })
    const expensive = await makePricedProperty(database().db, { cleaningFee: '900.00', displayOrder: 1 })
    for (const [order, ids] of Object.entries({ price_low: [cheap, expensive], price_high: [expensive, cheap] })) {
      const { body } = await call(`/api/availability?${julyQuery}&${name}=${order}`)
      expect(body.properties.map(({ id }: { id: string }) => id)).toEqual(ids)
    }
    expect(await call(`/api/availability?${julyQuery}&${name}=cheapest`)).toMatchObject({
      status: 400,
      body: { fields: { [name]: expect.stringContaining('Please choose one of') } },
    })
  })

  test('the places of a search are those of the properties that can be booked', async () => {
    await makePricedProperty(database().db, { location: 'Lake Somewhere, Ohio' })
    await makePricedProperty(database().db, { location: 'Closed, Ohio', status: 'not-bookable' })
    expect(await call('/api/places')).toMatchObject({
      status: 200,
      body: { places: ['Lake Somewhere'], last: { checkIn: expect.any(String), checkOut: expect.any(String) } },
    })
  })

  test('every endpoint is in the OpenAPI description', () => {
    const described = searchApi(testServices(database())).getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: '', version: '' },
    })
    expect(Object.keys(described.paths ?? {})).toEqual(['/api/places', '/api/availability'])
    const search = described.paths?.['/api/availability']?.get?.parameters
    expect(search?.map((parameter) => 'name' in parameter && parameter.name)).toEqual([
      'checkin',
      'checkout',
      'adults',
      'children',
      'infants',
      'pets',
      'holdId',
      'location',
      'bedrooms',
      'propertyType',
      'amenities',
      'minPrice',
      'maxPrice',
      'sort',
      'sortBy',
      'flexible',
      'cursor',
    ])
  })
})
