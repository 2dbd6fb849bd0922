import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { operatorAccessContext } from '#app/platform/operator-access.server.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { createPages, pageCacheFor } from './pages.ts'

const HTML = `<!doctype html><title>Home</title>${'<p>Snow, pancakes, snow.</p>'.repeat(50)}`

/** What the router is built from, without React: one route whose loader, action and headers are these. */
type Route = {
  loader?: (asked: { request: Request; context: RouterContextProvider }) => unknown
  action?: (asked: { request: Request }) => unknown
  headers?: (given: { loaderHeaders: Headers }) => HeadersInit
}
function buildOf(route: Route, shown: { status: number }[]): ServerBuild {
  const handleRequest = (_request: Request, status: number, headers: Headers) => {
    shown.push({ status })
    headers.set('content-type', 'text/html')
    return new Response(`${HTML}${shown.length}`, { status, headers })
  }
  const entry = { module: { default: handleRequest, handleError: () => {} } }
  const routes = { root: { id: 'root', path: '*', module: { default: () => null, ...route } } }
  const routeDiscovery = { mode: 'initial', manifestPath: '/__manifest' }
  const manifest = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' }
  return {
    entry,
    routes,
    assets: manifest,
    publicPath: '/',
    future: {},
    ssr: true,
    routeDiscovery,
  } as unknown as ServerBuild
}

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let shown: { status: number }[]
beforeEach(() => {
  shown = []
  // Development pages are neither kept nor compressed.
  vi.stubEnv('DEV', false)
})
afterEach(() => vi.unstubAllEnvs())

function siteOf(route: Route, services = testServices(database)) {
  const cache = pageCacheFor(services)
  const site = new Hono()
    .use(async (context, next) => {
      if (context.req.header('cookie')) return next()
      return (await cache.find(context, context.req.path)) ?? next()
    })
    .route('/', createPages(services, buildOf(route, shown), cache))
  return (path: string, init?: RequestInit) => site.request(path, init)
}
const numberOf = async (answer: Response) => (await answer.text()).slice(HTML.length)

describe('a page that everyone sees alike', () => {
  test('is rendered once, also for those who come while it is', async () => {
    const get = siteOf({ loader: () => null })
    const answers = await Promise.all([1, 2, 3].map(() => get('/')))
    expect(await Promise.all(answers.map(numberOf))).toEqual(['1', '1', '1'])
    expect(await numberOf(await get('/'))).toBe('1')
  })

  test('is shown as it is, and not kept, while the database cannot say its version', async () => {
    const away = { select: () => ({ from: () => Promise.reject(new Error('connection refused')) }) } as never
    const get = siteOf({ loader: () => null }, testServices(database, { db: away }))
    const first = await get('/')
    expect([first.status, first.headers.get('cache-control'), await numberOf(first)]).toEqual([200, 'no-store', '1'])
    expect(await numberOf(await get('/'))).toBe('2')
  })
})

describe('a page for one visitor', () => {
  const cookies = new Headers([
    ['set-cookie', 'session=1; HttpOnly'],
    ['set-cookie', 'seen=yes'],
  ])

  test('that sets cookies is kept for nobody else, and sets each of them', async () => {
    const get = siteOf({ loader: () => null, headers: () => cookies })
    const answer = await get('/')
    expect(answer.headers.getSetCookie()).toEqual(['session=1; HttpOnly', 'seen=yes'])
    expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'no-store'])
    const others = await Promise.all([get('/'), get('/')])
    expect((await Promise.all(others.map(numberOf))).sort()).toEqual(['2', '3'])
  })

  test('who was asked about is kept for nobody else, in demo mode too', async () => {
    const get = siteOf({
      loader: ({ request, context }) => context.get(operatorAccessContext).isOperator(request.headers),
    })
    const first = await get('/')
    expect([first.headers.get('etag'), first.headers.get('cache-control')]).toEqual([null, 'no-store'])
    expect([await numberOf(first), await numberOf(await get('/'))]).toEqual(['1', '2'])
  })

  test('with a cookie does not come from the kept pages', async () => {
    const get = siteOf({ loader: () => null })
    expect(await numberOf(await get('/'))).toBe('1')
    const answer = await get('/', { headers: { cookie: 'session=1' } })
    expect([await numberOf(answer), answer.headers.get('cache-control')]).toEqual(['2', 'no-store'])
    expect(await numberOf(await get('/'))).toBe('1')
  })

  test('comes in the best encoding that the browser takes', async () => {
    const get = siteOf({ loader: () => null })
    for (const [accepted, encoding, decode] of [
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0', null, (bytes: Uint8Array) => bytes],
    ] as const) {
      const answer = await get('/?once', { headers: { 'accept-encoding': accepted } })
      expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
        encoding,
        'Accept-Encoding',
      ])
      expect(Buffer.from(decode(new Uint8Array(await answer.arrayBuffer()))).toString()).toMatch(/snow\.<\/p>\d$/)
    }
  })
})

describe('a form', () => {
  const sent: string[] = []
  const route: Route = {
    loader: () => null,
    action: async ({ request }) => {
      sent.push(String((await request.formData()).get('name')))
      return null
    },
  }
  const form = (name: string) => new URLSearchParams({ name })
  beforeEach(() => void sent.splice(0))

  test('of up to 1 MB reaches its page', async () => {
    const answer = await siteOf(route)('/', { method: 'POST', body: form('x'.repeat(1_000_000)) })
    expect([answer.status, sent[0]?.length]).toEqual([200, 1_000_000])
  })

  test('of more is refused in words before the page reads it, whether or not it says its size', async () => {
    const post = siteOf(route)
    const bytes = new TextEncoder().encode(`name=${'x'.repeat(1_100_000)}`)
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536))
        controller.close()
      },
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const sized = { method: 'POST', body: bytes, headers: { ...headers, 'content-length': String(bytes.length) } }
    const chunked = { method: 'POST', body: stream, headers, duplex: 'half' } as RequestInit
    for (const init of [sized, chunked]) {
      const answer = await post('/', init)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
      expect(await answer.text()).toContain('1 MB at most')
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    expect([sent, shown]).toEqual([[], []])
  })
})
