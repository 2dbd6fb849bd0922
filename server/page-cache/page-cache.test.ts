import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CurrentVersions, followVersions } from '#app/platform/versions.server.ts'
import { NOON, testClock } from '#test/factories.ts'
import { createPageCache, type PageCache, type SharedPage } from './page-cache.ts'

const HTML = `<!doctype html><title>Home</title>${'<p>Snow, pancakes, snow.</p>'.repeat(50)}`

let clock: ReturnType<typeof testClock>
let version: number
let ask: () => Promise<number>
let asked: number
let rendered: number
let notAfter: Date | undefined
let render: () => Promise<SharedPage | Response>
let cache: PageCache
let versions: CurrentVersions
let site: Hono

/** A site that caches each page it renders, like the server's pages. */
beforeEach(() => {
  clock = testClock()
  version = 7
  ask = async () => version
  asked = 0
  rendered = 0
  notAfter = undefined
  render = async () => {
    rendered += 1
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "script-src 'self'" }
    return { status: 200, html: Buffer.from(`${HTML}${rendered}`), headers: new Headers(headers), notAfter }
  }
  versions = followVersions({
    clock,
    read: async () => {
      asked += 1
      return { content: await ask(), nights: '1', stays: 1, messages: 1 }
    },
  })
  cache = createPageCache({ clock, versions })
  site = new Hono().get('*', async (context) => {
    const page = pageOf(new URL(context.req.url).pathname)
    return (await cache.find(context, page)) ?? cache.share(context, page, () => render())
  })
})

const pageOf = (key: string) => ({ key, isUsual: !key.startsWith('/stray'), dependsOn: 'content' as const })

/** Work that continues until the test ends it. */
function pending<T>() {
  return Promise.withResolvers<T>()
}

const later = (milliseconds: number) => clock.set(new Date(clock.now().getTime() + milliseconds))
const get = (path = '/', headers: Record<string, string> = {}) => site.request(path, { headers })
const body = async (path = '/') => (await (await get(path)).text()).slice(HTML.length)

describe('a cached page', () => {
  test('is served unchanged to the next visitor, with its policy', async () => {
    const first = await get()
    const second = await get()
    expect(rendered).toBe(1)
    expect(await second.text()).toBe(await first.text())
    expect(Object.fromEntries(second.headers)).toEqual(Object.fromEntries(first.headers))
    expect(second.headers.get('content-security-policy')).toBe("script-src 'self'")
    expect(second.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('is keyed by path and not by Host header', async () => {
    await get('/', { host: 'evil.example' })
    expect(await body('/')).toBe('1')
    expect(await body('/contact')).toBe('2')
    expect(rendered).toBe(2)
  })

  test('expires a minute after it was rendered, and not before', async () => {
    await get()
    later(59_999)
    expect(await body()).toBe('1')
    later(1)
    expect(await body()).toBe('2')
  })

  test('expires at the time it sets itself', async () => {
    notAfter = new Date(NOON.getTime() + 5_000)
    await get()
    later(4_999)
    expect(await body()).toBe('1')
    later(1)
    expect(await body()).toBe('2')
  })

  test('expires when a day or a notice period may end somewhere: at a full quarter of an hour', async () => {
    clock.set(new Date('2027-06-01T18:14:50Z'))
    await get()
    later(9_999)
    expect(await body()).toBe('1')
    later(1)
    expect(await body()).toBe('2')
    later(59_999)
    expect(await body()).toBe('2')
  })

  test('does not live longer because it sets a later time', async () => {
    notAfter = new Date(NOON.getTime() + 3_600_000)
    await get()
    later(60_000)
    expect(await body()).toBe('2')
  })
})

describe('a change of the content', () => {
  test('by another process is visible within a second', async () => {
    await get()
    version = 8
    later(999)
    expect(await body()).toBe('1')
    later(1)
    expect(await body()).toBe('2')
  })

  test('by this process is visible at once', async () => {
    await get()
    version = 8
    versions.recheck()
    expect(await body()).toBe('2')
    expect(await body()).toBe('2')
  })

  test('during a rendering makes that page outdated', async () => {
    const usual = render
    render = async () => {
      version = 8
      return usual()
    }
    await get()
    versions.recheck()
    expect(await body()).toBe('2')
  })

  test('is checked at most once a second', async () => {
    await get()
    for (let n = 0; n < 20; n += 1) await get()
    expect(asked).toBe(1)
    later(1_000)
    await get()
    expect(asked).toBe(2)
  })

  test('by this process is visible even while the old version is being read', async () => {
    await get()
    later(1_000)
    const query = pending<number>()
    ask = () => query.promise
    const before = body()
    versions.recheck()
    ask = async () => 8
    expect(await body()).toBe('2')
    query.resolve(7)
    await before
    expect(await body()).toBe('2')
  })

  test('is checked once for all concurrent requests', async () => {
    await get()
    later(1_000)
    const query = pending<number>()
    ask = () => query.promise
    const visitors = Array.from({ length: 20 }, () => body())
    query.resolve(7)
    expect(new Set(await Promise.all(visitors))).toEqual(new Set(['1']))
    expect([asked, rendered]).toEqual([2, 1])
  })

  test('that cannot be checked lets the cached page expire after its minute, and is retried', async () => {
    await get()
    later(1_000)
    ask = () => Promise.reject(new Error('the database is unavailable'))
    expect(await body()).toBe('1')
    await expect(versions.current()).rejects.toThrow('unavailable')
    ask = async () => 8
    expect(await body()).toBe('2')
    later(60_000)
    ask = () => Promise.reject(new Error('the database is unavailable'))
    expect(await cache.find({} as never, pageOf('/'))).toBeNull()
  })

  test('is checked again when the clock was set back', async () => {
    await get()
    version = 8
    later(-3_600_000)
    expect(await body()).toBe('2')
  })
})

describe('a page that several ask for at once', () => {
  const usual = () => render

  test('is rendered once for all of them', async () => {
    const door = pending<void>()
    const once = usual()
    render = () => door.promise.then(once)
    const visitors = Array.from({ length: 20 }, () => body())
    door.resolve()
    expect(new Set(await Promise.all(visitors))).toEqual(new Set(['1']))
    expect(rendered).toBe(1)
  })

  test('is rendered again for requests after a change', async () => {
    const door = pending<void>()
    const once = usual()
    render = () => door.promise.then(once)
    const before = body()
    await new Promise(setImmediate)
    render = once
    version = 8
    versions.recheck()
    expect(await body()).toBe('1')
    door.resolve()
    expect(await before).toBe('2')
    expect(await body(), 'the page from before the change is shown to nobody who comes after it').not.toBe('2')
  })

  test('is rendered separately for each of them when it is personal', async () => {
    render = async () => {
      rendered += 1
      return new Response(`${HTML}${rendered}`)
    }
    expect((await Promise.all([body(), body(), body()])).sort()).toEqual(['1', '2', '3'])
  })

  test('fails only for the request whose rendering failed', async () => {
    const door = pending<never>()
    const broken = cache.share({} as never, pageOf('/'), () => door.promise)
    await new Promise(setImmediate)
    const others = [body(), body()]
    door.reject(new Error('this visitor went away'))
    await expect(broken).rejects.toThrow('went away')
    for (const shown of await Promise.all(others)) expect(['1', '2']).toContain(shown)
  })
})

describe('the answer', () => {
  test('uses the best encoding that the browser accepts', async () => {
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['deflate', null, (bytes: Uint8Array) => bytes],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0', null, (bytes: Uint8Array) => bytes],
    ] as const) {
      for (const _first of [true, false]) {
        const answer = await get('/', { 'accept-encoding': accepted })
        expect(answer.headers.get('content-encoding'), accepted).toBe(encoding)
        expect(answer.headers.get('vary')).toBe('Accept-Encoding')
        expect(Buffer.from(decode(new Uint8Array(await answer.arrayBuffer()))).toString()).toBe(`${HTML}1`)
      }
    }
  })

  test('is 304 without a body when the browser has the current page', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    for (const named of [etag, etag.slice('W/'.length), `"other", ${etag}`]) {
      const again = await get('/', { 'if-none-match': named, 'accept-encoding': 'br' })
      expect(again.status, named).toBe(304)
      expect(await again.text()).toBe('')
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get('content-encoding')).toBeNull()
    }
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
    later(60_000)
    expect((await get('/', { 'if-none-match': etag })).status).toBe(200)
  })

  test('to HEAD has the headers and no body', async () => {
    await get()
    const answer = await site.request('/', { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('etag')).not.toBeNull()
  })
})
