import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { asVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { useDatabase } from '#test/database.ts'
import { NOON, testServices } from '#test/factories.ts'
import { submitGiveawayForm } from './form-action.server.ts'
import { giveaways } from './giveaway.tables.server.ts'

// biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
const database = useDatabase()
const ADA = { fullName: 'Ada Guest', email: 'ada@example.com', phone: '(970) 555-0123', state: 'CO', zipCode: '80487' }
const post = (services: ReturnType<typeof testServices>, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const address = '203.0.113.7'
  return asVisitor(address, () => submitGiveawayForm({ services, form, address }))
}

test('while the database is unavailable the form comes back with what was typed', async () => {
  const lost = () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  }
  const unavailable = testServices(database(), { db: new Proxy({}, { get: () => lost }) as never })
  expect(await post(unavailable, ADA)).toMatchObject({ ok: false, status: 503, values: ADA })
})

test('a visitor who shares too often has to wait, is still entered, and cannot use shares to find out who else is', async () => {
  await database().db.insert(siteTable).values(site)
  await database().db.insert(giveaways).values(demoGiveaway(NOON))
  const own = testServices(database(), { config: readConfig({ RATE_LIMIT: 'on' }) })
  const services = { ...own, limits: openRateLimits(own) }
  expect(await post(services, ADA)).toMatchObject({ ok: true, totalEntries: 1 })
  const share = () => post(services, { email: ADA.email, channel: 'x' })
  let answer = await share()
  for (let count = 0; answer.ok && count < 100; count += 1) answer = await share()
  const standing = { email: ADA.email, totalEntries: 3, usedChannels: ['x'] }
  expect(answer).toMatchObject({ ok: false, status: 429, message: expect.stringContaining('wait'), entered: standing })
  expect(await post(services, { ...ADA, email: 'bo@example.com' })).toMatchObject({ ok: true })
  for (let count = 0; count < 29; count += 1) {
    const unknown = { email: `nobody-${count}@example.com`, channel: 'x' }
    expect(await post(services, unknown)).toMatchObject({ status: 429, entered: undefined })
  }
  expect(await post(services, { email: 'bo@example.com', channel: 'x' })).toMatchObject({ entered: undefined })
  expect(await share()).toMatchObject({ ok: false, status: 429, entered: standing })
}, 30_000)
