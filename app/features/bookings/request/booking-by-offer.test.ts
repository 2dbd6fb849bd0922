import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { promoCodes, seasons } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { bookings } from '../bookings.tables.server.ts'
import { getQuotePage } from '../quotes/quote-page.server.ts'
import { createQuote, findOpenQuote } from '../quotes/quotes.server.ts'

const HOUR = 3_600_000
const ADA = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
const EVE = { guestName: 'Eve Guest', guestEmail: 'eve@example.com' }
const JULY = { checkInDate: '2027-07-01', checkOutDate: '2027-07-05' }
const PARTY = { adults: 2, children: 1, infants: 0, pets: 0 }
const TOTAL = 365_200

describeWithDatabase('booking by an operator’s offer', (database) => {
  expectSoundMoney(database)
  const at = (hours: number) => testServices(database(), { clock: testClock(new Date(NOON.getTime() + hours * HOUR)) })
  const call = async (path: string, body: object, services: Services, headers = {}) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }
    const response = await createApi(services).request(path, init)
    return { status: response.status, body: await response.json() }
  }
  const book = (body: object, services = at(1), headers = {}) =>
    call('/api/bookings', { ...ADA, ...body }, services, headers)
  const change = (propertyId: string, to: Partial<typeof properties.$inferInsert>) =>
    database().db.update(properties).set(to).where(eq(properties.id, propertyId))

  async function offer() {
    const propertyId = await makePricedProperty(database().db)
    const asked = { propertyId, ...JULY, ...PARTY, currency: 'USD' } as const
    const made = await createQuote(at(0), { ...asked, isOffer: true })
    if (!made.ok) throw new Error(made.message)
    const { id, token, total } = made.quote
    expect(total).toBe(TOTAL)
    const page = async (services = at(1)) => {
      const shown = await getQuotePage(services, token)
      if (!shown) throw new Error('the offer has no page')
      return shown
    }
    const stay = { checkIn: JULY.checkInDate, checkOut: JULY.checkOutDate, ...PARTY }
    return {
      propertyId,
      quoteId: id,
      page,
      open: (services = at(1)) => findOpenQuote(services, { id, propertyId, stay }),
    }
  }

  /** Changes by an operator between offer and booking, and the result for a guest without the offer. */
  test.each([
    ['a fee was raised', { cleaningFee: '310.00' }, { total: TOTAL + 1_100 }],
    ['a fee was lowered', { cleaningFee: '290.00' }, { total: TOTAL - 1_100 }],
    ['stays in summer became longer', { summer: 7 }, { code: 'below-minimum' }],
    ['arrival became Saturdays only', { checkInDays: [6] }, { code: 'arrival-day' }],
    ['more notice is asked for', { noticeDays: 60 }, { code: 'too-soon' }],
    ['the home has no price anymore', { pricePerNight: null }, { code: 'no-rates' }],
  ])(
    'its price and its stay are booked although %s',
    async (_, { summer, ...to }: Partial<typeof properties.$inferInsert> & { summer?: number }, today) => {
      const { propertyId, quoteId, page, open } = await offer()
      if (summer) await database().db.update(seasons).set({ minimumStay: summer })
      else await change(propertyId, to)
      expect(await open()).toMatchObject({ offer: { total: TOTAL } })
      expect(await page()).toMatchObject({ quote: { total: TOTAL }, refusal: null, isOffer: true, expired: false })
      expect(await call('/api/holds', { quoteId }, at(1))).toMatchObject({ status: 201 })
      expect(await book({ quoteId, expectedTotal: TOTAL })).toMatchObject({ status: 201, body: { total: TOTAL } })
      const [booking] = await database().db.select().from(bookings)
      expect(booking).toMatchObject({ quoteId, totalAmount: '3652.00' })
      expect(await page()).toMatchObject({ claim: { state: 'requested', price: { total: TOTAL } } })
      const august = { propertyId, checkInDate: '2027-07-08', checkOutDate: '2027-07-12', ...PARTY }
      expect((await book({ ...august, ...EVE })).body).toMatchObject(today)
    },
  )

  test('after its time the price of the day counts, and a guest with the offered one is told', async () => {
    const { propertyId, quoteId, page, open } = await offer()
    await change(propertyId, { cleaningFee: '310.00' })
    expect(await book({ quoteId }, at(24))).toMatchObject({ status: 409, body: { code: 'quote-expired' } })
    expect(await open(at(24))).toBeNull()
    expect(await page(at(24))).toMatchObject({ expired: true, today: { total: TOTAL + 1_100 }, refusal: null })
    const direct = { propertyId, ...JULY, ...PARTY }
    expect(await book({ ...direct, expectedTotal: TOTAL }, at(24))).toMatchObject({
      status: 409,
      body: { code: 'price-changed', quote: { total: TOTAL + 1_100 } },
    })
    expect(await book({ ...direct, expectedTotal: TOTAL + 1_100 }, at(24))).toMatchObject({ status: 201 })
  })

  test('whoever held the nights within its time still books at its price', async () => {
    const { propertyId, quoteId } = await offer()
    await change(propertyId, { cleaningFee: '310.00' })
    expect(await call('/api/holds', { quoteId }, at(23.9))).toMatchObject({ status: 201 })
    expect(await book({ quoteId }, at(24.1))).toMatchObject({ status: 201, body: { total: TOTAL } })
  })

  test('a hold of other nights does not lengthen its time', async () => {
    const { propertyId, quoteId } = await offer()
    await change(propertyId, { cleaningFee: '310.00' })
    const august = { propertyId, checkInDate: '2027-08-01', checkOutDate: '2027-08-05', ...PARTY }
    const other = await call('/api/quotes', august, at(24))
    const { body } = await call('/api/holds', { quoteId: other.body.id }, at(24))
    expect(await book({ quoteId, holdId: body.id }, at(24))).toMatchObject({
      status: 409,
      body: { code: 'price-changed', quote: { total: TOTAL + 1_100 } },
    })
  })

  test('a guest who saw another total is shown the offered one', async () => {
    const { quoteId } = await offer()
    expect(await book({ quoteId, expectedTotal: TOTAL - 100 })).toMatchObject({
      status: 409,
      body: { code: 'price-changed', quote: { id: quoteId, total: TOTAL } },
    })
  })

  test.each([{ adults: 3 }, { pets: 1 }, { checkInDate: '2027-07-02' }, { checkOutDate: '2027-07-06' }])(
    'it is not booked with %j',
    async (other) => {
      const { propertyId, quoteId } = await offer()
      await change(propertyId, { cleaningFee: '310.00' })
      const asked = { propertyId, ...JULY, ...PARTY, ...other }
      const { checkInDate: checkIn, checkOutDate: checkOut, adults, children, infants, pets } = asked
      const stay = { checkIn, checkOut, adults, children, infants, pets }
      expect(await findOpenQuote(at(1), { id: quoteId, propertyId, stay })).toBeNull()
      expect(await book({ quoteId, ...asked })).toMatchObject({
        status: 400,
        body: { fields: { quoteId: expect.any(String) } },
      })
      expect(await database().db.select().from(bookings)).toEqual([])
    },
  )

  test('a promo code beside it is for the price of the day, and never taken off the offer', async () => {
    const { propertyId, quoteId } = await offer()
    await database().db.insert(promoCodes).values({ code: 'COVE10', percent: '10' })
    await change(propertyId, { cleaningFee: '310.00' })
    const reduced = TOTAL + 1_100 - 30_200 - 3_020
    const refused = await book({ quoteId, promoCode: 'COVE10' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'price-changed', quote: { total: reduced } } })
    expect(await book({ quoteId, promoCode: 'COVE10', expectedTotal: reduced })).toMatchObject({
      status: 201,
      body: { total: reduced },
    })
  })

  test.each([
    ['the nights are gone', 'dates-taken'],
    ['the home is closed', 'not-available'],
    ['the home is not published', 'not-found'],
    ['the day of check-in is over', 'in-the-past'],
  ])('where %s, it says so instead', async (what, code) => {
    const { propertyId, quoteId, page } = await offer()
    const { db } = database()
    if (code === 'dates-taken') await makeBooking(db, propertyId, { from: '2027-07-03', to: '2027-07-06' })
    if (code === 'not-available') await change(propertyId, { status: 'not-bookable' })
    if (code === 'not-found') await change(propertyId, { status: 'draft' })
    const isOver = code === 'in-the-past'
    const services = isOver ? testServices(database(), { clock: testClock(new Date('2027-07-02T12:00:00Z')) }) : at(1)
    if (isOver) await db.execute(`update quotes set expires_at = '2027-07-10T00:00:00Z'`)
    expect((await page(services)).refusal, what).toMatchObject({ reason: code })
    const refused = await book({ quoteId }, services)
    expect(refused.body).toMatchObject({ code })
    expect((await call('/api/holds', { quoteId }, services)).body).toMatchObject({ code })
  })

  testOnBoth('of two browsers with its link one books, and a press twice books once', async () => {
    const { propertyId, quoteId } = await offer()
    await change(propertyId, { cleaningFee: '310.00' })
    const key = { 'idempotency-key': 'one-press' }
    const answers = await Promise.all([
      book({ quoteId }, at(1), key),
      book({ quoteId }, at(1), key),
      book({ quoteId, ...EVE }, at(1), { 'idempotency-key': 'another' }),
    ])
    expect(answers.map(({ status }) => status)).toContain(201)
    const stored = await database().db.select().from(bookings)
    expect(stored).toMatchObject([{ totalAmount: '3652.00' }])
    const refused = answers.filter(({ status }) => status !== 201)
    for (const { body } of refused) {
      expect(body).toMatchObject({
        code: 'dates-taken',
        message: expect.stringContaining('already booked at this price'),
      })
    }
  })
})
