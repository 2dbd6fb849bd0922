import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { builtSite, PAGE_HTML, type PageRoute } from '#test/built-site.ts'
import { openSharedDatabase, type TestDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openSharedDatabase()
})

const renders: { status: number }[] = []
beforeEach(() => {
  renders.splice(0)
  // Development pages are neither cached nor compressed.
  vi.stubEnv('DEV', false)
})
afterEach(() => vi.unstubAllEnvs())

const from = (remoteAddress: string) => ({ incoming: { complete: true, socket: { remoteAddress } } })
const ATTACKER = from('203.0.113.7')
const VISITOR = from('198.51.100.9')

/** The cache holds about sixty of these pages. */
const LARGE = PAGE_HTML.repeat(8)
const largeSite = (route: PageRoute) => builtSite(testServices(database), route, renders, LARGE)

function siteOf(route: PageRoute) {
  const services = testServices(database)
  return builtSite({ ...services, limits: openRateLimits(services) }, route, renders)
}

test('two hundred made-up queries and cookies cause one render', async () => {
  const get = siteOf({ loader: () => null, handle: { visitorQuery: ['promo'] } })
  for (let count = 0; count < 200; count += 1) {
    const headers = { cookie: `seen=${count}` }
    const answer = await get(`/?x=${count}&utm_source=${count}`, { headers }, ATTACKER)
    expect(answer.status).toBe(200)
  }
  expect(renders).toHaveLength(1)
})

test('spellings of an id in capitals evict no page of the site', async () => {
  const get = largeSite({ path: ':id', loader: () => null })
  await get('/home')
  const spelled = (count: number) =>
    [...count.toString(2).padStart(10, '0')].map((bit) => (bit === '1' ? 'A' : 'a')).join('')
  for (let count = 1; count <= 150; count += 1) await get(`/${spelled(count)}`)
  await get('/home')
  expect(renders).toHaveLength(151)
})

test.each([
  ['a query that the page reads', (count: number) => `/?promo=${count}`],
  ['missing pages', (count: number) => `/nowhere-${count}`],
  ['what the router in the browser asks for', (count: number) => `/contact.data?x=${count}`],
])('%s are rendered for an address until it has had its share, and for others all the while', async (_, pathOf) => {
  const get = siteOf({ loader: () => null, handle: { query: ['promo'] } })
  expect((await get('/home', {}, VISITOR)).status).toBe(200)
  const refused: Response[] = []
  for (let count = 0; count < 200; count += 1) {
    const answer = await get(pathOf(count), {}, ATTACKER)
    if (answer.status === 429) refused.push(answer)
  }
  expect(refused).toHaveLength(160)
  const [first] = refused
  expect(first?.headers.get('cache-control')).toBe('no-store')
  expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await first?.text()).toContain('There were too many tries from your connection. Please wait')
  const before = renders.length
  expect((await get('/home', {}, ATTACKER)).status, 'a page from memory is not counted').toBe(200)
  expect((await get('/home', {}, VISITOR)).status).toBe(200)
  expect(renders).toHaveLength(before)
  expect((await get('/?promo=SNOW', {}, VISITOR)).status).toBe(200)
})

/** The same path in this many upper and lower case spellings. */
const spelled = (path: string, number: number) =>
  [...path].map((letter, at) => ((number >> (at - 1)) & 1 ? letter.toUpperCase() : letter)).join('')

test('made-up paths and spellings evict no page from the cache', async () => {
  const get = largeSite({ path: 'ourtermsofstay', loader: () => null })
  const path = '/ourtermsofstay'
  for (let number = 1; number <= 150; number += 1) {
    await get(`/nowhere-${number}`)
    await get(spelled(path, number))
    if (number === 1) await get(path)
  }
  const before = renders.length
  expect(before).toBe(301)
  expect((await get(path)).status).toBe(200)
  expect((await get('/nowhere-150')).status).toBe(404)
  expect(renders, 'both are answered from memory').toHaveLength(before)
  await get('/nowhere-20')
  expect(renders, 'of what was made up only the last is kept').toHaveLength(before + 1)
}, 60_000)

test('a path that begins with two slashes does not name another site, and is not cached', async () => {
  const get = largeSite({ path: 'ourtermsofstay', loader: () => null })
  const raw = (path: string) => get(`http://localhost${path}`)
  for (const path of [
    '//',
    '//:',
    '//[x',
    '//a1/',
    '//a1/ourtermsofstay',
    '///ourtermsofstay',
    '//evil.example:99999',
  ]) {
    const answer = await raw(path)
    expect([path, answer.status]).toEqual([path, 404])
  }
  expect((await raw('/ourtermsofstay')).status).toBe(200)
  for (let number = 1; number <= 150; number += 1) await raw(`//a${number}/ourtermsofstay`)
  const before = renders.length
  expect((await raw('/ourtermsofstay')).status).toBe(200)
  expect(renders, 'the page is answered from memory').toHaveLength(before)
}, 60_000)
