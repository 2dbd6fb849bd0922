import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { idempotencyKeys } from '#app/platform/http/http.tables.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeHold,
  makeImport,
  makePricedProperty,
  makeQuote,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { bookings } from '../bookings.tables.server.ts'
import { bookingsApi } from './bookings.api.server.ts'

const later = new Date(NOON.getTime() + 600_000)

describeWithDatabase('booking API', (database) => {
  expectSoundMoney(database)
  const july = (propertyId: string, change: Record<string, unknown> = {}) => ({
    propertyId,
    checkInDate: '2027-07-01',
    checkOutDate: '2027-07-05',
    adults: 2,
    children: 1,
    infants: 1,
    pets: 1,
    guestName: 'Ada Guest',
    guestEmail: 'ada@example.com',
    guestPhone: '+1 970 555 0123',
    specialRequests: 'A cot, please.',
    ...change,
  })
  const book = async (body: unknown, headers: Record<string, string> = {}, services = testServices(database())) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const init = { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } }
    const response = await bookingsApi(services).request('/api/bookings', init)
    return { status: response.status, body: await response.json() }
  }
  const stored = async () => ({
    bookings: await database().db.select().from(bookings),
    nights: await database().db.select().from(occupancies),
  })

  test('a request is stored as pending with its nights, price and reference', async () => {
    const propertyId = await makePricedProperty(database().db)
    const { status, body } = await book(july(propertyId))
    expect(status).toBe(201)
    const { id, reference, stayUrl, ...others } = body
    expect(others).toEqual({ status: 'pending', total: 380_200, currency: 'USD' })
    expect(reference).toMatch(/^[2-9B-DF-HJKMNP-TV-Z]{3}-[2-9B-DF-HJKMNP-TV-Z]{3}$/)
    expect(stayUrl).toMatch(/^http:\/\/127\.0\.0\.1:3000\/stay\/[0-9a-f-]{36}$/)
    const rows = await stored()
    expect(rows.bookings).toMatchObject([
      {
        id,
        reference,
        propertyId,
        guestName: 'Ada Guest',
        guestPhone: '+1 970 555 0123',
        checkInDate: '2027-07-01',
        checkOutDate: '2027-07-05',
        numberOfGuests: 3,
        adults: 2,
        children: 1,
        infants: 1,
        pets: 1,
        totalAmount: '3802.00',
        status: 'pending',
        createdAt: NOON,
        specialRequests: 'A cot, please.',
      },
    ])
    const lines = rows.bookings[0]?.lines as { amount: number }[]
    expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(380_200)
    expect(rows.nights).toMatchObject([
      { propertyId, kind: 'booking', bookingId: body.id, nights: { from: '2027-07-01', to: '2027-07-05' } },
    ])
  })

  testOnBoth('of two guests who want the same night one gets it, and the other is refused', async () => {
    const propertyId = await makePricedProperty(database().db)
    const answers = await Promise.all([
      book(july(propertyId)),
      book(july(propertyId, { guestName: 'Grace Guest', checkInDate: '2027-07-04', checkOutDate: '2027-07-09' })),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      code: 'dates-taken',
      message: 'Some of these nights are already booked. Please choose other dates.',
      fields: { checkInDate: expect.any(String), checkOutDate: expect.any(String) },
    })
    expect((await stored()).bookings).toHaveLength(1)
  })

  const guests = process.env.TEST_ALL ? 100 : 20
  testOnBoth(`of ${guests} concurrent requests exactly one gets the nights`, async () => {
    const propertyId = await makePricedProperty(database().db)
    const answers = await Promise.all(Array.from({ length: guests }, () => book(july(propertyId))))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(guests - 1)
    const rows = await stored()
    expect([rows.bookings.length, rows.nights.length]).toEqual([1, 1])
  })

  testOnBoth('back-to-back stays and the same nights in another property are accepted', async () => {
    const [propertyId, other] = [await makePricedProperty(database().db), await makePricedProperty(database().db)]
    const answers = await Promise.all([
      book(july(propertyId)),
      book(july(propertyId, { checkInDate: '2027-07-05', checkOutDate: '2027-07-09' })),
      book(july(propertyId, { checkInDate: '2027-06-26', checkOutDate: '2027-07-01' })),
      book(july(other)),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201])
  })

  test('a live hold, a block or an import refuses the stay', async () => {
    const { db } = database()
    const make = () => makePricedProperty(db)
    const [held, blocked, imported] = [await make(), await make(), await make()]
    await makeHold(db, held, { from: '2027-07-04', to: '2027-07-08' }, later)
    await makeDate(db, blocked, '2027-07-02', { blocked: true })
    await makeImport(db, imported, { from: '2027-06-30', to: '2027-07-02' })
    for (const propertyId of [held, blocked, imported]) {
      expect(await book(july(propertyId))).toMatchObject({ status: 409, body: { code: 'dates-taken' } })
    }
    expect((await stored()).bookings.filter((row) => row.status === 'pending')).toEqual([])
  })

  test('an expired hold frees its nights, and its booking expires', async () => {
    const propertyId = await makePricedProperty(database().db)
    const held = await makeHold(database().db, propertyId, { from: '2027-07-04', to: '2027-07-08' }, NOON)
    const elsewhere = await makePricedProperty(database().db)
    await makeHold(database().db, elsewhere, { from: '2027-07-04', to: '2027-07-08' }, NOON)
    expect(await book(july(propertyId))).toMatchObject({ status: 201 })
    const rows = await stored()
    expect(rows.bookings.find((row) => row.id === held)?.status).toBe('expired')
    expect(rows.nights.map((row) => row.kind).sort()).toEqual(['booking', 'hold'])
  })

  testOnBoth('the same key returns the same booking, and is refused for another stay', async () => {
    const propertyId = await makePricedProperty(database().db)
    const key = { 'idempotency-key': 'b2a7c9f0-5a0e-4a39-9c43-0b8c8a0b8f10' }
    const [first, second] = await Promise.all([book(july(propertyId), key), book(july(propertyId), key)])
    expect(first.status).toBe(201)
    expect(second).toEqual(first)
    expect(await book(july(propertyId, { guestName: 'Grace Guest' }), key)).toMatchObject({
      status: 422,
      body: { code: 'key-reused' },
    })
    expect((await stored()).bookings).toHaveLength(1)
  })

  test('a refused request does not store its key, so the corrected one is booked', async () => {
    const propertyId = await makePricedProperty(database().db)
    const key = { 'idempotency-key': 'one-form' }
    await makeBooking(database().db, propertyId, { from: '2027-07-01', to: '2027-07-02' })
    expect(await book(july(propertyId), key)).toMatchObject({ status: 409 })
    expect(await database().db.select().from(idempotencyKeys)).toEqual([])
    const moved = july(propertyId, { checkInDate: '2027-07-02', checkOutDate: '2027-07-06' })
    expect(await book(moved, key)).toMatchObject({ status: 201 })
  })

  test('an invalid key is refused', async () => {
    const propertyId = await makePricedProperty(database().db)
    const answer = await book(july(propertyId), { 'idempotency-key': 'x'.repeat(201) })
    expect(answer).toMatchObject({ status: 400, body: { fields: { 'idempotency-key': expect.any(String) } } })
  })

  test('a changed price is returned, and nothing is booked', async () => {
    const propertyId = await makePricedProperty(database().db)
    const answer = await book(july(propertyId, { expectedTotal: 365_200 }))
    expect(answer).toMatchObject({ status: 409, body: { code: 'price-changed', quote: { total: 380_200, nights: 4 } } })
    expect((await stored()).bookings).toEqual([])
    expect(await book(july(propertyId, { expectedTotal: 380_200 }))).toMatchObject({ status: 201 })
  })

  test('tonight can be booked while it is still today at the property', async () => {
    const west = await makePricedProperty(database().db, { timeZone: 'America/Denver' })
    const east = await makePricedProperty(database().db)
    const services = testServices(database(), { clock: testClock(new Date('2027-06-02T05:00:00Z')) })
    const tonight = { checkInDate: '2027-06-01', checkOutDate: '2027-06-05' }
    expect(await book(july(east, tonight), {}, services)).toMatchObject({ status: 400, body: { code: 'in-the-past' } })
    expect(await book(july(west, tonight), {}, services)).toMatchObject({ status: 201 })
  })

  const bad: [string, Record<string, unknown>, number, Record<string, unknown>][] = [
    [
      'dates reversed',
      { checkInDate: '2027-07-05', checkOutDate: '2027-07-01' },
      400,
      { code: 'checkout-before-checkin' },
    ],
    ['dates in the past', { checkInDate: '2026-07-01', checkOutDate: '2026-07-05' }, 400, { code: 'in-the-past' }],
    ['a stay of a year', { checkOutDate: '2028-07-01' }, 400, { code: 'too-long' }],
    ['a stay years ahead', { checkInDate: '2030-07-01', checkOutDate: '2030-07-05' }, 400, { code: 'too-far' }],
    ['no check-in', { checkInDate: undefined }, 400, { fields: { checkInDate: 'Required' } }],
    [
      'a date that does not exist',
      { checkInDate: '2027-06-31' },
      400,
      { fields: { checkInDate: expect.stringContaining('real date') } },
    ],
    ['0 adults', { adults: 0 }, 400, { code: 'adult-needed', fields: { adults: expect.any(String) } }],
    ['999 guests', { adults: 999 }, 400, { fields: { adults: expect.stringContaining('0 to 99') } }],
    [
      '15 guests where 14 fit',
      { adults: 14 },
      400,
      { code: 'too-many-guests', message: expect.stringContaining('sleeps 14') },
    ],
    ['4 infants where 3 fit', { infants: 4 }, 400, { code: 'too-many-infants' }],
    ['3 pets where 2 fit', { pets: 3 }, 400, { code: 'too-many-pets' }],
    ['fewer nights than the season’s minimum', { checkOutDate: '2027-07-03' }, 400, { code: 'below-minimum' }],
    [
      'text instead of a number',
      { adults: 'two' },
      400,
      { fields: { adults: expect.stringContaining('whole number') } },
    ],
    ['an unknown property', { propertyId: '00000000-0000-4000-8000-000000000000' }, 404, { code: 'not-found' }],
    ['a property id that is not a UUID', { propertyId: "x' or 1=1" }, 404, { code: 'not-found' }],
    ['euros', { currency: 'EUR' }, 400, { message: 'Prices are in US dollars, USD' }],
    ['no name', { guestName: ' ' }, 400, { message: 'Please enter your name' }],
    ['no e-mail', { guestEmail: undefined }, 400, { fields: { guestEmail: 'Required' } }],
    ['no real e-mail', { guestEmail: 'ada@' }, 400, { message: 'Please enter a valid email address' }],
  ]
  test.each(bad)('%s: refused with a message, and nothing is written', async (_case, change, status, body) => {
    const propertyId = await makePricedProperty(database().db)
    expect(await book(july(propertyId, change))).toMatchObject({
      status,
      body: { message: expect.any(String), ...body },
    })
    const rows = await stored()
    expect([rows.bookings, rows.nights]).toEqual([[], []])
  })

  test('an unpublished property returns 404, and one that is not bookable or has no rates says so', async () => {
    const { db } = database()
    const hidden = await makePricedProperty(db, { status: 'draft' })
    const closed = await makePricedProperty(db, { status: 'not-bookable' })
    const unpriced = await makePricedProperty(db, { pricePerNight: null })
    expect(await book(july(hidden))).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await book(july(closed))).toMatchObject({ status: 409, body: { code: 'not-available' } })
    expect(await book(july(unpriced))).toMatchObject({ status: 409, body: { code: 'no-rates' } })
  })

  test('a body that is not JSON, or is 20 MB, is refused', async () => {
    expect(await book('name=Ada')).toMatchObject({ status: 400, body: { code: 'not-json' } })
    expect(await book(`{"guestName":"${'x'.repeat(20 * 1024 * 1024)}"}`)).toMatchObject({
      status: 413,
      body: { code: 'too-large' },
    })
  })

  testOnBoth('the database refuses a booking without nights, and overlapping nights', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const booking = await makeBooking(db, propertyId, { from: '2027-07-01', to: '2027-07-05' })
    const code = (statement: ReturnType<typeof sql>) =>
      db.execute(statement).then(
        () => 'accepted',
        (error: { cause?: { code?: string } }) => error.cause?.code,
      )
    expect(await code(sql`delete from occupancies where booking_id = ${booking}`)).toBe('23514')
    expect(
      await code(sql`update occupancies set nights = '[2027-07-01,2027-07-04)' where booking_id = ${booking}`),
    ).toBe('23514')
    expect(await code(sql`update bookings set status = 'cancelled' where id = ${booking}`)).toBe('23514')
    expect(await code(sql`update bookings set check_out_date = '2027-07-06' where id = ${booking}`)).toBe('23514')
    const orphan = sql`insert into bookings (reference, property_id, guest_name, guest_email, check_in_date, check_out_date,
      number_of_guests, adults, total_amount, lines)
      values ('ORP-HAN', ${propertyId}, 'Ada', 'ada@example.com', '2027-08-01', '2027-08-05', 2, 2, 1, '[]')`
    expect(await code(orphan)).toBe('23514')
    const { id } = await makeQuote(db, propertyId, { from: '2027-07-04', to: '2027-07-06' })
    const second = sql`insert into occupancies (property_id, nights, kind, quote_id, expires_at)
      values (${propertyId}, '[2027-07-04,2027-07-06)', 'hold', ${id}, now())`
    expect(await code(second)).toBe('23P01')
  })

  testOnBoth('a night that was taken without the lock is refused as taken, not as a server error', async () => {
    const propertyId = await makePricedProperty(database().db)
    const { id } = await makeQuote(database().db, propertyId, { from: '2027-07-01', to: '2027-07-05' })
    await database().pool.query(`create function sell_first() returns trigger language plpgsql as $$ begin
      insert into occupancies (property_id, nights, kind, quote_id, expires_at)
        values (new.property_id, new.nights, 'hold', '${id}', now());
      return new; end $$; create trigger sell_first before insert on occupancies for each row
      when (new.kind = 'booking') execute function sell_first()`)
    try {
      expect(await book(july(propertyId))).toMatchObject({ status: 409, body: { code: 'dates-taken' } })
    } finally {
      await database().pool.query('drop function sell_first cascade')
    }
    expect((await stored()).bookings).toEqual([])
  })
})
