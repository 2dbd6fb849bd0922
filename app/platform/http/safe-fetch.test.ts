import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whileCollecting } from '#test/collect-garbage.ts'
import { type SafeFetchRequest, safeFetch } from './safe-fetch.server.ts'

let server: http.Server
let origin: string
let asked: { path: string; headers: http.IncomingHttpHeaders }[]
let answer: (response: http.ServerResponse, path: string) => void

beforeEach(async () => {
  asked = []
  answer = (response) => response.end('hello')
  server = http.createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers })
    answer(response, request.url ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const read = (address: string, change: Partial<SafeFetchRequest> = {}) =>
  safeFetch({ address, maxBytes: 1000, signal: AbortSignal.timeout(10_000), allowLoopback: true, ...change })
const reason = async (address: string, change: Partial<SafeFetchRequest> = {}) => {
  const outcome = await read(address, change)
  return outcome.ok ? outcome.status : outcome.reason
}
const port = () => new URL(origin).port
const named =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

test('returns status, headers and bytes, and sends the request headers', async () => {
  answer = (response) => response.writeHead(200, { etag: '"1"' }).end('hello')
  const outcome = await read(`${origin}/a?b=c`, { headers: { 'if-none-match': '"0"' } })
  expect(outcome).toMatchObject({ ok: true, status: 200, headers: { etag: '"1"' } })
  expect(outcome.ok && new TextDecoder().decode(outcome.body)).toBe('hello')
  expect(asked).toMatchObject([{ path: '/a?b=c', headers: { 'if-none-match': '"0"', 'accept-encoding': 'identity' } }])
})

test.each<[string, (response: http.ServerResponse) => void]>([
  ['before its headers', () => {}],
  ['in the body', (response) => response.writeHead(200).write('BEGIN')],
])('a site that falls silent %s is left in time, also when garbage is collected meanwhile', async (_, silent) => {
  answer = silent
  const signal = () => AbortSignal.any([new AbortController().signal, AbortSignal.timeout(300)])
  expect(await whileCollecting(() => reason(`${origin}/a`, { signal: signal() }))).toBe('stopped')
})

test('without permission, loopback is as blocked as any private network, in every spelling', async () => {
  for (const host of [
    '127.0.0.1',
    'localhost',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '0.0.0.0',
    '[::]',
  ])
    expect(await reason(`http://${host}:${port()}/`, { allowLoopback: false }), host).toBe('private-address')
  for (const host of ['10.0.0.1', '169.254.169.254', '[fd00:ec2::254]', '[fe80::1]', '100.64.0.1', '192.168.0.1'])
    expect(await reason(`http://${host}/`), host).toBe('private-address')
  expect(asked).toEqual([])
})

test('a name is checked by all its addresses at connect time', async () => {
  const at = `http://calendars.example:${port()}/`
  expect(await reason(at, { resolve: named('127.0.0.1') })).toBe(200)
  expect(await reason(at, { allowLoopback: false, resolve: named('127.0.0.1') })).toBe('private-address')
  expect(await reason(at, { allowLoopback: false, resolve: named('8.8.8.8', '127.0.0.1') })).toBe('private-address')
  expect(await reason(at, { resolve: named('127.0.0.1', '10.0.0.1') })).toBe('private-address')
  expect(await reason(at, { resolve: named('::ffff:10.0.0.1') })).toBe('private-address')
  // The connection uses the same lookup result, so DNS rebinding between two lookups is impossible.
  let lookups = 0
  const changing = async () => {
    lookups += 1
    return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
  }
  expect(await reason(at, { resolve: changing })).toBe(200)
  expect(lookups).toBe(1)
  expect(await reason(at, { resolve: () => Promise.reject(new Error('ENOTFOUND')) })).toBe('unknown-host')
  expect(await reason(at, { resolve: named() })).toBe('unknown-host')
})

test('redirects are followed, each checked like the first address', async () => {
  const targets: Record<string, string> = {
    '/there': '/here',
    '/inside': 'http://10.0.0.1/secret',
    '/metadata': 'http://169.254.169.254/latest/meta-data/',
    '/rebound': 'http://inside.example/',
    '/file': 'file:///etc/passwd',
    '/broken': 'http://',
    '/round': '/round',
  }
  answer = (response, path) => {
    const location = targets[path]
    if (location) response.writeHead(302, { location }).end()
    else response.end('hello')
  }
  expect(await reason(`${origin}/there`)).toBe(200)
  for (const path of ['/inside', '/metadata']) expect(await reason(`${origin}${path}`)).toBe('private-address')
  expect(await reason(`${origin}/rebound`, { resolve: named('192.168.1.1') })).toBe('private-address')
  for (const path of ['/file', '/broken']) expect(await reason(`${origin}${path}`)).toBe('bad-address')
  asked = []
  expect(await reason(`${origin}/round`)).toBe('too-many-redirects')
  expect(asked).toHaveLength(6)
})

test('other schemes are refused before any request', async () => {
  for (const address of ['ftp://example.com/a', 'file:///etc/passwd', 'javascript:alert(1)', 'calendar.ics', ''])
    expect(await reason(address), address).toBe('bad-address')
})

test('an oversized response is refused, with a content length or without', async () => {
  answer = (response) => response.end('x'.repeat(1000))
  expect(await reason(origin)).toBe(200)
  answer = (response) => response.end('x'.repeat(1001))
  expect(await reason(origin)).toBe('too-large')
  answer = (response) => {
    const more = () => response.write('x'.repeat(500), () => setTimeout(more, 1))
    more()
  }
  expect(await reason(origin)).toBe('too-large')
})

test('a response that is compressed unasked is decompressed, up to the size limit', async () => {
  const bodyOf = async () => {
    const fetched = await read(origin)
    return fetched.ok ? new TextDecoder().decode(fetched.body) : fetched.reason
  }
  const packed: [string | null, Uint8Array | string][] = [
    ['gzip', gzipSync('hello')],
    [null, gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['deflate', deflateSync('hello')],
    ['deflate', deflateRawSync('hello')],
    ['br', brotliCompressSync('hello')],
    // What it says it is not.
    ['gzip', 'hello'],
    ['br', 'hello'],
    ['deflate', 'hello'],
    ['aws-chunked', 'hello'],
  ]
  for (const [encoding, body] of packed) {
    answer = (response) => response.writeHead(200, encoding ? { 'content-encoding': encoding } : {}).end(body)
    expect(await bodyOf(), String(encoding)).toBe('hello')
  }
  answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1001)))
  expect(await bodyOf()).toBe('too-large')
  answer = (response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('x'.repeat(99_999)))
  expect(await bodyOf()).toBe('too-large')
})

test('truncated, stalled and missing responses are refused', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('x')
    setTimeout(() => response.destroy(), 20)
  }
  expect(await reason(origin)).toBe('no-connection')
  answer = (response) => void response.write('x')
  expect(await reason(origin, { signal: AbortSignal.timeout(200) })).toBe('stopped')
  answer = () => {}
  expect(await reason(origin, { signal: AbortSignal.timeout(200) })).toBe('stopped')
  server.closeAllConnections()
  server.close()
  expect(await reason(origin)).toBe('no-connection')
})
