import { expect, test } from 'vitest'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import { runForm } from '#app/platform/http/form-action.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { createApi } from '#server/api.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { startStripeServer } from '#test/servers/stripe-server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { bookingForm } from './request-form.server.ts'

const ADA = '203.0.113.7'
const GUEST = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }

describeOnBothDatabases('booking limits per address', (database) => {
  /** Two processes of the same site. */
  const sites = () =>
    [1, 2].map(() => {
      const services = testServices(database())
      return { ...services, limits: openRateLimits(services) }
    })
  const stay = (day: number) => {
    const date = (of: number) => `2027-07-${String(of).padStart(2, '0')}`
    return { checkInDate: date(day), checkOutDate: date(day + 4) }
  }

  test('an address gets a few stays a day, then is asked to wait and keeps the form values', async () => {
    const propertyId = await makePricedProperty(database().db)
    const [first = testServices(database()), second = first] = sites()
    const post = (services: typeof first, day: number, change = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...GUEST, ...stay(day), adults: '2', ...change }))
        form.set(name, value)
      return runForm(bookingForm(propertyId), { services, form, address: ADA })
    }
    const call = (services: typeof first, day: number) =>
      createApi(services).request(
        '/api/bookings',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            ...GUEST,
            ...stay(day),
            adults: 2,
            children: 0,
            infants: 0,
            pets: 0,
            propertyId,
          }),
        },
        { incoming: { socket: { remoteAddress: ADA } } },
      )

    for (const day of [1, 5, 9]) expect(await post(first, day)).toMatchObject({ ok: true })
    for (let times = 0; times < 4; times += 1) {
      expect(await post(first, 1), 'the same form again').toMatchObject({ ok: true })
      expect(await post(first, 1, { guestName: 'Bo' })).toMatchObject({ status: 409 })
      expect(await post(first, 13, { guestEmail: 'ada@' })).toMatchObject({ status: 400 })
    }
    for (const day of [13, 17, 21]) expect((await call(first, day)).status).toBe(201)

    expect(await post(first, 25)).toMatchObject({
      ok: false,
      status: 429,
      retryAfter: expect.any(Number),
      message: expect.stringContaining('Please wait 24 hours'),
      values: GUEST,
    })
    const answer = await call(first, 25)
    expect([answer.status, (await answer.json()).code]).toEqual([429, 'too-many'])
    const together = database().kind === 'postgres'
    expect((await call(second, 25)).status).toBe(together ? 429 : 201)
    expect(await database().db.select().from(bookings)).toHaveLength(together ? 6 : 7)
  }, 60_000)

  test('a repeated request, or a return from payment, does not count again', async () => {
    const stripe = await startStripeServer()
    try {
      const propertyId = await makePricedProperty(database().db)
      const clock = testClock()
      const services = testServices(database(), { clock, gateway: openStripeGateway(stripe.account) })
      const api = createApi({ ...services, limits: openRateLimits(services) })
      const call = async (path: string, body: object, headers = {}) => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
        const env = { incoming: { socket: { remoteAddress: ADA } } }
        const response = await api.request(path, { ...init, body: JSON.stringify(body) }, env)
        return { status: response.status, body: await response.json() }
      }
      const { id: quoteId } = (await call('/api/quotes', { propertyId, ...stay(1), adults: 2 })).body
      const press = (holdId?: string, headers = {}) => call('/api/bookings', { ...GUEST, quoteId, holdId }, headers)
      const once = { 'idempotency-key': 'one-press' }
      let { holdId } = (await press(undefined, once)).body
      for (let times = 0; times < 4; times += 1) {
        expect((await press(undefined, once)).status).toBe(201)
        const again = await press(holdId)
        expect(again.status).toBe(201)
        holdId = again.body.holdId
      }
      const others = [5, 9, 13, 17, 21].map((day) => ({ ...GUEST, ...stay(day), propertyId, adults: 2 }))
      for (const other of others) {
        // Concurrent holds are limited as well.
        clock.set(new Date(clock.now().getTime() + 16 * 60_000))
        expect((await call('/api/bookings', other)).status).toBe(201)
      }
    } finally {
      await stripe.close()
    }
  }, 60_000)
})
