import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeQuote, NOON, testClock, testServices } from '#test/factories.ts'
import { quotes } from '../bookings.tables.server.ts'
import { getQuotePage } from './quote-page.server.ts'
import { quotesApi } from './quotes.api.server.ts'

const HOUR = 3_600_000

describeWithDatabase('quote API', (database) => {
  const july = { checkInDate: '2027-07-01', checkOutDate: '2027-07-05', adults: 2, children: 1, pets: 2 }
  const ask = async (body: unknown, services = testServices(database())) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await quotesApi(services).request('/api/quotes', init)
    return { status: response.status, body: await response.json() }
  }
  const pageAt = (url: string, services = testServices(database())) =>
    getQuotePage(services, url.split('/').at(-1) ?? '')

  test('a quote has the price of an available stay, is valid for a day, and has a permanent page', async () => {
    const propertyId = await makePricedProperty(database().db)
    const { status, body } = await ask({ propertyId, ...july })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/quotes\/[0-9a-f-]{36}$/),
        expiresAt: new Date(NOON.getTime() + 24 * HOUR).toISOString(),
        nights: 4,
        lines: expect.arrayContaining([{ kind: 'cleaning', label: 'Cleaning', amount: 30_000 }]),
        total: 380_200,
        currency: 'USD',
      },
    })
    expect(body.url).not.toContain(body.id)
    expect(body.lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(body.total)
    const again = await ask({ propertyId, ...july, currency: 'USD', promoCode: ' ' })
    expect(again.body.url).not.toBe(body.url)
    expect(await pageAt(body.url)).toMatchObject({
      stay: { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 1, infants: 0, pets: 2 },
      quotedOn: '2027-06-01',
      goodUntil: 'Wednesday, June 2, 2027, 2:00 PM EDT',
      expired: false,
      quote: { nights: 4, total: 380_200, lines: body.lines },
      today: { total: 380_200 },
      claim: null,
      refusal: null,
    })
  })

  test('a stay that is not possible is refused with a message, and nothing is stored', async () => {
    const propertyId = await makePricedProperty(database().db)
    const quiet = await makePricedProperty(database().db, { pricePerNight: null })
    await makeBooking(database().db, propertyId, { from: '2027-08-04', to: '2027-08-08' })
    const stay = { propertyId, ...july }
    for (const [change, status, code] of [
      [{ checkInDate: '2027-08-01', checkOutDate: '2027-08-05' }, 409, 'dates-taken'],
      [{ checkOutDate: '2027-07-03' }, 400, 'below-minimum'],
      [{ checkOutDate: '2027-07-01' }, 400, 'checkout-before-checkin'],
      [{ checkInDate: '2027-02-29' }, 400, 'invalid-input'],
      [{ checkInDate: '2027-05-31' }, 400, 'in-the-past'],
      [{ adults: 0 }, 400, 'adult-needed'],
      [{ adults: 99 }, 400, 'too-many-guests'],
      [{ propertyId: 'nonsense' }, 404, 'not-found'],
      [{ propertyId: quiet }, 409, 'no-rates'],
      [{ currency: 'EUR' }, 400, 'invalid-input'],
      [{ promoCode: 'SNOW' }, 400, 'promo-unknown'],
    ] as const) {
      expect(await ask({ ...stay, ...change }), code).toMatchObject({ status, body: { code } })
    }
    const onOneDay = await ask({ ...stay, checkOutDate: stay.checkInDate })
    expect(onOneDay.body.message).toBe('Check-out must be after check-in. Please choose a later date.')
    expect(await ask({ ...stay, promoCode: 'SNOW' })).toMatchObject({
      body: { fields: { promoCode: expect.any(String) } },
    })
    expect(await database().db.select().from(quotes)).toEqual([])
  })

  test('the page shows what has changed since, and whether the nights are free', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const { body } = await ask({ propertyId, ...july })
    await db.update(properties).set({ cleaningFee: '310.00' }).where(eq(properties.id, propertyId))
    await makeBooking(db, propertyId, { from: '2027-07-04', to: '2027-07-08' })
    const clock = testClock(new Date(NOON.getTime() + 24 * HOUR))
    expect(await pageAt(body.url, testServices(database(), { clock }))).toMatchObject({
      expired: true,
      quote: { total: 380_200 },
      today: { total: 381_300 },
      refusal: { reason: 'dates-taken' },
    })
    clock.set(new Date('2027-07-02T12:00:00Z'))
    expect(await pageAt(body.url, testServices(database(), { clock }))).toMatchObject({
      quote: { total: 380_200 },
      today: null,
      refusal: { reason: 'in-the-past' },
    })
    await db.update(properties).set({ status: 'draft' }).where(eq(properties.id, propertyId))
    expect(await pageAt(body.url)).toMatchObject({ quote: { total: 380_200 }, refusal: { reason: 'not-found' } })
  })

  const NIGHTS = { from: '2027-07-01', to: '2027-07-05' }

  test('the page shows a request or a booking, and its price', async () => {
    const { db } = database()
    for (const [status, state] of [
      ['pending', 'requested'],
      ['confirmed', 'booked'],
    ] as const) {
      const propertyId = await makePricedProperty(db)
      const quote = await makeQuote(db, propertyId, NIGHTS)
      await makeBooking(db, propertyId, NIGHTS, { quoteId: quote.id, status, totalAmount: '1100.00' })
      expect(await pageAt(quote.token)).toMatchObject({ claim: { state, price: { nights: 4, total: 110_000 } } })
    }
  })

  test('the page shows how long the nights are held, and to others that they are taken', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const [ours, theirs] = [await makeQuote(db, propertyId, NIGHTS), await makeQuote(db, propertyId, NIGHTS)]
    const expiresAt = new Date(NOON.getTime() + HOUR / 4)
    await db.insert(occupancies).values({ propertyId, nights: NIGHTS, kind: 'hold', quoteId: ours.id, expiresAt })
    expect(await pageAt(ours.token)).toMatchObject({
      claim: { state: 'held', until: '2:15 PM EDT', price: null },
      refusal: null,
    })
    expect(await pageAt(theirs.token)).toMatchObject({ claim: null, refusal: { reason: 'dates-taken' } })
    const over = testServices(database(), { clock: testClock(expiresAt) })
    expect(await pageAt(ours.token, over)).toMatchObject({ claim: null, refusal: null })
  })

  test('revisions of a quote are recognized as the same group', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const stranger = (await ask({ propertyId, ...july })).body
    const first = (await ask({ propertyId, ...july })).body
    const book = async (quoteId: string) => {
      const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
      const init = { method: 'POST', body: JSON.stringify({ quoteId, ...guest }) }
      const headers = { 'content-type': 'application/json' }
      const response = await createApi(testServices(database())).request('/api/bookings', { ...init, headers })
      return response.json()
    }
    let latest = first
    for (const cleaningFee of ['310.00', '320.00']) {
      await db.update(properties).set({ cleaningFee }).where(eq(properties.id, propertyId))
      latest = (await book(latest.id)).quote
    }
    expect(await pageAt(first.url)).toMatchObject({ claim: null, refusal: null, today: { total: latest.total } })
    const { total } = await book(latest.id)
    expect(total).toBe(first.total + 2_200)
    for (const { url } of [first, latest]) {
      expect(await pageAt(url)).toMatchObject({ claim: { state: 'requested', price: { total } } })
    }
    expect(await pageAt(stranger.url)).toMatchObject({ claim: null, refusal: { reason: 'dates-taken' } })
  })

  test('the page opens only with its token', async () => {
    const propertyId = await makePricedProperty(database().db)
    const quote = await makeQuote(database().db, propertyId, { from: '2027-07-01', to: '2027-07-05' })
    expect(await pageAt(quote.token)).toMatchObject({ quote: { total: 100_000 } })
    for (const token of [quote.id, '', 'nonsense', "' or 1=1"]) expect(await pageAt(token)).toBeNull()
  })

  test('leap days and clock changes do not affect the number of nights', async () => {
    const propertyId = await makePricedProperty(database().db, { minimumStay: 1 })
    const stay = { propertyId, adults: 2 }
    const services = testServices(database(), { clock: testClock(new Date('2028-02-01T12:00:00Z')) })
    for (const [checkInDate, checkOutDate, nights] of [
      ['2028-02-28', '2028-03-01', 2],
      ['2028-03-11', '2028-03-13', 2],
      ['2028-11-04', '2028-11-06', 2],
    ] as const) {
      const { body } = await ask({ ...stay, checkInDate, checkOutDate }, services)
      expect([checkInDate, body.nights]).toEqual([checkInDate, nights])
    }
  })
})
