import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { bookings, quotes } from '../bookings.tables.server.ts'
import { cancelBooking } from '../guest-page/cancel-booking.server.ts'
import { declineBooking } from '../manage/page/confirm-booking.server.ts'
import { getQuotePage } from '../quotes/quote-page.server.ts'
import { expireAllOverdue } from '../status/expire-bookings.server.ts'

const HOUR = 3_600_000
const JULY = { checkInDate: '2027-07-01', checkOutDate: '2027-07-05', adults: 2 }
const ADA = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
const PLAIN = 365_200
/** Ten percent off nights worth $3,020, and off their taxes. */
const REDUCED = PLAIN - 30_200 - 3_020

describeWithDatabase('booking with a promo code', (database) => {
  expectSoundMoney(database)
  const at = (hours: number) => testServices(database(), { clock: testClock(new Date(NOON.getTime() + hours * HOUR)) })
  const call = async (path: string, body: object, services: Services = at(0)) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await createApi(services).request(path, init)
    return { status: response.status, body: await response.json() }
  }
  const quote = (body: object, services?: Services) => call('/api/quotes', { ...JULY, ...body }, services)
  const book = (body: object, services?: Services) => call('/api/bookings', { ...ADA, ...body }, services)
  const makeCode = async (change: Partial<typeof promoCodes.$inferInsert> = {}) => {
    await database()
      .db.insert(promoCodes)
      .values({ code: 'COVE10', percent: '10', ...change })
    return change.code ?? 'COVE10'
  }
  const change = (to: Partial<typeof promoCodes.$inferInsert>) => database().db.update(promoCodes).set(to)

  test('a code reduces the price of the nights, in any spelling', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeCode()
    const quoted = await quote({ propertyId, promoCode: ' cove10 ' })
    expect(quoted).toMatchObject({ status: 201, body: { total: REDUCED } })
    expect(quoted.body.lines).toContainEqual({ kind: 'discount', label: 'Code COVE10 (10%)', amount: -30_200 })
    expect(await book({ quoteId: quoted.body.id })).toMatchObject({ status: 201, body: { total: REDUCED } })
    const august = { ...JULY, propertyId, checkInDate: '2027-08-01', checkOutDate: '2027-08-05' }
    const direct = await book({ ...august, promoCode: 'cove10' })
    expect(direct.status).toBe(201)
    expect(await book({ ...JULY, propertyId, checkInDate: '2027-09-01', checkOutDate: '2027-09-05' })).toMatchObject({
      status: 201,
    })
    const rows = await database().db.select({ code: bookings.promoCode }).from(bookings).orderBy(bookings.checkInDate)
    expect(rows.map(({ code }) => code)).toEqual(['COVE10', 'COVE10', null])
  })

  test('invisible characters in a code are ignored', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeCode({})
    const promoCode = 'cove\u000110\u0007'
    expect(await quote({ propertyId, promoCode })).toMatchObject({ status: 201, body: { total: REDUCED } })
    expect(await quote({ propertyId, promoCode: '\u0001' })).toMatchObject({ status: 201 })
    expect(await book({ ...JULY, propertyId, promoCode })).toMatchObject({ status: 201, body: { total: REDUCED } })
  })

  test('each invalid code is refused with its reason, and nothing is booked', async () => {
    const propertyId = await makePricedProperty(database().db)
    const other = await makePricedProperty(database().db)
    await makeCode({ code: 'OTHER', propertyId: other })
    await makeCode({ code: 'ENDED', endedAt: NOON })
    await makeCode({ code: 'LATE', bookUntil: '2027-05-31' })
    await makeCode({ code: 'EARLY', bookFrom: '2027-06-02' })
    await makeCode({ code: 'AUTUMN', stayFrom: '2027-09-01', stayUntil: '2027-11-30' })
    await makeCode({ code: 'WEEK', minimumNights: 7 })
    const asked = { ...JULY, propertyId }
    for (const [promoCode, status, code, message] of [
      ['NONE', 400, 'promo-unknown', 'We don’t recognize this code. Please check the spelling or leave it out.'],
      ['OTHER', 400, 'promo-other-property', 'The code OTHER isn’t valid for this home.'],
      ['ENDED', 409, 'promo-ended', 'The code ENDED has expired.'],
      ['LATE', 409, 'promo-ended', 'The code LATE has expired.'],
      ['EARLY', 400, 'promo-not-yet', 'The code EARLY is good starting Wednesday, June 2, 2027.'],
      [
        'AUTUMN',
        400,
        'promo-other-dates',
        'The code AUTUMN is good for nights from Wednesday, September 1, 2027 to Tuesday, November 30, 2027.',
      ],
      ['WEEK', 400, 'promo-too-few-nights', 'The code WEEK is good for stays of 7 nights or more.'],
    ] as const) {
      const answer = { status, body: { code, message, fields: { promoCode: message } } }
      expect(await quote({ ...asked, promoCode }), promoCode).toEqual(answer)
      expect(await book({ ...asked, promoCode }), promoCode).toEqual(answer)
    }
    expect(await database().db.select().from(bookings)).toEqual([])
    expect(await quote({ propertyId: other, promoCode: 'OTHER' })).toMatchObject({ status: 201 })
  })

  test('the code of a prize books one stay with nothing to pay, and none with more nights', async () => {
    const propertyId = await makePricedProperty(database().db)
    const promoCode = await makeCode({ code: 'PRIZE', percent: null, coversAll: true, maximumNights: 4, useLimit: 1 })
    const longer = { propertyId, promoCode, checkOutDate: '2027-07-06' }
    expect(await quote(longer)).toMatchObject({ status: 400, body: { code: 'promo-too-many-nights' } })
    const quoted = await quote({ propertyId, promoCode })
    expect(quoted).toMatchObject({ status: 201, body: { total: 0 } })
    expect(quoted.body.lines).toContainEqual({ kind: 'discount', label: 'Your prize, code PRIZE', amount: -332_000 })
    const booked = await book({ quoteId: quoted.body.id })
    expect(booked).toMatchObject({ status: 201, body: { total: 0, status: 'pending' } })
    const again = { ...JULY, propertyId, promoCode, checkInDate: '2027-08-01', checkOutDate: '2027-08-05' }
    expect(await book(again)).toMatchObject({ status: 409, body: { code: 'promo-used-up' } })
  })

  test('a code’s period uses the property’s local date, and its stay dates include the last night', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeCode({ bookUntil: '2027-06-01', stayFrom: '2027-07-01', stayUntil: '2027-07-04' })
    const evening = at(9.9)
    expect(await quote({ propertyId, promoCode: 'COVE10' }, evening)).toMatchObject({ status: 201 })
    expect(await quote({ propertyId, promoCode: 'COVE10' }, at(10))).toMatchObject({ body: { code: 'promo-ended' } })
    const longer = { propertyId, promoCode: 'COVE10', checkOutDate: '2027-07-06' }
    expect(await quote(longer)).toMatchObject({ body: { code: 'promo-other-dates' } })
  })

  const rivals = process.env.TEST_ALL ? 50 : 16
  testOnBoth(
    `${rivals} bookings in different properties compete for the last use of a code, and one gets it`,
    async () => {
      const propertyIds = [await makePricedProperty(database().db), await makePricedProperty(database().db)]
      await makeCode({ useLimit: 1 })
      const answers = await Promise.all(
        Array.from({ length: rivals }, (_, number) => {
          const checkInDate = addDays('2027-07-01', 5 * Math.floor(number / 2))
          const stay = {
            propertyId: propertyIds[number % 2],
            checkInDate,
            checkOutDate: addDays(checkInDate, 5),
            adults: 2,
          }
          return book({ ...stay, promoCode: 'COVE10' })
        }),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      const others = answers.filter(({ status }) => status !== 201)
      expect(new Set(others.map(({ body }) => body.message))).toEqual(new Set(['The code COVE10 has been used up.']))
      expect(await database().db.select({ code: bookings.promoCode }).from(bookings)).toEqual([{ code: 'COVE10' }])
    },
    60_000,
  )

  test('a declined, cancelled or expired booking frees its use of the code', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeCode({ useLimit: 1 })
    const asked = { ...JULY, propertyId, promoCode: 'COVE10' }
    const { reference } = (await book(asked)).body
    expect(
      await quote({ propertyId, promoCode: 'COVE10', checkInDate: '2027-08-01', checkOutDate: '2027-08-05' }),
    ).toMatchObject({ status: 409, body: { code: 'promo-used-up' } })
    await makeChange(declineBooking, { services: at(0), id: reference }, { message: '' })
    const second = await book(asked)
    expect(second.status).toBe(201)
    const token = second.body.stayUrl.split('/').at(-1)
    expect(await cancelBooking(at(0), { token, refund: 0 })).toMatchObject({ ok: true })
    expect((await book(asked)).status).toBe(201)
    expect((await book(asked)).status).toBe(409)
    await expireAllOverdue(at(48))
    expect((await book(asked, at(48))).status).toBe(201)
  })

  test('a code that ends before booking leads to a new quote without it', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeCode()
    const quoteId = (await quote({ propertyId, promoCode: 'COVE10' })).body.id
    const hold = await call('/api/holds', { quoteId })
    await change({ endedAt: NOON })
    const refused = await book({ quoteId })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'price-changed',
        message:
          'The code COVE10 has expired. These nights now cost $3,652 total. Please review the new price, then book again.',
        fields: { promoCode: 'The code COVE10 has expired.' },
        quote: { total: PLAIN },
      },
    })
    expect(hold.status).toBe(201)
    expect(await book({ quoteId: refused.body.quote.id })).toMatchObject({ status: 201, body: { total: PLAIN } })
  })

  test('a rate change keeps the code in the new quote', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeCode()
    const quoteId = (await quote({ propertyId, promoCode: 'COVE10' })).body.id
    await database().db.update(properties).set({ cleaningFee: '310.00' }).where(eq(properties.id, propertyId))
    const refused = await book({ quoteId })
    expect(refused).toMatchObject({ body: { code: 'price-changed', quote: { total: REDUCED + 1_100 } } })
    expect(await database().db.select({ code: quotes.promoCode }).from(quotes)).toEqual([
      { code: 'COVE10' },
      { code: 'COVE10' },
    ])
    expect(await book({ quoteId: refused.body.quote.id })).toMatchObject({ status: 201 })
  })

  test('the quote page shows the discount and the state of the code', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeCode()
    const { body } = await quote({ propertyId, promoCode: 'COVE10' })
    const page = () => getQuotePage(at(0), body.url.split('/').at(-1))
    expect(await page()).toMatchObject({
      quote: { total: REDUCED },
      today: { total: REDUCED },
      promoCode: 'COVE10',
      promoOver: null,
    })
    await change({ endedAt: NOON })
    expect(await page()).toMatchObject({
      quote: { total: REDUCED },
      today: { total: PLAIN },
      promoOver: 'The code COVE10 has expired.',
      refusal: null,
    })
  })

  test('a code can be looked up before nights are chosen', async () => {
    const propertyId = await makePricedProperty(database().db)
    await makeCode({ minimumNights: 3 })
    const lookUp = async (code: string, id = propertyId) => {
      const response = await createApi(at(0)).request(`/api/properties/${id}/promo-codes/${encodeURIComponent(code)}`)
      return { status: response.status, body: await response.json() }
    }
    const terms = {
      code: 'COVE10',
      percent: '10.0000',
      amount: null,
      stayFrom: null,
      stayUntil: null,
      minimumNights: 3,
      coversAll: false,
      maximumNights: null,
    }
    expect(await lookUp('cove 10')).toEqual({ status: 200, body: terms })
    expect(await lookUp('COVE11')).toMatchObject({ status: 400, body: { code: 'promo-unknown' } })
    expect(await lookUp("' or 1=1")).toMatchObject({ status: 400, body: { code: 'promo-unknown' } })
    expect(await lookUp('COVE10', 'nonsense')).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})
