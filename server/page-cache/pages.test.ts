import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { data } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { builtSite, PAGE_HTML as HTML, type PageRoute } from '#test/built-site.ts'
import { openSharedDatabase, type TestDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openSharedDatabase()
})

let shown: { status: number }[]
beforeEach(() => {
  shown = []
  // Development pages are neither cached nor compressed.
  vi.stubEnv('DEV', false)
})
afterEach(() => vi.unstubAllEnvs())

function siteOf(route: PageRoute, services = testServices(database)) {
  return builtSite(services, route, shown)
}
const numberOf = async (answer: Response) => (await answer.text()).slice(HTML.length)

test('only a page marked as embeddable can be read by scripts of EMBED_ORIGINS', async () => {
  const config = readConfig({ SITE_URL: 'https://stay.example', EMBED_ORIGINS: 'https://blog.example' })
  const readerOf = async (handle: PageHandle, origin: string) => {
    const get = siteOf({ handle, loader: () => null }, testServices(database, { config }))
    return (await get('/', { headers: { origin } })).headers.get('access-control-allow-origin')
  }
  expect(await readerOf({ embeddable: true, perRequest: true }, 'https://blog.example')).toBe('https://blog.example')
  expect(await readerOf({ embeddable: true, perRequest: true }, 'https://evil.example')).toBeNull()
  expect(await readerOf({ perRequest: true }, 'https://blog.example')).toBeNull()
})

test('the camera, the payment service and frames are only for pages that request them', async () => {
  const headersOf = async (handle: PageHandle) => (await siteOf({ handle, loader: () => null })('/')).headers
  const plain = await headersOf({})
  expect(plain.get('permissions-policy')).toBeNull()
  expect(plain.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(plain.get('content-security-policy')).not.toContain('blob:')
  const camera = await headersOf({ camera: true })
  expect(camera.get('permissions-policy')).toContain('camera=(self)')
  expect(camera.get('content-security-policy')).toContain('blob:')
  expect((await headersOf({ payment: true })).get('permissions-policy')).toContain('payment=(self')
  expect((await headersOf({ frame: true })).get('content-security-policy')).toContain("frame-ancestors 'self'")
})

describe('a page that everyone sees alike', () => {
  test('is rendered once for all concurrent requests', async () => {
    const get = siteOf({ loader: () => null })
    const answers = await Promise.all([1, 2, 3].map(() => get('/')))
    expect(await Promise.all(answers.map(numberOf))).toEqual(['1', '1', '1'])
    expect(await numberOf(await get('/'))).toBe('1')
  })

  test('is served but not cached while the database cannot report its version', async () => {
    const versions = { current: () => Promise.reject(new Error('connection refused')), recheck: () => {} }
    const get = siteOf({ loader: () => null }, testServices(database, { versions }))
    const first = await get('/')
    expect([first.status, first.headers.get('cache-control'), await numberOf(first)]).toEqual([200, 'no-store', '1'])
    expect(await numberOf(await get('/'))).toBe('2')
  })
})

describe('what a shared rendering does not see', () => {
  const seen: { query: string; headers: string[] }[] = []
  const loader: PageRoute['loader'] = ({ request }) => {
    seen.push({ query: new URL(request.url).search, headers: [...request.headers.keys()] })
    return null
  }
  beforeEach(() => void seen.splice(0))
  const headers = {
    cookie: '_ga=GA1.1.1',
    'user-agent': 'Firefox',
    authorization: 'Basic eA==',
    origin: 'https://a.example',
  }

  test('is anything of the visitor who came first', async () => {
    const get = siteOf({ loader, handle: { visitorQuery: ['sent'] } })
    expect(await numberOf(await get('/contact?utm_source=mail&fbclid=1', { headers }))).toBe('1')
    expect(seen).toEqual([{ query: '', headers: [] }])
    for (const path of ['/contact', '/contact?gclid=2', '/contact?anything=at-all']) {
      expect(await numberOf(await get(path)), path).toBe('1')
    }
  })

  test('is what the page does not read of the query: the same question shares a rendering, in any spelling', async () => {
    const get = siteOf({ loader, handle: { query: ['checkin', 'adults'] } })
    const first = await get('/search?adults=2&utm_source=mail&checkin=2027-06-10', { headers })
    expect([await numberOf(first), first.headers.get('cache-control')]).toEqual(['1', 'private, no-cache'])
    expect(seen).toEqual([{ query: '?checkin=2027-06-10&adults=2', headers: [] }])
    for (const query of ['checkin=2027-06-10&adults=2', 'pets=&fbclid=3&adults=2&checkin=2027-06-10']) {
      expect(await numberOf(await get(`/search?${query}`)), query).toBe('1')
    }
    expect(await numberOf(await get('/search?checkin=2027-06-10&adults=3'))).toBe('2')
    await get('/search?checkin=&checkin=2027-06-10')
    expect(seen.at(-1)?.query, 'a browser takes the first of them').toBe('?checkin=&checkin=2027-06-10')
    expect(await numberOf(await get('/search'))).toBe('4')
    expect(await numberOf(await get(`/search?adults=${'2'.repeat(2000)}`))).toBe('5')
    expect(await numberOf(await get(`/search?adults=${'2'.repeat(2000)}`)), 'a long query is not cached').toBe('6')
  })

  test('differs between a frame and a page of its own only on pages that can be framed', async () => {
    const alone = { headers: { 'sec-fetch-dest': 'document' } }
    const framed = { headers: { 'sec-fetch-dest': 'iframe' } }
    const get = siteOf({ loader, handle: { frame: true } })
    expect(await numberOf(await get('/embed', alone))).toBe('1')
    expect(await numberOf(await get('/embed', framed))).toBe('2')
    expect(await numberOf(await get('/embed', alone))).toBe('1')
    const page = siteOf({ loader })
    expect(await numberOf(await page('/', alone))).toBe(await numberOf(await page('/', framed)))
  })

  test('is the key for its visitor: with one it is rendered for him', async () => {
    const get = siteOf({ loader, handle: { query: ['checkin'], visitorQuery: ['sent'] } })
    await get('/contact')
    const answer = await get('/contact?sent&utm_source=mail', { headers })
    expect([await numberOf(answer), answer.headers.get('cache-control')]).toEqual(['2', 'no-store'])
    expect(seen[1]).toEqual({
      query: '?sent&utm_source=mail',
      headers: expect.arrayContaining(['cookie', 'user-agent']),
    })
    expect(await numberOf(await get('/contact'))).toBe('1')
  })

  test('is hidden from a page that is rendered per request', async () => {
    const get = siteOf({ loader, handle: { perRequest: true } })
    await get('/search', { headers })
    await get('/search?checkin=x', { headers })
    expect(seen.map(({ query }) => query)).toEqual(['', '?checkin=x'])
    expect(seen[0]?.headers).toContain('cookie')
  })

  test('is another spelling of its path: each spelling has its own page', async () => {
    const get = siteOf({ loader: () => null })
    expect(await numberOf(await get('/%63ontact'))).toBe('1')
    expect(await numberOf(await get('/contact'))).toBe('2')
    expect(await numberOf(await get('/%63ontact'))).toBe('1')
  })
})

test('a missing page is rendered once a minute per path', async () => {
  const get = siteOf({ loader: () => data(null, { status: 404 }) })
  for (const path of ['/nowhere', '/nowhere?x=1', '/nowhere']) {
    const answer = await get(path)
    expect([answer.status, await numberOf(answer), answer.headers.get('etag')]).toEqual([404, '1', null])
  }
})

test('HEAD has the headers of the shared page', async () => {
  const get = siteOf({ loader: () => null })
  const head = await get('/', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('etag')).toBe((await get('/')).headers.get('etag'))
})

describe('a page for one visitor', () => {
  const cookies = new Headers([
    ['set-cookie', 'session=1; HttpOnly'],
    ['set-cookie', 'seen=yes'],
  ])

  test('that sets cookies is not cached, and sets each of them', async () => {
    const get = siteOf({ loader: () => null, headers: () => cookies })
    const answer = await get('/')
    expect(answer.headers.getSetCookie()).toEqual(['session=1; HttpOnly', 'seen=yes'])
    expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'no-store'])
    const others = await Promise.all([get('/'), get('/')])
    expect((await Promise.all(others.map(numberOf))).sort()).toEqual(['2', '3'])
  })

  test('that checked who the visitor is is not cached, in demo mode too', async () => {
    const get = siteOf({
      loader: ({ request, context }) => context.get(operatorAccessContext).findOperator(request.headers),
    })
    const first = await get('/')
    expect([first.headers.get('etag'), first.headers.get('cache-control')]).toEqual([null, 'no-store'])
    expect([await numberOf(first), await numberOf(await get('/'))]).toEqual(['1', '2'])
  })

  test('with a session cookie does not come from the cache', async () => {
    const get = siteOf({ loader: () => null })
    expect(await numberOf(await get('/'))).toBe('1')
    const answer = await get('/', { headers: { cookie: 'session=1' } })
    expect([await numberOf(answer), answer.headers.get('cache-control')]).toEqual(['2', 'no-store'])
    expect(await numberOf(await get('/'))).toBe('1')
  })

  test('uses the best encoding that the browser accepts', async () => {
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
  const route: PageRoute = {
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

  test('over 1 MB is refused with a message before the page reads it, with a content length or without', async () => {
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
      expect(await answer.text()).toContain('up to 1 MB')
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    expect([sent, shown]).toEqual([[], []])
  })
})
