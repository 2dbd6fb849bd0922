import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { campaigns, site as siteTable } from '#app/platform/db/schema.server.ts'
import { openLimits } from '#app/platform/limits/limits.server.ts'
import { demoCampaign } from '#content/campaign.ts'
import { site } from '#content/site.ts'
import { useDatabase } from '#test/database.ts'
import { NOON, testServices } from '#test/factories.ts'
import { submitGiveawayForm } from './giveaway.server.ts'

// biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
const database = useDatabase()
const ADA = { fullName: 'Ada Guest', email: 'ada@example.com', phone: '(970) 555-0123', state: 'CO', zipCode: '80487' }
const post = (services: ReturnType<typeof testServices>, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return submitGiveawayForm(services, { form, ipAddress: '203.0.113.7' })
}

test('while the database is away the page’s form comes back with what was typed', async () => {
  const lost = () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  }
  const away = testServices(database(), { db: new Proxy({}, { get: () => lost }) as never })
  expect(await post(away, ADA)).toMatchObject({ ok: false, status: 503, values: ADA })
})

test('who shares too often is told to wait, and is still in, until they ask for that too often as well', async () => {
  await database().db.insert(siteTable).values(site)
  await database().db.insert(campaigns).values(demoCampaign(NOON))
  const own = testServices(database(), { config: readConfig({ RATE_LIMIT: 'on' }) })
  const services = { ...own, limits: openLimits(own) }
  expect(await post(services, ADA)).toMatchObject({ ok: true, totalEntries: 1 })
  const share = () => post(services, { email: ADA.email, channel: 'x' })
  let answer = await share()
  for (let count = 0; answer.ok && count < 100; count += 1) answer = await share()
  const standing = { email: ADA.email, totalEntries: 3, usedChannels: ['x'] }
  expect(answer).toMatchObject({ ok: false, status: 429, message: expect.stringContaining('wait'), entered: standing })
  expect(await post(services, { email: 'nobody@example.com', channel: 'x' })).toMatchObject({ entered: undefined })
  for (let count = 0; !answer.ok && answer.entered && count < 100; count += 1) answer = await share()
  expect(answer).toMatchObject({ ok: false, status: 429, entered: undefined })
})
