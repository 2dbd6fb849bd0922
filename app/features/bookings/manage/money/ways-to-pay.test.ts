import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { getBookingTerms } from '#app/features/bookings/booking-payments.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { sitePayment } from '#app/features/site/manage/site.changes.server.ts'
import { PAYMENT_WAY_NAMES, waysWords } from '#app/features/site/payment-terms.ts'
import { runChange } from '#app/platform/change/change.server.ts'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { content } from '#content/site.ts'
import { createLoadShedding } from '#server/middleware/load-shedding.ts'
import { createPages } from '#server/page-cache/pages.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, testServices } from '#test/factories.ts'
import { pricesPage } from '#test/prices-page.ts'
import { renderedBuild } from '#test/rendered-build.tsx'
import { type StripeServer, startStripeServer } from '#test/servers/stripe-server.ts'

const CHECK = 'Pay by check or bank transfer'
const STAY = 'checkin=2027-07-01&checkout=2027-07-05&adults=2'

test.each([
  [[], null],
  [['cash'], 'in cash'],
  [['venmo', 'cash'], 'by Venmo or in cash'],
  [['bank-transfer', 'check'], 'by check or bank transfer'],
  [['bank-transfer', 'cash', 'check'], 'by check or bank transfer, or in cash'],
  [
    [...PAYMENT_WAY_NAMES],
    'by check, bank transfer, card over the phone, payment link, Zelle, Venmo, or PayPal, or in cash',
  ],
])('the chosen ways to pay read as one list: %j', (chosen, words) => {
  expect(waysWords(chosen)).toBe(words)
})

describeWithDatabase('the ways to pay before booking', (database) => {
  let stripe: StripeServer
  beforeEach(async () => {
    stripe = await startStripeServer(() => 0)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await stripe.close()
  })
  const services = () => testServices(database())
  const withCards = () => testServices(database(), { gateway: openStripeGateway(stripe.account) })

  async function choose(ways: string[]) {
    const { version } = await sitePayment.get(database().db)
    const form = new FormData()
    const days = { depositPercent: '', depositDays: '7', balanceDays: '30', version }
    for (const [name, value] of Object.entries(days)) form.set(name, value)
    for (const way of ways) form.append('paymentWays', way)
    return runChange(sitePayment.change, { services: services(), form, by: { ...UNNAMED, name: 'mia' } })
  }
  const waysOf = async (propertyId: string, own = services()) => (await getBookingTerms(own, propertyId)).ways

  /** The page of the home, and our booking frame of the stay there. */
  async function read(propertyId: string, own: Services) {
    vi.stubEnv('DEV', false)
    const pages = createPages(own, await renderedBuild(), createLoadShedding(own))
    const app = new Hono().route('/', pages.routes)
    const page = await (await app.request('/property/cabin')).text()
    const frame = await (await app.request(`/embed/book/${propertyId}?${STAY}`)).text()
    return { page: textOf(page), frame: textOf(frame) }
  }

  test('a home says them in its bar and terms, and the frame among its steps, as soon as they are chosen', async () => {
    const id = await makePricedProperty(database().db, { name: 'Cabin', slug: 'cabin' })
    await database().db.update(site).set({ content })
    const before = await read(id, services())
    expect(before.page).toContain('You pay after we confirm your request.')
    expect(`${before.page} ${before.frame}`).not.toMatch(/pay by/i)
    const saved = await choose(['check', 'bank-transfer'])
    expect(saved).toMatchObject({ ok: true })
    const { page, frame } = await read(id, services())
    expect(page).toContain(CHECK)
    expect(page.split('You pay by check or bank transfer after we confirm your request.')).toHaveLength(3)
    expect(frame).toContain('Then you pay by check or bank transfer')
    const cards = await read(id, withCards())
    expect(cards.page).toContain('Pay by card')
    expect(cards.page).toContain('You pay by card when you book.')
    expect(`${cards.page} ${cards.frame}`).not.toContain('bank transfer')
  })

  test('are stored once for all homes, are in History, and can be undone; one that is not offered is refused', async () => {
    const id = await makePricedProperty(database().db)
    const saved = await choose(['check', 'zelle'])
    expect(await waysOf(id)).toBe('by check or Zelle')
    expect(await waysOf(id, withCards())).toBeNull()
    const { entries } = await listHistory(services(), historyFilterFromQuery(new URLSearchParams()), UNNAMED)
    expect(entries[0]?.facts).toEqual([{ name: 'Ways to pay', before: '', after: 'Check, Zelle' }])
    expect(await undoChange(services(), { id: (saved.ok && saved.id) || '', by: UNNAMED })).toMatchObject({ ok: true })
    expect(await waysOf(id)).toBeNull()
    expect(await choose(['bitcoin'])).toMatchObject({ status: 400 })
    expect(await choose(['cash'])).toMatchObject({ ok: true })
    expect(await waysOf(id)).toBe('in cash')
  })

  test('a home has its own, or those of the site; with a text of its own, only its own', async () => {
    const { db } = database()
    const as = await makePricedProperty(db)
    await choose(['check'])
    const differs = await makePricedProperty(db, { paymentWays: ['cash'] })
    const ownText = await makePricedProperty(db, { paymentText: 'Cash at the door.' })
    const both = await makePricedProperty(db, { paymentText: 'Cash or check.', paymentWays: ['cash', 'check'] })
    const ways = await Promise.all([as, differs, ownText, both].map((id) => waysOf(id)))
    expect(ways).toEqual(['by check', 'in cash', null, 'by check or in cash'])
  })
})

describeWithDatabase('the ways to pay of a home', (database) => {
  const { addProperty, page, save, undo } = pricesPage(database)

  test('are changed on the page of its rules, and undone', async () => {
    const { id, slug } = await addProperty()
    const { versions } = await page(slug)
    const days = { balanceDays: '30', depositDays: '7', version: versions.payment ?? '' }
    const change = await save(slug, { intent: 'payment', ...days, paymentWays: 'venmo' })
    const stored = async () => (await database().db.select({ ways: properties.paymentWays }).from(properties))[0]?.ways
    expect(await stored()).toEqual(['venmo'])
    expect((await getBookingTerms(testServices(database()), id)).ways).toBe('by Venmo')
    expect((await page(slug)).property.settings.payment.paymentWays).toEqual(['venmo'])
    expect(await undo(change)).toMatchObject({ ok: true })
    expect(await stored()).toEqual([])
  })
})

/** The text of a page, without its scripts. */
function textOf(html: string): string {
  return html
    .replace(/<script.*?<\/script>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}
