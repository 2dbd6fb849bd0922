import { beforeEach, expect, test } from 'vitest'
import { testClock, unchangedVersions } from '#test/factories.ts'
import { createPageCache, type PageCache } from './page-cache.ts'

const headers = new Headers()
const context = { req: { header: () => undefined, method: 'HEAD' } } as never
let cache: PageCache
let rendered: number

beforeEach(() => {
  cache = createPageCache({ clock: testClock(), versions: unchangedVersions })
  rendered = 0
})

const pageOf = (key: string) => ({ key, isUsual: !key.includes('?'), dependsOn: 'nights' as const })
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`)

/** Opens pages of this many bytes. Returns how many were rendered so far. */
async function open(bytes: number, ...keys: string[]): Promise<number> {
  const html = new Uint8Array(bytes)
  for (const key of keys) {
    await cache.share(context, pageOf(key), async () => {
      rendered += 1
      return { status: 200, html, headers }
    })
  }
  return rendered
}

test('the cache holds about a hundred pages of 100 KB, and evicts the oldest', async () => {
  expect(await open(100_000, ...numbered(120, '/page-'))).toBe(120)
  expect(await open(100_000, '/page-119', '/page-60')).toBe(120)
  expect(await open(100_000, '/page-0')).toBe(121)
})

test('pages with a query evict only each other', async () => {
  await open(100_000, '/', ...numbered(240, '/search?adults='))
  expect(await open(100_000, '/')).toBe(241)
  expect(await open(100_000, '/search?adults=0')).toBe(242)
})

test('100,000 different questions leave a bounded number of pages in memory', async () => {
  const questions = numbered(100_000, '/search?adults=')
  await open(10_000, ...questions)
  let cached = 0
  for (const question of questions) if (await cache.find(context, pageOf(question))) cached += 1
  expect(cached).toBeGreaterThan(500)
  expect(cached).toBeLessThan(1_200)
}, 60_000)
