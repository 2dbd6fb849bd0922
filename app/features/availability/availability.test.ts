import { expect, test } from 'vitest'
import { searchHomes } from '#app/features/search/search.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeHold,
  makeHome,
  makeImport,
  makePricedHome,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'
import { availabilityApi } from './availability.api.server.ts'
import { getBookingTerms, getCalendar } from './availability.server.ts'

const later = new Date(NOON.getTime() + 600_000)
const july = { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 0 }
const julyQuery = 'checkin=2027-07-01&checkout=2027-07-05&adults=2'

describeOnBothDatabases('which nights are free', (database) => {
  const free = async (services = testServices(database()), stay = july) => {
    const found = await searchHomes(services, stay)
    return found.ok ? found.homes.map((home) => home.id) : found.reason
  }

  test('a home is found with its all-in price, unless its nights are taken by a booking, a live hold, an import or a block', async () => {
    const { db } = database()
    const [open, booked, held, imported, blocked] = [
      await makePricedHome(db, { displayOrder: 1 }),
      await makePricedHome(db),
      await makePricedHome(db),
      await makePricedHome(db),
      await makePricedHome(db),
    ]
    await makeBooking(db, booked, { from: '2027-07-04', to: '2027-07-06' })
    await makeHold(db, held, { from: '2027-06-30', to: '2027-07-02' }, later)
    await makeImport(db, imported, { from: '2027-07-02', to: '2027-07-03' })
    await makeDate(db, blocked, '2027-07-03', { blocked: true })
    const found = await searchHomes(testServices(database()), july)
    expect(found).toMatchObject({ ok: true, count: 1, homes: [{ id: open, nights: 4, total: 365_200 }] })
  })

  test('stays that end or begin where this one begins or ends leave it free', async () => {
    const home = await makePricedHome(database().db)
    await makeBooking(database().db, home, { from: '2027-06-28', to: '2027-07-01' })
    await makeBooking(database().db, home, { from: '2027-07-05', to: '2027-07-09' })
    await makeDate(database().db, home, '2027-07-05', { blocked: true })
    expect(await free()).toEqual([home])
  })

  test('a hold whose time is over counts for nothing', async () => {
    const home = await makePricedHome(database().db)
    await makeHold(database().db, home, { from: '2027-07-01', to: '2027-07-05' }, later)
    const clock = testClock()
    const services = testServices(database(), { clock })
    expect(await free(services)).toEqual([])
    clock.set(later)
    expect(await free(services)).toEqual([home])
    const calendar = await getCalendar(services, { propertyId: home, from: '2027-07-01', to: '2027-07-02' })
    expect(calendar?.nights[0]?.state).toBe('free')
  })

  test('homes that are unpublished, not offered, without rates or too small are not found', async () => {
    const { db } = database()
    await makePricedHome(db, { published: false })
    await makePricedHome(db, { isAvailable: false })
    await makePricedHome(db, { pricePerNight: null })
    await makePricedHome(db, { maxGuests: 2, maxInfants: 0 })
    expect(await free(undefined, { ...july, adults: 3 })).toEqual([])
    expect(await free(undefined, { ...july, infants: 1 })).toEqual([])
    expect(await free(undefined, { ...july, pets: 3 })).toEqual([])
  })

  test('a home that wants more nights than the stay has is not found', async () => {
    await makePricedHome(database().db)
    const plain = await makeHome(database().db)
    expect(await free(undefined, { ...july, checkOut: '2027-07-03' })).toEqual([plain])
  })

  test('it is a later day in the east: tonight can be booked where it is still today', async () => {
    const { db } = database()
    const east = await makeHome(db, { timeZone: 'America/New_York' })
    const west = await makeHome(db, { timeZone: 'America/Denver' })
    const stay = { ...july, checkIn: '2027-06-01', checkOut: '2027-06-05' }
    expect(new Set((await free(undefined, stay)) as string[])).toEqual(new Set([east, west]))
    const late = testServices(database(), { clock: testClock(new Date('2027-06-02T05:00:00Z')) })
    expect(await free(late, stay)).toEqual([west])
    expect(await free(undefined, { ...stay, checkIn: '2027-05-30' })).toBe('in-the-past')
  })

  test('an override is in the price of the search', async () => {
    const home = await makeHome(database().db, { cleaningFee: '0' })
    await makeDate(database().db, home, '2027-07-02', { price: '1000.50' })
    const found = await searchHomes(testServices(database()), july)
    expect(found.ok && found.homes[0]?.total).toBe(3 * 48_000 + 100_050)
  })

  test('the calendar says what each night costs, who may begin on it, and what is taken', async () => {
    const home = await makePricedHome(database().db)
    await makeBooking(database().db, home, { from: '2027-09-08', to: '2027-09-09' })
    await makeDate(database().db, home, '2027-09-10', { price: '700' })
    await makeDate(database().db, home, '2027-09-11', { blocked: true })
    const calendar = await getCalendar(testServices(database()), {
      propertyId: home,
      from: '2027-09-07',
      to: '2027-09-12',
    })
    expect(calendar).toEqual({
      propertyId: home,
      today: '2027-06-01',
      bookable: true,
      nights: [
        { date: '2027-09-07', state: 'free', minimumStay: 4, arrival: true, rate: 69_000 },
        { date: '2027-09-08', state: 'taken', minimumStay: 4, arrival: true, rate: 69_000 },
        { date: '2027-09-09', state: 'free', minimumStay: 2, arrival: true, rate: 48_000 },
        { date: '2027-09-10', state: 'free', minimumStay: 2, arrival: true, rate: 70_000 },
        { date: '2027-09-11', state: 'taken', minimumStay: 2, arrival: true, rate: 59_000 },
      ],
    })
  })

  test('the booking frame gets the terms it judges by, and the nights that are taken from today on', async () => {
    const home = await makePricedHome(database().db)
    await makeBooking(database().db, home, { from: '2027-05-30', to: '2027-06-03' })
    const booking = await getBookingTerms(testServices(database()), home)
    expect(booking).toMatchObject({
      today: '2027-06-01',
      lastDay: '2028-11-23',
      limits: { maxStayNights: 60, bookingWindowDays: 540 },
      terms: { maxGuests: 14, maxPets: 2, pricing: { baseNightly: 48_000, fees: [{ kind: 'pet', amount: 15_000 }] } },
      taken: ['2027-06-01', '2027-06-02'],
    })
    expect(await getBookingTerms(testServices(database()), 'nonsense')).toBeNull()
  })
})

describeOnBothDatabases('the calls of availability', (database) => {
  const call = async (path: string) => {
    const response = await availabilityApi(testServices(database())).request(path)
    return { status: response.status, body: await response.json() }
  }

  test('the search answers the homes that are free, each with lines that add up to its total', async () => {
    const home = await makePricedHome(database().db)
    const { status, body } = await call(`/api/availability?${julyQuery}&pets=1`)
    expect(status).toBe(200)
    expect(body.homes).toHaveLength(1)
    expect(body.homes[0]).toMatchObject({ id: home, nights: 4, total: 380_200, currency: 'USD', maxGuests: 14 })
    const sum = body.homes[0].lines.reduce((total: number, line: { amount: number }) => total + line.amount, 0)
    expect(sum).toBe(380_200)
    expect(body.homes[0]).not.toHaveProperty('badge')
  })

  test.each([
    ['checkout=2027-07-05&adults=2', { checkin: 'Required' }],
    ['checkin=2027-07-01&adults=2', { checkout: 'Required' }],
    ['checkin=2027-02-29&checkout=2027-03-04&adults=2', { checkin: 'Please enter a real date as YYYY-MM-DD' }],
    [
      'checkin=2027-07-05&checkout=2027-07-01&adults=2',
      { checkout: 'Check-out comes after check-in. Choose a later date.' },
    ],
    [
      'checkin=2020-07-01&checkout=2020-07-05&adults=2',
      { checkin: 'That check-in date has passed. Choose a later one.' },
    ],
    [
      'checkin=2027-07-01&checkout=2028-07-01&adults=2',
      { checkout: 'A stay is 60 nights at most. For a longer one, write to us.' },
    ],
    ['checkin=2030-07-01&checkout=2030-07-05&adults=2', { checkin: expect.stringContaining('Stays can begin up to') }],
    ['checkin=2027-07-01&checkout=2027-07-05', { adults: 'At least one adult has to come along.' }],
    ['checkin=2027-07-01&checkout=2027-07-05&adults=0', { adults: 'At least one adult has to come along.' }],
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
    [`${julyQuery}&minPrice=2&maxPrice=1`, { minPrice: 'The lowest total is above the highest' }],
    [`${julyQuery}&sort=cheapest`, { sort: 'Please choose one of price_low, price_high, newest, popular' }],
    [`${julyQuery}&sort=newest&sort=popular`, { sort: expect.stringContaining('Please choose one of') }],
    [`${julyQuery}&flexible=0`, { flexible: 'Please enter a whole number of days from 1 to 14' }],
    [`${julyQuery}&flexible=15`, { flexible: expect.stringContaining('1 to 14') }],
    [`${julyQuery}&cursor=nonsense`, { cursor: 'This page of the results is not known. Search again' }],
    [`${julyQuery}&location=%00`, { location: 'Please enter up to 100 plain characters' }],
    [`${julyQuery}&propertyType=${'x'.repeat(101)}`, { propertyType: expect.stringContaining('100') }],
    [`${julyQuery}&amenities=${'a,'.repeat(13)}`, { amenities: expect.stringContaining('at most 12') }],
  ])('a search that makes no sense is refused in words: %s', async (query, fields) => {
    expect(await call(`/api/availability?${query}`)).toMatchObject({ status: 400, body: { fields } })
  })

  test('a party that no home holds finds none', async () => {
    await makePricedHome(database().db)
    expect(await call(`/api/availability?${julyQuery.replace('adults=2', 'adults=99')}`)).toEqual({
      status: 200,
      body: {
        ...{ homes: [], count: 0, alternatives: [], combinations: [], hidden: [] },
        limit: { part: 'guests', asked: 99, home: 14, together: 14, homes: null, narrowed: false },
      },
    })
  })

  test('filters come by the query, amenities repeated or with commas; what a form leaves empty is not asked for', async () => {
    const home = await makePricedHome(database().db, { amenities: ['Hot tub', 'Dock', 'Sauna'] })
    const left = 'location=&bedrooms=&propertyType=&amenities=&minPrice=&maxPrice=&sort=&flexible=&cursor='
    for (const query of [
      left,
      'amenities=hot+tub,dock&amenities=sauna',
      'maxPrice=365200&minPrice=365200&bedrooms=5',
    ]) {
      expect((await call(`/api/availability?${julyQuery}&${query}`)).body.homes, query).toMatchObject([{ id: home }])
    }
    expect((await call(`/api/availability?${julyQuery}&amenities=dock,pool`)).body).toMatchObject({
      homes: [],
      hidden: [{ filter: 'amenities', homes: 1 }],
    })
  })

  test.each(['sort', 'sortBy'])('the order comes by %s', async (name) => {
    const cheap = await makePricedHome(database().db, { cleaningFee: '10.00', displayOrder: 2 })
    const dear = await makePricedHome(database().db, { cleaningFee: '900.00', displayOrder: 1 })
    for (const [order, ids] of Object.entries({ price_low: [cheap, dear], price_high: [dear, cheap] })) {
      const { body } = await call(`/api/availability?${julyQuery}&${name}=${order}`)
      expect(body.homes.map(({ id }: { id: string }) => id)).toEqual(ids)
    }
    expect(await call(`/api/availability?${julyQuery}&${name}=cheapest`)).toMatchObject({
      status: 400,
      body: { fields: { [name]: expect.stringContaining('Please choose one of') } },
    })
  })

  test('a calendar is of a published home and a span that makes sense', async () => {
    const home = await makePricedHome(database().db)
    const hidden = await makePricedHome(database().db, { published: false })
    expect(await call(`/api/properties/${home}/calendar?from=2027-07-01&to=2027-08-01`)).toMatchObject({ status: 200 })
    for (const unknown of [hidden, 'nonsense', '00000000-0000-4000-8000-000000000000', '%27%3B']) {
      const answer = await call(`/api/properties/${unknown}/calendar?from=2027-07-01&to=2027-08-01`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
    for (const span of [
      '',
      'from=2027-07-01',
      'from=2027-07-01&to=2027-07-01',
      'from=2027-07-01&to=2037-07-01',
      'from=x&to=y',
    ]) {
      expect(await call(`/api/properties/${home}/calendar?${span}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid-input' },
      })
    }
  })

  test('every call stands in the description', () => {
    const described = availabilityApi(testServices(database())).getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: '', version: '' },
    })
    expect(Object.keys(described.paths ?? {})).toEqual(['/api/availability', '/api/properties/{id}/calendar'])
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
