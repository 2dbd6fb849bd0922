import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { Database } from '#app/platform/db/database.server.ts'
import { secretPaths } from '#app/platform/http/secret-path.server.ts'
import { SECRET_PATHS } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { pageRoutes } from '#test/page-routes.ts'
import { createApi } from '../api.ts'
import { pathsOf } from '../page-cache/page-match.ts'
import { requestLog } from './request-log.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A site on a port: the server sends the headers that it adds to each answer. */
async function siteWith(options: { environment?: Record<string, string>; level?: string } = {}) {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: options.level ?? 'info', base: null, timestamp: false },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const clock = testClock()
  const services = { config: readConfig(options.environment ?? {}), log, clock } as unknown as Services
  const site = new Hono<{ Variables: { requestId: string } }>()
    .onError((_error, context) => context.json({ code: 'internal', id: context.get('requestId') }, 500))
    .use(requestLog(services))
    .get('/slow', (context) => {
      clock.set(new Date(NOON.getTime() + 42))
      return context.text(context.get('requestId'))
    })
    .get('/framed', (context) =>
      context.text('', 200, { 'referrer-policy': 'no-referrer', 'content-security-policy': "frame-ancestors 'self'" }),
    )
    .get('/broken', () => {
      throw new Error('a bug')
    })
    .get('*', (context) => context.text('here'))
  const server = createServer(getRequestListener(site.fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return { request, lines }
}

test('logs each request in one line: its id, method and path, status and duration', async () => {
  const { request, lines } = await siteWith()
  const response = await request('/slow')
  const id = response.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await response.text()).toBe(id)
  expect(lines).toEqual([
    { level: 30, event: 'request.answered', id, method: 'GET', path: '/slow', status: 200, ms: 42, msg: 'request' },
  ])
})

test('gives each request its own id, whatever the visitor sends', async () => {
  const { request } = await siteWith()
  const ids = await Promise.all(
    [1, 2].map(async () => (await request('/', { headers: { 'x-request-id': 'mine' } })).headers.get('x-request-id')),
  )
  expect(new Set([...ids, 'mine']).size).toBe(3)
})

test('sets the security headers on every answer, including missing pages and errors', async () => {
  const { request, lines } = await siteWith()
  for (const path of ['/', '/missing', '/broken']) {
    const { headers } = await request(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toContain('geolocation=()')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*; frame-ancestors 'none'$/)
    expect(headers.get('x-request-id')).toBeTruthy()
  }
  expect(lines.at(-1)).toMatchObject({ path: '/broken', status: 500 })
})

test('keeps a header that an answer has set itself', async () => {
  const { headers } = await (await siteWith()).request('/framed')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
})

test('sets HSTS for a year under a public address and its subdomains, never in a demo', async () => {
  const answer = async (environment: Record<string, string>) =>
    (await (await siteWith({ environment })).request('/')).headers.get('strict-transport-security')
  expect(await answer({ SITE_URL: 'https://stay.example' })).toBe('max-age=31536000; includeSubDomains')
  expect(await answer({})).toBeNull()
})

test('logs no secret of a URL: neither its last part nor its query', async () => {
  const { request, lines } = await siteWith()
  for (const address of [
    '/stay/s3cret',
    '/Stay/s3cret',
    '/stay/s3cret.data',
    '/stay/s3cret/guests?with=s3cret',
    '/quotes/s3cret',
    '/calendar/s3cret.ics',
    '/newsletter/confirm/s3cret',
    '/newsletter/unsubscribe/s3cret.data',
    '/contact?stayToken=s3cret',
  ]) {
    await request(address)
  }
  expect(lines).toHaveLength(9)
  expect(JSON.stringify(lines)).not.toContain('s3cret')
  expect(lines[0]).toMatchObject({ path: '/stay/...' })
})

test('the log hides the paths that pages and API routes declare as secret, and no others', async () => {
  const routes = await pageRoutes()
  const pages = pathsOf({ routes }, ({ secret }) => secret === true)
  const calls = secretPaths(createApi(testServices({} as Database)))
  const hidden = [...pages, ...calls].map((path) => SECRET_PATHS.find((start) => path.startsWith(`/${start}/`)) ?? path)
  expect([...new Set(hidden)].sort()).toEqual(SECRET_PATHS)
  // A parameter of such a name is a secret.
  const named = pathsOf({ routes }, () => true).filter((path) => /:(?:token|secret)\b/.test(path))
  expect(pages).toEqual(named)
})

test('logs nothing when the log is silent, and still sets the id', async () => {
  const { request, lines } = await siteWith({ level: 'warn' })
  expect((await request('/')).headers.get('x-request-id')).toBeTruthy()
  expect(lines).toEqual([])
})
