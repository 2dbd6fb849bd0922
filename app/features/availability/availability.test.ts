import { expect, test } from 'vitest'
import { searchProperties } from '#app/features/search/search.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeHold,
  makeImport,
  makePricedProperty,
  makeProperty,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'
import { availabilityApi } from './availability.api.server.ts'
import { getBookingOptions, getCalendar } from './availability.server.ts'

const later = new Date(NOON.getTime() + 600_000)
const july = { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 0 }

describeWithDatabase('availability', (database) => {
  const free = async (services = testServices(database()), stay = july) => {
    const found = await searchProperties(services, stay)
    return found.ok ? found.properties.map((property) => property.id) : found.reason
  }

  test('a free property is found with its all-in price, and a booking, live hold, import or block hides it', async () => {
    const { db } = database()
    const [open, booked, held, imported, blocked] = [
      await makePricedProperty(db, { displayOrder: 1 }),
      await makePricedProperty(db),
      await makePricedProperty(db),
      await makePricedProperty(db),
      await makePricedProperty(db),
    ]
    await makeBooking(db, booked, { from: '2027-07-04', to: '2027-07-06' })
    await makeHold(db, held, { from: '2027-06-30', to: '2027-07-02' }, later)
    await makeImport(db, imported, { from: '2027-07-02', to: '2027-07-03' })
    await makeDate(db, blocked, '2027-07-03', { blocked: true })
    const found = await searchProperties(testServices(database()), july)
    expect(found).toMatchObject({ ok: true, count: 1, properties: [{ id: open, nights: 4, total: 365_200 }] })
  })

  test('back-to-back stays do not conflict', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeBooking(database().db, propertyId, { from: '2027-06-28', to: '2027-07-01' })
    await makeBooking(database().db, propertyId, { from: '2027-07-05', to: '2027-07-09' })
    await makeDate(database().db, propertyId, '2027-07-05', { blocked: true })
    expect(await free()).toEqual([propertyId])
  })

  test('an expired hold does not take nights', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeHold(database().db, propertyId, { from: '2027-07-01', to: '2027-07-05' }, later)
    const clock = testClock()
    const services = testServices(database(), { clock })
    expect(await free(services)).toEqual([])
    clock.set(later)
    expect(await free(services)).toEqual([propertyId])
    const calendar = await getCalendar(services, { propertyId, from: '2027-07-01', to: '2027-07-02' })
    expect(calendar?.nights[0]?.state).toBe('free')
  })

  test('properties that are unpublished, not bookable, without rates or too small are not found', async () => {
    const { db } = database()
    await makePricedProperty(db, { status: 'draft' })
    await makePricedProperty(db, { status: 'not-bookable' })
    await makePricedProperty(db, { pricePerNight: null })
    await makePricedProperty(db, { maxGuests: 2, maxInfants: 0 })
    expect(await free(undefined, { ...july, adults: 3 })).toEqual([])
    expect(await free(undefined, { ...july, infants: 1 })).toEqual([])
    expect(await free(undefined, { ...july, pets: 3 })).toEqual([])
  })

  test('a stay below the minimum nights does not find the property', async () => {
    await makePricedProperty(database().db)
    const plain = await makeProperty(database().db)
    expect(await free(undefined, { ...july, checkOut: '2027-07-03' })).toEqual([plain])
  })

  test('tonight can be booked where it is still today', async () => {
    const { db } = database()
    const east = await makeProperty(db, { timeZone: 'America/New_York' })
    const west = await makeProperty(db, { timeZone: 'America/Denver' })
    const stay = { ...july, checkIn: '2027-06-01', checkOut: '2027-06-05' }
    expect(new Set((await free(undefined, stay)) as string[])).toEqual(new Set([east, west]))
    const late = testServices(database(), { clock: testClock(new Date('2027-06-02T05:00:00Z')) })
    expect(await free(late, stay)).toEqual([west])
    expect(await free(undefined, { ...stay, checkIn: '2027-05-30' })).toBe('in-the-past')
  })

  test('a price override changes the search price', async () => {
    const propertyId = await makeProperty(database().db, { cleaningFee: '0' })
    await makeDate(database().db, propertyId, '2027-07-02', { price: '1000.50' })
    const found = await searchProperties(testServices(database()), july)
    expect(found.ok && found.properties[0]?.total).toBe(3 * 48_000 + 100_050)
  })

  test('the calendar shows the price of each night, where stays can begin, and taken nights', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeBooking(database().db, propertyId, { from: '2027-09-08', to: '2027-09-09' })
    await makeDate(database().db, propertyId, '2027-09-10', { price: '700' })
    await makeDate(database().db, propertyId, '2027-09-11', { blocked: true })
    const calendar = await getCalendar(testServices(database()), {
      propertyId,
      from: '2027-09-07',
      to: '2027-09-12',
    })
    expect(calendar).toEqual({
      propertyId,
      today: '2027-06-01',
      bookable: true,
      maximumStay: 60,
      nights: [
        { date: '2027-09-07', state: 'free', minimumStay: 4, arrival: true, rate: 69_000 },
        { date: '2027-09-08', state: 'taken', minimumStay: 4, arrival: true, rate: 69_000 },
        { date: '2027-09-09', state: 'free', minimumStay: 2, arrival: true, rate: 48_000 },
        { date: '2027-09-10', state: 'free', minimumStay: 2, arrival: true, rate: 70_000 },
        { date: '2027-09-11', state: 'taken', minimumStay: 2, arrival: true, rate: 59_000 },
      ],
    })
  })

  test('the booking frame gets the rules that the server checks, and the taken nights from today on', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeBooking(database().db, propertyId, { from: '2027-05-30', to: '2027-06-03' })
    const booking = await getBookingOptions(testServices(database()), propertyId)
    expect(booking).toMatchObject({
      today: '2027-06-01',
      lastDay: '2028-11-23',
      limits: { maxStayNights: 60, bookingWindowDays: 540 },
      rules: { maxGuests: 14, maxPets: 2, pricing: { baseNightly: 48_000, fees: [{ kind: 'pet', amount: 15_000 }] } },
      taken: ['2027-06-01', '2027-06-02'],
    })
    expect(await getBookingOptions(testServices(database()), 'nonsense')).toBeNull()
  })
})

describeWithDatabase('availability API', (database) => {
  const call = async (path: string) => {
    const response = await availabilityApi(testServices(database())).request(path)
    return { status: response.status, body: await response.json() }
  }

  test('the calendar needs a published property and a valid span', async () => {
    const propertyId = await makePricedProperty(database().db)
    const hidden = await makePricedProperty(database().db, { status: 'draft' })
    expect(await call(`/api/properties/${propertyId}/calendar?from=2027-07-01&to=2027-08-01`)).toMatchObject({
      status: 200,
    })
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
      expect(await call(`/api/properties/${propertyId}/calendar?${span}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid-input' },
      })
    }
  })
})
