import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contactForm } from '#app/features/contact/contact.server.ts'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { signUp } from '#app/features/newsletter/newsletter.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { loadResults } from '#app/features/search/search.server.ts'
import { runForm } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { asVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { createApi } from '#server/api.ts'
import { builtSite } from '#test/built-site.ts'
import { useDatabase } from '#test/database.ts'
import { makePricedProperty, NOON, testServices } from '#test/factories.ts'
import { payingByCard } from '#test/paying-by-card.ts'
import { queuedMail } from '../mails/queued-mail.ts'

// biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
const database = useDatabase()
const from = (remoteAddress: string) => ({ incoming: { complete: true, socket: { remoteAddress } } })
const ATTACKER = from('203.0.113.7')
const VISITOR = from('198.51.100.9')

let services: Services
beforeEach(() => {
  const own = testServices(database())
  services = { ...own, limits: openRateLimits(own) }
  vi.stubEnv('DEV', false)
})
afterEach(() => vi.unstubAllEnvs())

const post = (path: string, body: unknown, visitor: object, site = services) =>
  createApiOnce(site).request(
    path,
    { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    visitor,
  )
const apis = new WeakMap<Services, ReturnType<typeof createApi>>()
function createApiOnce(site: Services) {
  const api = apis.get(site) ?? createApi(site)
  apis.set(site, api)
  return api
}
const STAY = { checkInDate: '2027-07-01', checkOutDate: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 0 }

describe('a search', () => {
  const query = 'checkin=2027-07-01&checkout=2027-07-05&adults=2'
  /** An earlier answer is cached, and free. */
  const other = 'checkin=2027-07-01&checkout=2027-07-06&adults=2'

  test('is limited to sixty a minute, across pages, calls and spellings', async () => {
    await makePricedProperty(database().db)
    // The real search pages: each requests the results of its address.
    const pages = builtSite(
      services,
      {
        handle: { perRequest: true },
        loader: ({ request, context }) => loadResults(context.get(servicesContext), new URL(request.url).searchParams),
      },
      [],
    )
    const ways = [
      (asked: string) => createApiOnce(services).request(`/api/availability?${asked}`, {}, ATTACKER),
      ...['/search', '/search.data', '/embed/results/', '/EMBED/results', '/embed/results.data'].map(
        (path) => (asked: string) => pages(`${path}?${asked}`, {}, ATTACKER),
      ),
    ]
    for (let count = 0; count < 54; count += 1) await services.limits.consume('availability', '203.0.113.7')
    for (const way of ways) expect((await way(query)).status).toBe(200)
    for (const way of ways) {
      const answer = await way(other)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.text()).toContain('There were too many tries from your connection. Please wait')
    }
    expect((await pages(`/search?${query}`, {}, VISITOR)).status).toBe(200)
  })
})

describe('a promo code', () => {
  test('can be guessed twenty times an hour, through all calls together', async () => {
    const propertyId = await makePricedProperty(database().db)
    await database().db.insert(promoCodes).values({ code: 'COVE10', percent: '10' })
    const guess = [
      (promoCode: string, who: object) => post('/api/quotes', { ...STAY, propertyId, promoCode }, who),
      (code: string, who: object) =>
        createApiOnce(services).request(`/api/properties/${propertyId}/promo-codes/${code}`, {}, who),
      (promoCode: string, who: object) =>
        post(
          '/api/bookings',
          { ...STAY, propertyId, promoCode, guestName: 'Ada Guest', guestEmail: 'ada@example.com' },
          who,
        ),
    ]
    const statuses: number[] = []
    for (let count = 0; count < 30; count += 1) {
      statuses.push((await guess[count % 3]?.(`GUESS${count}`, ATTACKER))?.status ?? 0)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    expect(statuses.slice(20)).toEqual(Array(10).fill(429))
    const refused = await guess[0]?.('COVE10', ATTACKER)
    expect([refused?.status, await refused?.json()]).toEqual([429, expect.objectContaining({ code: 'too-many' })])
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await post('/api/quotes', { ...STAY, propertyId }, ATTACKER)).status, 'without a code').toBe(201)
    expect((await guess[0]?.('COVE10', VISITOR))?.status).toBe(201)
  })

  test('looked up repeatedly counts once', async () => {
    const propertyId = await makePricedProperty(database().db)
    await database().db.insert(promoCodes).values({ code: 'COVE10', percent: '10' })
    for (let count = 0; count < 40; count += 1) {
      const path = `/api/properties/${propertyId}/promo-codes/${count % 2 ? 'cove10' : 'COVE10'}`
      expect((await createApiOnce(services).request(path, {}, ATTACKER)).status).toBe(200)
    }
    for (let count = 0; count < 19; count += 1) {
      expect((await post('/api/quotes', { ...STAY, propertyId, promoCode: `X${count}` }, ATTACKER)).status).toBe(400)
    }
    expect((await post('/api/quotes', { ...STAY, propertyId, promoCode: 'ONE-MORE' }, ATTACKER)).status).toBe(429)
  })
})

describe('whether an address has entered the giveaway', () => {
  test('can be looked up for thirty addresses in ten minutes, lookups and shares together', async () => {
    await database().db.insert(siteTable).values(site)
    await database().db.insert(giveaways).values(demoGiveaway(NOON))
    const ask = (count: number, who: object) => {
      const email = `person-${count}@example.com`
      return count % 2
        ? post('/api/share', { email, channel: 'x' }, who)
        : createApiOnce(services).request(`/api/entries/${email}`, {}, who)
    }
    const answers = await Promise.all(Array.from({ length: 40 }, (_, count) => ask(count, ATTACKER)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await ask(41, VISITOR)).status).toBe(200)
  })
})

describe('email to an unverified address', () => {
  test('has one limit for each address, whatever form or function sends it', async () => {
    await database().db.insert(siteTable).values(site)
    for (let count = 0; count < 100; count += 1) await services.limits.consume('mails', '203.0.113.7')
    const message = { name: 'Ada Guest', email: 'ada@example.com', message: 'Is there a fence around the garden?' }
    const answer = await post('/api/contact', message, ATTACKER)
    expect([answer.status, await answer.json()]).toEqual([429, expect.objectContaining({ code: 'too-many' })])
    const form = new FormData()
    for (const [name, value] of Object.entries(message)) form.set(name, value)
    const refused = await asVisitor('203.0.113.7', () =>
      runForm(contactForm, { services, form, address: '203.0.113.7' }),
    )
    expect(refused).toMatchObject({ status: 429, values: message, retryAfter: expect.any(Number) })
    await expect(asVisitor('203.0.113.7', () => signUp(services, { email: 'a@example.com' }))).rejects.toThrow('wait')
    expect(await queuedMail(database())).toEqual([])
    expect((await post('/api/contact', message, VISITOR)).status).toBe(201)
  })
})

describe('the payment service', () => {
  const paying = payingByCard(database)

  test('is not called on every visit to the payment page', async () => {
    const { getPaymentPage: getPayStep } = await import('#app/features/bookings/payments/payment-page.server.ts')
    const own = paying.at(0)
    const { token } = await paying.book({}, own)
    const payToken = await paying.payTokenOf(token)
    const before = paying.stripe.calls.length
    const steps = await Promise.all(Array.from({ length: 50 }, () => getPayStep(own, payToken)))
    expect(new Set(steps.map((step) => step?.pay?.clientSecret)).size).toBe(1)
    expect(paying.stripe.calls.length - before).toBeLessThanOrEqual(1)
  })

  test('is not called for a visitor over the limit, and the stored booking is still returned', async () => {
    const own = paying.at(0)
    const limited = { ...own, limits: openRateLimits(own) }
    const propertyId = await makePricedProperty(database().db)
    for (let count = 0; count < 30; count += 1) await limited.limits.consume('payments', '203.0.113.7')
    const stay = { propertyId, checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const answer = await post('/api/bookings', { ...stay, ...guest }, ATTACKER, limited)
    const body = await answer.json()
    expect([answer.status, body]).toEqual([
      201,
      expect.objectContaining({ status: 'held', holdId: expect.any(String), stayUrl: expect.any(String) }),
    ])
    expect(body.clientSecret).toBeUndefined()
  })
})
