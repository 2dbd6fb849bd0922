import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { Database } from '#app/platform/db/database.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { testServices } from '#test/factories.ts'
import { createApi } from './api.ts'

/** No call here succeeds: bodies and queries are refused first, and there is no database. */
function site(environment: Record<string, string> = {}) {
  const config = readConfig({ SITE_URL: 'https://stay.example', ...environment })
  const services = testServices({ kind: 'embedded' } as Database, { config })
  const api = createApi({ ...services, limits: openRateLimits(services) })
  api.onError((_error, context) => context.json({ code: 'internal', message: '' }, 500))
  return api
}
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

type Operation = { responses: Record<string, unknown> }
const { paths } = (await (await site().request('/api/openapi.json')).json()) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    call: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/g, 'x'),
    answers: Object.keys(responses),
  })),
)
/** Counted where the work is done, not in a middleware: searches, promo codes and email lookups. */
const COUNTED_INSIDE = [
  'GET /api/availability',
  'GET /api/properties/{id}/promo-codes/{code}',
  'GET /api/entries/{email}',
]
/** The payment service has no rate limit: it retries refused calls. */
const WEBHOOK = 'POST /api/webhooks/stripe'
const saysLimited = operations.filter(({ answers }) => answers.includes('429'))
const limited = saysLimited.filter(({ call }) => call !== WEBHOOK && !COUNTED_INSIDE.includes(call))

test('every call that changes something is limited, except those of the operator and the payment service', () => {
  const unlimited = operations.filter(
    (operation) => operation.method !== 'GET' && !limited.includes(operation) && !operation.answers.includes('401'),
  )
  expect(unlimited.map(({ call }) => call)).toEqual([WEBHOOK])
  expect(limited.length).toBeGreaterThan(10)
  expect(operations.map(({ call }) => call)).toEqual(expect.arrayContaining(COUNTED_INSIDE))
})

test('every call with its own limit documents it', async () => {
  for (const { call, method, path } of operations.filter(
    (operation) => !saysLimited.includes(operation) || operation.call === WEBHOOK,
  )) {
    const api = site()
    for (let count = 0; count < 310; count += 1) {
      expect((await api.request(path, { method }, from('203.0.113.7'))).status, call).not.toBe(429)
    }
  }
})

describe.each(limited)('$call', ({ method, path }) => {
  const ask = (api: ReturnType<typeof site>, address: string, headers: Record<string, string> = {}) =>
    api.request(path, { method, headers }, from(address))

  test('answers 429 with the time to wait and a message when one address calls too often', async () => {
    const api = site()
    let answer = await ask(api, '203.0.113.7')
    for (let count = 0; answer.status !== 429 && count < 400; count += 1) answer = await ask(api, '203.0.113.7')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      code: 'too-many',
      message: expect.stringMatching(
        /^There were too many tries .* Please wait \d+ (second|minute|hour)s?, then try again\.$/,
      ),
    })
    expect((await ask(api, '203.0.113.8')).status).not.toBe(429)
  })
})

test('all calls together are limited too, except health', async () => {
  const api = site()
  const ask = (path: string) => api.request(path, {}, from('203.0.113.7'))
  for (let count = 0; count < 600; count += 1) expect((await ask('/api/nothing')).status).toBe(404)
  expect((await ask('/api/openapi.json')).status).toBe(429)
  expect((await ask('/healthz')).status).toBe(200)
})

test('behind a trusted proxy each visitor has a limit, and addresses cannot be forged', async () => {
  const quotes = async (api: ReturnType<typeof site>, forwarded: (count: number) => string) => {
    for (let count = 0; count < 100; count += 1) {
      const headers = { 'x-forwarded-for': forwarded(count) }
      const answer = await api.request('/api/quotes', { method: 'POST', headers }, from('10.0.0.7'))
      if (answer.status === 429) return count
    }
    return 100
  }
  const proxied = () => site({ TRUSTED_PROXIES: '10.0.0.0/8' })
  expect(await quotes(proxied(), (count) => `198.51.100.${count}`)).toBe(100)
  expect(await quotes(proxied(), (count) => `198.51.100.${count}, 203.0.113.7`)).toBe(60)
  expect(await quotes(site(), (count) => `198.51.100.${count}`)).toBe(60)
})

test('embedding pages can read how long to wait', async () => {
  const api = site({ EMBED_ORIGINS: 'https://blog.example' })
  const headers = { origin: 'https://blog.example' }
  const answer = await api.request('/api/quotes', { method: 'POST', headers })
  expect(answer.headers.get('access-control-expose-headers')).toBe('Retry-After')
})
