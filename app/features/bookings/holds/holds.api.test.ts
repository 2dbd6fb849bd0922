import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getCalendar } from '#app/features/availability/availability.server.ts'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { lockProperty } from '#app/features/availability/property-lock.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeImport,
  makePricedProperty,
  makeQuote,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'

const MINUTE = 60_000
const QUARTER = new Date(NOON.getTime() + 15 * MINUTE)
const JULY = { from: '2027-07-01', to: '2027-07-05' }
const LATER = { from: '2027-07-03', to: '2027-07-09' }

describeWithDatabase('hold', (database) => {
  const call = async (method: string, path: string, body?: unknown, services: Services = testServices(database())) => {
    const init = { method, body: body && JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await createApi(services).request(path, init as RequestInit)
    return { status: response.status, body: response.status === 204 ? null : await response.json() }
  }
  const hold = (quoteId: string, replaces?: string, services?: Services) =>
    call('POST', '/api/holds', { quoteId, replaces }, services)
  const quote = async (propertyId: string, nights = JULY) => (await makeQuote(database().db, propertyId, nights)).id
  const held = async () => {
    const rows = await database().db.select().from(occupancies)
    return rows.filter(({ kind }) => kind === 'hold').map(({ nights }) => nights)
  }
  const statesOf = async (propertyId: string, holdId?: string) => {
    const calendar = await getCalendar(testServices(database()), { propertyId, ...JULY, holdId })
    return calendar?.nights.map(({ state }) => state)
  }
  const at = (minutes: number) =>
    testServices(database(), { clock: testClock(new Date(NOON.getTime() + minutes * MINUTE)) })

  test('a hold keeps the nights of a quote for 15 minutes from everyone but its owner', async () => {
    const propertyId = await makePricedProperty(database().db)
    const { status, body } = await hold(await quote(propertyId))
    expect({ status, body }).toEqual({
      status: 201,
      body: { id: expect.any(String), expiresAt: QUARTER.toISOString() },
    })
    expect(await held()).toEqual([JULY])
    expect(await statesOf(propertyId)).toEqual(['taken', 'taken', 'taken', 'taken'])
    expect(await statesOf(propertyId, body.id)).toEqual(['free', 'free', 'free', 'free'])
    const search = 'checkin=2027-07-01&checkout=2027-07-05&adults=2'
    expect((await call('GET', `/api/availability?${search}`)).body.properties).toEqual([])
    expect((await call('GET', `/api/availability?${search}&holdId=${body.id}`)).body.properties).toHaveLength(1)
    const nights = `/api/properties/${propertyId}/calendar?from=2027-07-01&to=2027-07-02`
    expect((await call('GET', `${nights}&holdId=${body.id}`)).body.nights[0].state).toBe('free')
    expect((await call('GET', `${nights}&holdId=nonsense`)).status).toBe(400)
    const stay = { propertyId, checkInDate: JULY.from, checkOutDate: JULY.to, adults: 2 }
    expect((await call('POST', '/api/quotes', stay)).status).toBe(409)
    expect((await call('POST', '/api/quotes', { ...stay, holdId: body.id })).status).toBe(201)
  })

  testOnBoth('a quote has one hold, and a repeated request returns it', async () => {
    const propertyId = await makePricedProperty(database().db)
    const id = await quote(propertyId)
    const [first, second] = await Promise.all([hold(id), hold(id)])
    expect(first.status).toBe(201)
    expect(second).toEqual(first)
    expect(await hold(id, undefined, at(14))).toEqual(first)
    const renewed = await hold(id, undefined, at(15))
    expect(renewed.body.expiresAt).toBe(new Date(NOON.getTime() + 30 * MINUTE).toISOString())
    expect(await held()).toEqual([JULY])
  })

  test('nights with a hold, booking, block or import cannot be held', async () => {
    const { db } = database()
    const [held, booked, blocked, imported] = [
      await makePricedProperty(db),
      await makePricedProperty(db),
      await makePricedProperty(db),
      await makePricedProperty(db),
    ]
    await hold(await quote(held, LATER))
    await makeBooking(db, booked, LATER)
    await makeDate(db, blocked, '2027-07-02', { blocked: true })
    await makeImport(db, imported, LATER)
    for (const propertyId of [held, booked, blocked, imported]) {
      expect(await hold(await quote(propertyId))).toMatchObject({ status: 409, body: { code: 'dates-taken' } })
    }
  })

  testOnBoth('many guests hold the same nights at once, and one gets them', async () => {
    const propertyId = await makePricedProperty(database().db)
    const guests = process.env.TEST_ALL ? 30 : 15
    const ids = await Promise.all(Array.from({ length: guests }, () => quote(propertyId)))
    const statuses = (await Promise.all(ids.map((id) => hold(id)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(guests - 1)
    expect(await held()).toEqual([JULY])
  })

  test('a hold needs an existing quote that can still be booked', async () => {
    const propertyId = await makePricedProperty(database().db)
    const old = await makeQuote(database().db, propertyId, JULY, { expiresAt: new Date(NOON.getTime() + MINUTE) })
    expect(await hold(old.id, undefined, at(1))).toMatchObject({ status: 409, body: { code: 'quote-expired' } })
    expect(await hold(old.token)).toMatchObject({ status: 404 })
    expect(await hold('nonsense')).toMatchObject({ status: 400 })
    await database().db.update(properties).set({ status: 'draft' }).where(eq(properties.id, propertyId))
    expect(await hold(old.id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await held()).toEqual([])
  })

  test('a hold moves to other nights, and stays when these are taken', async () => {
    const propertyId = await makePricedProperty(database().db)
    const first = (await hold(await quote(propertyId))).body.id
    const moved = await hold(await quote(propertyId, LATER), first, at(5))
    expect(moved).toMatchObject({ status: 201 })
    expect(await held()).toEqual([LATER])
    const other = { from: '2027-07-20', to: '2027-07-25' }
    await makeBooking(database().db, propertyId, other)
    expect(await hold(await quote(propertyId, other), moved.body.id, at(6))).toMatchObject({ status: 409 })
    expect(await held()).toEqual([LATER])
  })

  testOnBoth('a hold moves to another property, and two guests who swap do not deadlock', async () => {
    const propertyIds = [await makePricedProperty(database().db), await makePricedProperty(database().db)]
    const ids = await Promise.all(propertyIds.map(async (propertyId) => (await hold(await quote(propertyId))).body.id))
    const answers = await Promise.all(
      propertyIds.map(async (propertyId, index) =>
        hold(await quote(propertyId, { from: '2027-07-20', to: '2027-07-25' }), ids[1 - index]),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await held()).toHaveLength(2)
  })

  test('a replaced hold is released when the new quote already has one', async () => {
    const propertyId = await makePricedProperty(database().db)
    const [july, september] = [
      await quote(propertyId),
      await quote(propertyId, { from: '2027-09-20', to: '2027-09-25' }),
    ]
    const first = await hold(july)
    const second = await hold(september)
    expect(await hold(september, first.body.id)).toEqual(second)
    expect(await held()).toEqual([{ from: '2027-09-20', to: '2027-09-25' }])
    expect(await hold(september, second.body.id)).toEqual(second)
    expect(await held()).toHaveLength(1)
  })

  test('a moved hold gets a new expiry only when it keeps none of its nights', async () => {
    const propertyId = await makePricedProperty(database().db)
    const first = (await hold(await quote(propertyId))).body
    const again = await hold(await quote(propertyId), first.id, at(10))
    expect(again.body).toEqual(first)
    const elsewhere = { from: '2027-09-20', to: '2027-09-25' }
    expect((await hold(await quote(propertyId, LATER), first.id, at(12))).body).toEqual(first)
    const moved = (await hold(await quote(propertyId, elsewhere), first.id, at(14))).body
    expect(moved).toEqual({ id: first.id, expiresAt: new Date(NOON.getTime() + 29 * MINUTE).toISOString() })
  })

  test('anyone who knows its id can release a hold, repeatedly, but not the nights of a booking', async () => {
    const propertyId = await makePricedProperty(database().db)
    const { id } = (await hold(await quote(propertyId))).body
    for (let times = 0; times < 2; times += 1)
      expect(await call('DELETE', `/api/holds/${id}`)).toMatchObject({ status: 204 })
    expect(await statesOf(propertyId)).toEqual(['free', 'free', 'free', 'free'])
    await makeBooking(database().db, propertyId, JULY)
    const [row] = await database().db.select().from(occupancies)
    expect(await call('DELETE', `/api/holds/${row?.id}`)).toMatchObject({ status: 204 })
    expect(await database().db.select().from(occupancies)).toHaveLength(1)
  })

  test('another guest can take the nights of an expired hold', async () => {
    const propertyId = await makePricedProperty(database().db)
    await hold(await quote(propertyId))
    expect(await hold(await quote(propertyId), undefined, at(14))).toMatchObject({ status: 409 })
    expect(await hold(await quote(propertyId), undefined, at(15))).toMatchObject({ status: 201 })
    expect(await held()).toHaveLength(1)
  })

  testOnBoth('a hold is released only after a running change of the property’s nights has finished', async () => {
    const propertyId = await makePricedProperty(database().db)
    const { id } = (await hold(await quote(propertyId))).body
    let released: Promise<unknown> = Promise.resolve()
    await database().db.transaction(async (tx) => {
      await lockProperty(tx, propertyId)
      released = call('DELETE', `/api/holds/${id}`)
      expect(await Promise.race([released, wait(200, 'still waiting')])).toBe('still waiting')
      expect(await tx.select().from(occupancies)).toHaveLength(1)
    })
    expect(await released).toMatchObject({ status: 204 })
    expect(await held()).toEqual([])
  })

  testOnBoth('the database allows a hold only one owner', async () => {
    const propertyId = await makePricedProperty(database().db)
    const row = { propertyId, nights: JULY, expiresAt: QUARTER }
    const { db } = database()
    await expect(db.insert(occupancies).values({ ...row, kind: 'hold' })).rejects.toThrow()
    const quoteId = await quote(propertyId)
    await expect(
      db.insert(occupancies).values({ ...row, kind: 'import', eventKey: 'x', quoteId, expiresAt: null }),
    ).rejects.toThrow()
    await db.insert(occupancies).values({ ...row, kind: 'hold', quoteId })
    await expect(
      db
        .insert(occupancies)
        .values({ ...row, nights: { from: '2027-09-01', to: '2027-09-05' }, kind: 'hold', quoteId }),
    ).rejects.toThrow()
  })
})
