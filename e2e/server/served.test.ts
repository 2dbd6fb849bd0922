import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { stayToQuery } from '#app/shared/stay.ts'
import { ask } from '../ask.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, pathOf, propertyOf } from '../stays.ts'

const frame = `/embed/book/${propertyOf('large-luxury').id}`

function directive(policy: string, name: string): string[] {
  const found = policy.split('; ').find((one) => one.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}

test('the content security policy of a page lists each inline script by its hash and blocks any other; other sites frame the booking frame alone', async () => {
  for (const path of ['/', '/search', '/contact', '/property/lake-keowee', '/nowhere', frame]) {
    const { headers, text } = await ask(`${siteUrl()}${path}`)
    const policy = String(headers['content-security-policy'])
    const allowed = directive(policy, 'script-src')
    expect(
      allowed.filter((source) => !source.startsWith("'sha256-")),
      path,
    ).toEqual(["'self'"])
    const scripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
      .filter(([, attributes = '']) => !/\ssrc=|application\/ld\+json/.test(attributes))
      .map(([, , body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)
    expect(scripts.length, path).toBeGreaterThan(0)
    expect(
      scripts.filter((hash) => !allowed.includes(hash)),
      path,
    ).toEqual([])
    expect(text, path).not.toMatch(/\snonce=|\son(?:click|load|error)=/)
    const framers = path === frame ? ["'self'", 'http://localhost:*', 'http://127.0.0.1:*'] : ["'none'"]
    expect(directive(policy, 'frame-ancestors'), path).toEqual(framers)
  }
})

test('every response has the security headers and its own request id', async () => {
  const ids = new Set<unknown>()
  for (const path of ['/', frame, '/api/properties', '/healthz', '/favicon.svg', '/nowhere']) {
    const { headers } = await ask(`${siteUrl()}${path}`)
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    ids.add(headers['x-request-id'])
  }
  expect(ids.size).toBe(6)
})

test('hashed assets are cached forever and compressed with brotli', async () => {
  const { text } = await ask(siteUrl())
  const assets = [...new Set(text.match(/\/assets\/[^"]+\.(?:js|css)/g))]
  expect(assets.length).toBeGreaterThan(4)
  for (const path of assets) {
    const { status, headers } = await ask(`${siteUrl()}${path}`, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(status, path).toBe(200)
    expect(headers, path).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
  }
  expect((await ask(`${siteUrl()}/assets/gone-00000000.js`)).headers['cache-control']).not.toContain('immutable')
})

test('a page that is the same for every visitor is answered with 304 to a browser that has it, in each encoding', async () => {
  const first = await ask(`${siteUrl()}/contact`)
  const { etag = '' } = first.headers
  expect(etag).toMatch(/^(?:W\/)?"[\w-]+"$/)
  const again = await ask(`${siteUrl()}/contact`, { headers: { 'if-none-match': etag } })
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])

  const plain = await ask(`${siteUrl()}/host-with-us`)
  const brotli = await ask(`${siteUrl()}/host-with-us`, { headers: { 'accept-encoding': 'br' } })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text)
  const head = await ask(`${siteUrl()}/host-with-us`, { method: 'HEAD' })
  expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, plain.headers.etag])
})

test('a page is not cached by browsers where it shows nights, with a session, or when it is the frame or missing', async () => {
  const stay = await freeStay('lake-keowee')
  for (const path of [
    '/',
    '/search',
    propertyOf('lake-keowee').path,
    pathOf('lake-keowee', stay),
    `/search?${stayToQuery(stay)}`,
    frame,
    '/nowhere',
    '/api/properties',
  ]) {
    const { headers } = await ask(`${siteUrl()}${path}`)
    expect([path, headers.etag, headers['cache-control']]).toEqual([path, undefined, 'no-store'])
  }
  expect((await ask(`${siteUrl()}/contact`, { headers: { cookie: 'session=1' } })).headers.etag).toBeUndefined()
})

const FOREIGN: [what: string, headers: Record<string, string>][] = [
  ['a foreign Host', { host: 'rebound.example' }],
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['a forwarded request', { 'x-forwarded-for': '203.0.113.7' }],
  ['a forwarded host', { forwarded: 'for=203.0.113.7' }],
]

test('in demo mode whatever comes from elsewhere is refused, and another name of this machine works', async () => {
  for (const [what, headers] of FOREIGN) {
    for (const path of ['/', '/property/large-luxury', '/api/properties', '/favicon.svg', frame]) {
      const { status, text, headers: answered } = await ask(`${siteUrl()}${path}`, { headers })
      const isCall = path.startsWith('/api/')
      const kind = isCall ? 'application/json' : 'text/html; charset=utf-8'
      expect([what, path, status, answered['content-type']]).toEqual([what, path, 403, kind])
      expect(isCall ? JSON.parse(text).message : text).toContain('Set SITE_URL')
    }
  }
  const { port } = new URL(siteUrl())
  const { status, text } = await ask(`${siteUrl()}/contact`, { headers: { host: `localhost:${port}` } })
  expect(status).toBe(200)
  expect(text).toContain(`<link rel="canonical" href="${siteUrl()}/contact"`)
})

test('a call of 20 MB, one that is not JSON, and one to an unknown path are refused with a message', async () => {
  const body = JSON.stringify({ guestName: 'x'.repeat(20 * 1024 * 1024) })
  const type = { 'content-type': 'application/json' }
  const headers = { ...type, 'content-length': Buffer.byteLength(body) }
  const answer = await ask(`${siteUrl()}/api/bookings`, { method: 'POST', headers, body })
  expect([answer.status, JSON.parse(answer.text).message]).toEqual([413, expect.stringMatching(/\w/)])
  expect((await ask(`${siteUrl()}/readyz`)).status).toBe(200)
  const garbled = await ask(`${siteUrl()}/api/bookings`, { method: 'POST', headers: type, body: '{"guest' })
  expect([garbled.status, JSON.parse(garbled.text)]).toEqual([
    400,
    expect.objectContaining({ code: expect.any(String) }),
  ])
  const unknown = await ask(`${siteUrl()}/api/nothing`)
  expect([unknown.status, JSON.parse(unknown.text).code]).toEqual([404, 'not-found'])
})
