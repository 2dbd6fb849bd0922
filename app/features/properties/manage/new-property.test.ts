import { expect, test } from 'vitest'
import { priceIfFree } from '#app/features/availability/availability.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { accessFor, makeProperty, NOON, testServices } from '#test/factories.ts'
import { getProperty } from '../properties.server.ts'
import { properties } from '../properties.tables.server.ts'
import { newPropertyApi } from './new-property.api.server.ts'

const CABIN = { name: 'Test Cabin', description: 'By the lake.', location: 'West Union, SC' }

describeWithDatabase('a new property', (database) => {
  async function create(body: unknown, { key = '', operator = true, environment = {} } = {}) {
    const services = testServices(database(), { config: readConfig(environment) })
    const headers = { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) }
    const answer = await newPropertyApi(services, accessFor(operator)).request('/api/properties', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const rows = () => database().db.select().from(properties).orderBy(properties.displayOrder)

  test('needs three fields and gets defaults for the rest', async () => {
    const answer = await create(CABIN)
    expect(answer).toEqual({ status: 201, body: { id: expect.any(String), ...CABIN, images: [] } })
    expect(await database().db.select().from(audit)).toMatchObject([
      { action: 'property.added', subjectId: answer.body.id, after: { name: CABIN.name, location: CABIN.location } },
    ])
    expect(await rows()).toMatchObject([
      {
        id: answer.body.id,
        slug: 'test-cabin',
        title: 'Test Cabin',
        address: 'West Union, SC',
        propertyType: 'home',
        bedrooms: 1,
        bathrooms: '1.0',
        maxGuests: 2,
        pricePerNight: '100.00',
        priceConfirmed: false,
        cleaningFee: '50.00',
        minimumStay: 1,
        checkInTime: '3:00 PM',
        checkOutTime: '11:00 AM',
        isAvailable: true,
        published: false,
        demo: true,
        createdAt: NOON,
      },
    ])
  })

  test('stores the given values, and is not a demo property on a live site', async () => {
    const given = { address: '1 Cove Rd', propertyType: 'cabin', bedrooms: 5, bathrooms: 2.5, maxGuests: 14 }
    const money = { pricePerNight: 480.1, cleaningFee: 0 }
    await create({ ...CABIN, ...given, ...money }, { environment: { SITE_URL: 'https://stay.example' } })
    expect(await rows()).toMatchObject([
      { ...given, bathrooms: '2.5', pricePerNight: '480.10', cleaningFee: '0.00', demo: false },
    ])
  })

  testOnBoth('comes after the others, with its own slug', async () => {
    await makeProperty(database().db, { slug: 'test-cabin', displayOrder: 7 })
    await Promise.all([create(CABIN), create({ ...CABIN, name: 'TEST cabin!' }), create({ ...CABIN, name: '雪の宿' })])
    const added = (await rows()).slice(1)
    expect(added.map((row) => row.slug).toSorted()).toEqual(['home', 'test-cabin-2', 'test-cabin-3'])
    expect(Math.min(...added.map((row) => row.displayOrder))).toBe(8)
  })

  testOnBoth('is created once when the button is pressed twice', async () => {
    const [first, second] = await Promise.all([create(CABIN, { key: 'k1' }), create(CABIN, { key: 'k1' })])
    expect(second).toEqual(first)
    expect(await create({ ...CABIN, name: 'Another' }, { key: 'k1' })).toMatchObject({
      status: 422,
      body: { code: 'key-reused' },
    })
    expect(await rows()).toHaveLength(1)
    expect((await create(CABIN)).status).toBe(201)
    expect((await create(CABIN, { key: 'a key' })).status).toBe(400)
  })

  test('is refused with an error for each missing or invalid field', async () => {
    expect((await create({})).body.fields).toEqual({ name: 'Required', description: 'Required', location: 'Required' })
    const wrong = { name: ' \u200b ', description: '', location: 'x'.repeat(201), bedrooms: 1.5, bathrooms: 1.2 }
    const rest = { maxGuests: 0, pricePerNight: -1, cleaningFee: 10_000 }
    expect(await create({ ...wrong, ...rest })).toMatchObject({
      status: 400,
      body: {
        code: 'invalid-input',
        fields: {
          name: 'Please enter a property name',
          description: 'Please enter a description',
          location: 'Please keep this to 200 characters',
          bedrooms: 'Must be at least 0',
          bathrooms: 'Please enter a whole or half number',
          maxGuests: 'Must accommodate at least 1 guest',
          pricePerNight: 'Must be at least 0',
          cleaningFee: 'Must be at most 9,999',
        },
      },
    })
    expect((await create({ ...CABIN, pricePerNight: 9.999 })).body.message).toBe('Please enter dollars and cents')
    expect(await rows()).toEqual([])
  })

  test('can be created by the operator only', async () => {
    expect((await create(CABIN, { operator: false })).status).toBe(401)
    expect((await create('nonsense', { operator: false })).status).toBe(401)
    expect(await rows()).toEqual([])
  })

  test('is not sold for the default price: it has no rate until the operator adds one', async () => {
    const { body } = await create(CABIN)
    const { db, pool } = database()
    await db.update(properties).set({ status: 'published' })
    const stay = { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 0 }
    const offer = async () => {
      const property = await getProperty(testServices(database()), { id: body.id })
      const check = await priceIfFree(testServices(database()), { propertyId: body.id, ...stay })
      return { hasRates: property?.hasRates, total: check.ok ? check.price.total : null }
    }
    expect(await offer()).toEqual({ hasRates: false, total: null })
    await pool.query("update properties set price_per_night = 100 where slug = 'test-cabin'")
    expect(await offer()).toEqual({ hasRates: true, total: 450_00 })
  })
})
