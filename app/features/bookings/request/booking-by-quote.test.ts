import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { runForm } from '#app/platform/http/form-action.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeImport, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { bookings, quotes } from '../bookings.tables.server.ts'
import { bookingForm } from './request-form.server.ts'

const MINUTE = 60_000
const ADA = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
const JULY = { checkInDate: '2027-07-01', checkOutDate: '2027-07-05', adults: 2, children: 1 }
const TOTAL = 365_200

describeWithDatabase('booking by quote and hold', (database) => {
  expectSoundMoney(database)
  const at = (minutes: number) =>
    testServices(database(), { clock: testClock(new Date(NOON.getTime() + minutes * MINUTE)) })
  const call = async (path: string, body: object, services: Services = at(0), headers = {}) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }
    const response = await createApi(services).request(path, init)
    return { status: response.status, body: await response.json() }
  }
  const book = (what: object, services?: Services, headers = {}) =>
    call('/api/bookings', { ...what, ...ADA }, services, headers)
  const quote = async (propertyId: string, stay: object = JULY) =>
    (await call('/api/quotes', { propertyId, ...stay })).body.id as string
  const hold = async (quoteId: string, services?: Services) =>
    (await call('/api/holds', { quoteId }, services)).body.id as string
  const nights = () => database().db.select().from(occupancies)

  test('a booking takes the stay of its quote and reuses the row of the hold', async () => {
    const propertyId = await makePricedProperty(database().db)
    const quoteId = await quote(propertyId)
    const holdId = await hold(quoteId)
    const { status, body } = await book({ quoteId }, at(14))
    expect({ status, body }).toMatchObject({ status: 201, body: { status: 'pending', total: TOTAL } })
    expect(await nights()).toMatchObject([
      { id: holdId, kind: 'booking', bookingId: body.id, quoteId: null, expiresAt: null },
    ])
    expect(await database().db.select().from(bookings)).toMatchObject([
      { id: body.id, quoteId, checkInDate: '2027-07-01', checkOutDate: '2027-07-05', adults: 2, children: 1 },
    ])
  })

  test('a request that contradicts its quote is refused', async () => {
    const propertyId = await makePricedProperty(database().db)
    const stay = { propertyId, ...JULY }
    const quoteId = await quote(propertyId)
    for (const other of [
      { propertyId: await makePricedProperty(database().db) },
      { checkInDate: '2027-07-02' },
      { checkOutDate: '2027-07-06' },
      { adults: 3 },
      { children: 0 },
      { pets: 1 },
    ]) {
      expect(await book({ quoteId, ...stay, ...other }), JSON.stringify(other)).toMatchObject({
        status: 400,
        body: { code: 'invalid-input', fields: { quoteId: expect.any(String) } },
      })
    }
    expect(await nights()).toEqual([])
    expect(await book({ quoteId, ...stay, propertyId: propertyId.toUpperCase() })).toMatchObject({ status: 201 })
  })

  test('a booking needs only the hold, or only the quote when nothing is held', async () => {
    const propertyId = await makePricedProperty(database().db)
    expect(await book({ holdId: await hold(await quote(propertyId)) })).toMatchObject({
      status: 201,
      body: { total: TOTAL },
    })
    const august = { ...JULY, checkInDate: '2027-08-01', checkOutDate: '2027-08-05' }
    expect(await book({ quoteId: await quote(propertyId, august) })).toMatchObject({ status: 201 })
    expect((await nights()).map(({ kind }) => kind)).toEqual(['booking', 'booking'])
  })

  test('nights held by another guest are refused, and no hold is left', async () => {
    const propertyId = await makePricedProperty(database().db)
    const [mine, theirs] = [await quote(propertyId), await quote(propertyId)]
    await hold(theirs)
    expect(await book({ quoteId: mine })).toMatchObject({ status: 409, body: { code: 'dates-taken' } })
    expect(await book({ propertyId, ...JULY })).toMatchObject({ status: 409, body: { code: 'dates-taken' } })
    expect(await nights()).toMatchObject([{ kind: 'hold', quoteId: theirs }])
    expect(await database().db.select().from(bookings)).toEqual([])
  })

  test('an expired quote is refused unless its nights are still held', async () => {
    const propertyId = await makePricedProperty(database().db)
    const quoteId = await quote(propertyId)
    const almost = at(24 * 60 - 5)
    await hold(quoteId, almost)
    const other = await quote(propertyId, { ...JULY, checkInDate: '2027-08-01', checkOutDate: '2027-08-05' })
    expect(await book({ quoteId: other }, at(24 * 60))).toMatchObject({ status: 409, body: { code: 'quote-expired' } })
    expect(await book({ quoteId }, at(24 * 60 + 5))).toMatchObject({ status: 201 })
  })

  test('an unknown or already booked hold is refused with a reason', async () => {
    const propertyId = await makePricedProperty(database().db)
    const holdId = await hold(await quote(propertyId))
    expect(await book({ holdId: propertyId })).toMatchObject({ status: 409, body: { code: 'quote-expired' } })
    expect(await book({ holdId })).toMatchObject({ status: 201 })
    expect(await book({ holdId })).toMatchObject({ status: 409, body: { code: 'quote-expired' } })
    expect(await book({ quoteId: propertyId })).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  test('a changed price is refused with a new quote that keeps the hold', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const quoteId = await quote(propertyId)
    const holdId = await hold(quoteId)
    await db.update(properties).set({ cleaningFee: '310.00' }).where(eq(properties.id, propertyId))
    const refused = await book({ quoteId })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'price-changed',
        quote: { total: TOTAL + 1_100, nights: 4, url: expect.stringContaining('/quotes/') },
      },
    })
    const revisionId = refused.body.quote.id
    expect(await nights()).toMatchObject([{ id: holdId, kind: 'hold', quoteId: revisionId }])
    expect(await book({ quoteId: revisionId })).toMatchObject({ status: 201, body: { total: TOTAL + 1_100 } })
    expect(await nights()).toMatchObject([{ id: holdId, kind: 'booking' }])
    const inAnotherTab = await book({ quoteId })
    expect(inAnotherTab.body).toMatchObject({
      code: 'dates-taken',
      message: expect.stringContaining('already booked at this price'),
    })
  })

  test('neither the stored nor the sent total is trusted', async () => {
    const propertyId = await makePricedProperty(database().db)
    const quoteId = await quote(propertyId)
    await database().db.update(quotes).set({ totalAmount: '1.00' }).where(eq(quotes.id, quoteId))
    expect(await book({ quoteId })).toMatchObject({
      status: 409,
      body: { code: 'price-changed', quote: { total: TOTAL } },
    })
    expect(await book({ quoteId, expectedTotal: 100 })).toMatchObject({ status: 409, body: { code: 'price-changed' } })
    expect(await database().db.select().from(bookings)).toEqual([])
  })

  test('an import that arrives during a hold refuses the booking', async () => {
    const propertyId = await makePricedProperty(database().db)
    const quoteId = await quote(propertyId)
    await hold(quoteId)
    await makeImport(database().db, propertyId, { from: '2027-07-04', to: '2027-07-06' })
    expect(await book({ quoteId })).toMatchObject({ status: 409, body: { code: 'dates-taken' } })
  })

  testOnBoth('the same idempotency key returns the first answer in both tabs', async () => {
    const propertyId = await makePricedProperty(database().db)
    const quoteId = await quote(propertyId)
    await hold(quoteId)
    const key = { 'idempotency-key': 'one-press' }
    const [first, second] = await Promise.all([book({ quoteId }, at(0), key), book({ quoteId }, at(0), key)])
    expect(first.status).toBe(201)
    expect(second).toEqual(first)
    expect(await book({ quoteId }, at(60), key)).toEqual(first)
    expect(await book({ quoteId })).toMatchObject({
      status: 409,
      body: { code: 'dates-taken', message: expect.stringContaining('already booked at this price') },
    })
    expect(await database().db.select().from(bookings)).toHaveLength(1)
  })

  test('a request without a stay, quote or hold is refused along with its other errors', async () => {
    const fields = { propertyId: 'Required', checkInDate: 'Required', checkOutDate: 'Required' }
    expect(await book({})).toMatchObject({ status: 400, body: { fields } })
    expect(await call('/api/bookings', { guestName: 'A' })).toMatchObject({
      status: 400,
      body: { fields: { ...fields, guestName: 'Please enter your name', guestEmail: 'Required' } },
    })
    expect(await book({ holdId: 'x' })).toMatchObject({ status: 400, body: { fields: { holdId: expect.any(String) } } })
    expect(await book({ holdId: crypto.randomUUID(), checkInDate: '2027-07-01' })).toMatchObject({
      status: 400,
      body: { fields: { propertyId: 'Required', checkOutDate: 'Required' } },
    })
  })

  test('the frame moves the hold to the nights in the form', async () => {
    const propertyId = await makePricedProperty(database().db)
    const holdId = await hold(await quote(propertyId))
    const form = new FormData()
    const fields = { ...ADA, holdId, quoteId: '', checkInDate: '2027-07-03', checkOutDate: '2027-07-09', adults: '2' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    expect(await runForm(bookingForm(propertyId), { services: at(0), form, address: 'a' })).toMatchObject({
      ok: true,
      status: 201,
    })
    expect(await nights()).toMatchObject([
      { id: holdId, kind: 'booking', nights: { from: '2027-07-03', to: '2027-07-09' } },
    ])
  })

  // With `npm test -- --all`, a rush.
  const guests = process.env.TEST_ALL ? 500 : 20
  testOnBoth(
    `${guests} guests book the same nights at once, and one gets them`,
    async () => {
      const propertyId = await makePricedProperty(database().db)
      const quoteIds = await Promise.all(Array.from({ length: 10 }, () => quote(propertyId)))
      const answers = await Promise.all(
        Array.from({ length: guests }, (_, guest) =>
          book(guest % 2 === 0 ? { propertyId, ...JULY } : { quoteId: quoteIds[guest % 10] }),
        ),
      )
      const codes = answers.map(({ status, body }) => (status === 201 ? 'booked' : body.code))
      expect(codes.filter((code) => code === 'booked')).toHaveLength(1)
      expect(codes.filter((code) => code === 'dates-taken')).toHaveLength(guests - 1)
      expect((await nights()).map(({ kind }) => kind)).toEqual(['booking'])
      expect(await database().db.select().from(bookings)).toHaveLength(1)
    },
    120_000,
  )

  testOnBoth(
    'many guests hold and book the same nights, one gets them, and no hold is left',
    async () => {
      const propertyId = await makePricedProperty(database().db)
      const journeys = await Promise.all(
        Array.from({ length: process.env.TEST_ALL ? 40 : 15 }, async () => {
          const quoteId = await quote(propertyId).catch(() => null)
          if (!quoteId) return 'no quote'
          const held = await call('/api/holds', { quoteId })
          const booked = await book({ quoteId })
          return [held.status, booked.status].join()
        }),
      )
      expect(journeys.filter((journey) => journey === '201,201')).toHaveLength(1)
      expect((await nights()).map(({ kind }) => kind)).toEqual(['booking'])
    },
    60_000,
  )
})
