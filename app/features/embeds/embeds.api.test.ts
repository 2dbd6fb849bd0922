import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { Database } from '#app/platform/db/database.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { noRateLimits, openRateLimits, type RateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { EMBEDDED_PARTS } from '#app/shared/booking-providers.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { embedsApi } from './embeds.api.server.ts'

afterEach(() => void vi.useRealTimers())

function site(limits: RateLimits = noRateLimits) {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const clock = testClock()
  const api = embedsApi(testServices({} as Database, { log, clock, limits }))
  const report = async (part: string, path = '/search') => {
    const body = JSON.stringify({ part, path })
    const headers = { 'content-type': 'application/json' }
    return (await api.request('/api/embed-failures', { method: 'POST', headers, body })).status
  }
  return { report, lines }
}

test('a part that did not load is logged for the operator, with the page', async () => {
  const { report, lines } = site()
  for (const part of EMBEDDED_PARTS) expect(await report(part)).toBe(204)
  expect(lines).toEqual(EMBEDDED_PARTS.map((part) => expect.objectContaining({ level: 40, part, path: '/search' })))
})

test('nothing else gets into the log: no other part, no other site, no secret of an address', async () => {
  const { report, lines } = site()
  expect(await report('a story of mine')).toBe(400)
  expect(await report('booking frame', 'https://evil.example')).toBe(400)
  expect(lines).toEqual([])
  expect(await report('booking frame', '/stay/s3cret?with=s3cret')).toBe(204)
  expect(lines).toEqual([expect.objectContaining({ path: '/stay/...' })])
})

test('30 reports a minute are logged, and the others still get an answer', async () => {
  // The library uses the system clock.
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const clock = testClock()
  const log = createLog('silent')
  const database = { kind: 'embedded' } as Database
  const limits = openRateLimits({ config: readConfig({}), database, clock, log })
  // As from many visitors: the limit of each address does not count.
  const { report, lines } = site({
    ...limits,
    consume: (name, address) => limits.consume(name, name === 'embed-failures' ? randomUUID() : address),
  })
  for (let count = 0; count < 40; count += 1) expect(await report('stay-search')).toBe(204)
  expect(lines).toHaveLength(30)
  vi.setSystemTime(NOON.getTime() + 60_000)
  expect(await report('stay-search')).toBe(204)
  expect(lines).toHaveLength(31)
})
