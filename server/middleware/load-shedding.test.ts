import { Hono } from 'hono'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { startSession } from '#app/features/operators/sessions.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { builtSite } from '#test/built-site.ts'
import { openSharedDatabase, type TestDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { createLoadShedding, shedCalls } from './load-shedding.ts'

const LIVE = readConfig({ SITE_URL: 'https://stay.example', RATE_LIMIT: 'off' })
const withSession = (token: string) => ({ headers: { cookie: `__Host-session=${token}` } })

let database: TestDatabase
beforeAll(async () => {
  database = await openSharedDatabase()
})
beforeEach(() => {
  vi.stubEnv('DEV', false)
})
afterEach(() => vi.unstubAllEnvs())

/** A site whose pages are rendered once `finish` is called, and how many were begun. */
function slowSite() {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  let begun = 0
  const loader = async ({ request }: { request: Request }) => {
    begun += 1
    if (new URL(request.url).pathname !== '/home') await promise
    return null
  }
  const get = builtSite(testServices(database, { config: LIVE }), { loader, action: () => null }, [])
  return { get, finish, begun: () => begun }
}

async function startOperatorSession(): Promise<string> {
  const [user] = await database.db.insert(users).values({ username: 'mia', passwordHash: 'x' }).returning()
  if (!user) throw new Error('the operator was not stored')
  const services = testServices(database, { config: LIVE })
  const token = await startSession(services, user, { headers: new Headers(), address: '127.0.0.1' })
  if (!token) throw new Error('the session was not started')
  return token
}

test('past its limit, pages are refused with 503 and a time to try again; those before are served', async () => {
  const { get, finish, begun } = slowSite()
  const cached = await get('/home')
  const asked = Array.from({ length: 200 }, (_, index) => get(`/page-${index}`))
  await expect.poll(begun, { timeout: 10_000 }).toBe(1 + 3)
  const refused = await asked[199]
  expect([refused?.status, refused?.headers.get('retry-after'), refused?.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'no-store',
  ])
  expect(await refused?.text()).toContain('A lot of people are here right now.')
  // Cached pages, writes and operators do not wait for them.
  expect([cached.status, (await get('/home')).status]).toEqual([200, 200])
  expect((await get('/home', { method: 'POST', body: new URLSearchParams() })).status).not.toBe(503)
  // A cookie that anyone can invent opens no other line.
  expect((await get('/page-2', withSession('a'.repeat(43)))).status).toBe(503)
  const operator = get('/page-2', withSession(await startOperatorSession()))
  await expect.poll(begun, { timeout: 10_000 }).toBe(3 + 3)
  finish()
  expect((await operator).status).toBe(200)
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(Map.groupBy(statuses, (status) => status).get(200)?.length).toBe(63)
})

test('calls are shed as JSON', async () => {
  const { promise, resolve: finish } = Promise.withResolvers<Response>()
  const site = new Hono()
    .use(shedCalls(createLoadShedding(testServices(database, { config: LIVE }))))
    .get('/api/availability', () => promise)
  const asked = Array.from({ length: 64 }, () => site.request('/api/availability'))
  const refused = await asked[63]
  expect([refused?.status, await refused?.json()]).toEqual([
    503,
    { code: 'busy', message: 'A lot of people are here right now. Please try again in a few seconds.' },
  ])
  finish(new Response('ok'))
  expect((await asked[62])?.status).toBe(200)
})
