import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { nightClaims, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookingForm } from '#app/features/bookings/request/request-form.server.ts'
import { runForm } from '#app/platform/http/form-action.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, nightsBetween } from '#app/shared/dates.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makePricedProperty, makeQuote, NOON, testClock, testServices } from '#test/factories.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { payingByCard } from '#test/paying-by-card.ts'
import { queuedMail } from '../mails/queued-mail.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ADA = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'
const GUEST = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }

describeWithDatabase('nights that one person makes unavailable', (database) => {
  expectSoundMoney(database)
  /** A new process each time. Attempts are unlimited here, so that only nights count. */
  const at = (ms = 0): Services => {
    const services = testServices(database(), { clock: testClock(new Date(NOON.getTime() + ms)) })
    return { ...services, limits: { ...openRateLimits(services), consume: services.limits.consume } }
  }
  const call = async (address: string, path: string, body: object, services = at()) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const env = { incoming: { socket: { remoteAddress: address } } }
    const response = await createApi(services).request(path, init, env)
    return { status: response.status, wait: response.headers.get('retry-after'), body: await response.json() }
  }
  const spanOf = (day: number, nights: number) => {
    const from = addDays('2027-07-01', day)
    return { from, to: addDays(from, nights) }
  }
  const hold = async (
    address: string,
    property: string,
    [day, nights]: [number, number],
    change = {},
    services = at(),
  ) => {
    const expiresAt = new Date(NOON.getTime() + 48 * HOUR)
    const { id: quoteId } = await makeQuote(database().db, property, spanOf(day, nights), { expiresAt })
    return call(address, '/api/holds', { quoteId, ...change }, services)
  }
  const request = (
    address: string,
    property: string,
    [day, nights]: [number, number],
    change = {},
    services = at(),
  ) => {
    const { from, to } = spanOf(day, nights)
    const stay = { propertyId: property, checkInDate: from, checkOutDate: to, adults: 2 }
    return call(address, '/api/bookings', { ...stay, ...GUEST, ...change }, services)
  }
  const takenNights = async () => {
    const rows = await database().db.select().from(occupancies)
    return rows.reduce((sum, { nights }) => sum + nightsBetween(nights.from, nights.to), 0)
  }
  const properties = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makePricedProperty(database().db)))

  test('are limited to sixty held nights a day for one address', async () => {
    const four = await properties(4)
    for (const property of four) for (let day = 0; day < 90; day += 30) await hold(ADA, property, [day, 29])
    expect(await takenNights()).toBe(58)
    const refused = await hold(ADA, four[3] ?? '', [60, 20])
    expect(refused).toMatchObject({ status: 429, wait: '86400', body: { code: 'too-many-nights' } })
    expect(refused.body.message).toBe(
      'That’s more nights than we can hold for one connection in a day. Try again in 24 hours or email hello@powderandcove.example and we’ll book it with you.',
    )
    expect(await hold(ELSEWHERE, four[3] ?? '', [60, 20])).toMatchObject({ status: 201 })
    expect(await hold(ADA, four[3] ?? '', [0, 20], {}, at(23 * HOUR))).toMatchObject({ status: 429 })
    expect(await hold(ADA, four[3] ?? '', [0, 20], {}, at(24 * HOUR))).toMatchObject({ status: 201 })
  }, 60_000)

  test('are refused until enough of the limit is free, however few nights the oldest claim has', async () => {
    const [property = ''] = await properties(1)
    expect(await hold(ADA, property, [0, 4])).toMatchObject({ status: 201 })
    expect(await hold(ADA, property, [10, 56], {}, at(5 * HOUR))).toMatchObject({ status: 201 })
    expect(await hold(ADA, property, [80, 7], {}, at(6 * HOUR))).toMatchObject({ status: 429, wait: String(23 * 3600) })
    expect(await hold(ADA, property, [80, 7], {}, at(24 * HOUR))).toMatchObject({ status: 429 })
    expect(await hold(ADA, property, [80, 4], {}, at(24 * HOUR))).toMatchObject({ status: 201 })
    expect(await hold(ADA, property, [80, 7], {}, at(29 * HOUR))).toMatchObject({ status: 201 })
  })

  test('and holds are limited to six at once, and an expired one no longer counts', async () => {
    const seven = await properties(7)
    for (const property of seven.slice(0, 6)) expect(await hold(ADA, property, [0, 5])).toMatchObject({ status: 201 })
    const refused = await hold(ADA, seven[6] ?? '', [0, 5], {}, at(5 * MINUTE))
    expect(refused).toMatchObject({
      status: 429,
      wait: '600',
      body: { message: expect.stringContaining('10 minutes') },
    })
    expect(await hold(ADA, seven[6] ?? '', [0, 5], {}, at(15 * MINUTE))).toMatchObject({ status: 201 })
  })

  testOnBoth(
    'are limited to sixty requested without a card for one address, and twice that for its network',
    async () => {
      const many = await properties(8)
      const statuses = await Promise.all(many.map((property, index) => request(ADA, property, [index, 60], {}, at())))
      expect(statuses.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(statuses.filter(({ body }) => body.code === 'too-many-nights')).toHaveLength(7)
      expect(await takenNights()).toBe(60)
      for (const [index, property] of many.entries()) await request(`203.0.113.${20 + index}`, property, [80, 30])
      expect(await takenNights()).toBe(120)
      for (const [index, property] of many.entries()) await request(`2001:db8:7:${index}::1`, property, [130, 60])
      expect(await takenNights()).toBe(240)
      expect(await request(ELSEWHERE, many[0] ?? '', [200, 7])).toMatchObject({ status: 201 })
    },
    60_000,
  )

  test('are refused in the frame with the input kept and the time to try again', async () => {
    const [one = '', two = ''] = await properties(2)
    await request(ADA, one, [0, 60])
    const form = new FormData()
    const { from, to } = spanOf(0, 7)
    const fields = { ...GUEST, checkInDate: from, checkOutDate: to, adults: '2' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    expect(await runForm(bookingForm(two), { services: at(), form, address: ADA })).toMatchObject({
      ok: false,
      status: 429,
      retryAfter: 86_400,
      values: GUEST,
    })
  })

  test('do not limit a family that searches, changes its mind, and requests three weeks', async () => {
    const three = await properties(3)
    const [property = ''] = three
    let { id: replaces } = (await hold(ADA, property, [0, 7])).body
    // The nights of a moved hold count once.
    for (const day of [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 0]) {
      const moved = await hold(ADA, property, [day, 7], { replaces })
      expect(moved.status).toBe(201)
      replaces = moved.body.id
    }
    for (const [index, other] of three.entries()) {
      expect(await request(ADA, other, [7 + 8 * index, 7], index === 0 ? { holdId: replaces } : {})).toMatchObject({
        status: 201,
      })
    }
  }, 30_000)

  test('let a family compare seven properties with one moving hold, and go back to the first', async () => {
    const seven = await properties(7)
    let { id: replaces } = (await hold(ADA, seven[0] ?? '', [0, 7])).body
    for (const property of [...seven.slice(1), seven[0] ?? '']) {
      const moved = await hold(ADA, property, [0, 7], { replaces })
      expect(moved.status).toBe(201)
      replaces = moved.body.id
    }
    expect(await takenNights()).toBe(7)
    expect(await request(ADA, seven[0] ?? '', [0, 7], { holdId: replaces })).toMatchObject({ status: 201 })
  }, 30_000)

  test('that were refused do not count', async () => {
    const [property = ''] = await properties(1)
    await request(ELSEWHERE, property, [0, 30])
    for (let times = 0; times < 5; times += 1) {
      expect(await request(ADA, property, [0, 30])).toMatchObject({ status: 409 })
      expect(await hold(ADA, property, [0, 30])).toMatchObject({ status: 409 })
    }
    expect(await database().db.select().from(nightClaims)).toHaveLength(1)
    expect(await request(ADA, property, [30, 60])).toMatchObject({ status: 201 })
  })

  test('four similar requests, from one network or in one name, are reported to the operator in one email', async () => {
    const many = await properties(12)
    const reports = async () =>
      (await queuedMail(database())).filter(({ template }) => template === 'request-burst-operator')
    for (const [index, property] of many.slice(0, 3).entries()) await request(ADA, property, [0, 4 + index])
    expect(await reports()).toEqual([])
    for (const [index, property] of many.slice(3, 9).entries()) {
      const guest = { guestName: `ADA guest ${index}`, guestEmail: `someone${index}@example.com` }
      expect(await request(`198.51.${index}.1`, property, [0, 5], guest)).toMatchObject({ status: 201 })
    }
    const [mail, ...others] = await reports()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: 'hello@powderandcove.example',
      subject: '4 similar booking requests within an hour: please check them',
    })
    expect(mail?.text).toContain('/admin/bookings>')
    // Erasing one guest does not find email about several guests, so that email names none.
    expect(JSON.stringify(mail)).not.toMatch(/ada guest|ada@|someone/i)
    for (const property of many.slice(9)) await request(ELSEWHERE, property, [0, 5], {}, at(5 * HOUR))
    expect(await reports()).toHaveLength(1)
  }, 60_000)
})

describeWithDatabase('nights booked by card', (database) => {
  const paying = payingByCard(database)

  testOnBoth(
    'count as held until they are paid, also without an earlier hold',
    async () => {
      const property = await makePricedProperty(database().db)
      const services = paying.at(0)
      const limited = { ...services, limits: { ...openRateLimits(services), consume: services.limits.consume } }
      const booked = await paying.book({ id: property }, limited)
      const [claim] = await database().db.select().from(nightClaims)
      expect(claim).toMatchObject({ kind: 'hold', nights: 4, bookingId: booked.id })
      const [nights] = await database().db.select().from(occupancies).where(eq(occupancies.bookingId, booked.id))
      expect(claim?.occupancyId).toBe(nights?.id)
      paying.stripe.pay(booked.intent)
      await paying.reconcileDue(MINUTE)
      const others = Array.from({ length: 7 }, () => makePricedProperty(database().db))
      const statuses = []
      for (const id of await Promise.all(others)) statuses.push((await paying.book({ id }, limited)).status)
      expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429])
    },
    30_000,
  )
})
