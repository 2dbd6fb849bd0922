import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { noRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { type ContentCache, createContentCache } from '#app/platform/versioned-cache.server.ts'
import { type CurrentVersions, followVersions, getVersions } from '#app/platform/versions.server.ts'
import { openSharedDatabase, type TestDatabase } from '#test/database.ts'
import { accessFor, makeProperty, testClock } from '#test/factories.ts'
import { mediaApi } from './media.api.server.ts'
import { storeImage } from './media.server.ts'

const AVIF = 'image/avif,image/webp,*/*;q=0.8'
const LODGE = '/objects/homes/lodge.jpg'
const YETI = '/objects/brand/yeti.png'

let base: string
let database: TestDatabase
let folder: string
let propertyId: string
let jpeg: Buffer
let png: Buffer
beforeAll(async () => {
  database = await openSharedDatabase()
  propertyId = await makeProperty(database.db, { images: [LODGE, YETI] })
  base = await mkdtemp(path.join(tmpdir(), 'media-'))
  const plain = { width: 1000, height: 600, background: '#c86432' }
  jpeg = await sharp({ create: { ...plain, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'Mia' } })
    .jpeg()
    .toBuffer()
  png = await sharp({ create: { ...plain, channels: 4, background: { r: 200, g: 100, b: 50, alpha: 0 } } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await rm(base, { recursive: true, force: true })
})

async function sizeOf(answer: Response) {
  const { width, hasAlpha } = await sharp(await answer.clone().arrayBuffer()).metadata()
  return { width, hasAlpha }
}

const cachedVariants = async () => {
  const names = await readdir(path.join(folder, 'variants'), { recursive: true, withFileTypes: true }).catch(() => [])
  return names.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(base, 'data-'))
  versions = followVersions({ clock, read: () => getVersions({ db: database.db, clock }) })
  cache = createContentCache({ clock, versions })
  await storeImage(services(), { path: LODGE, bytes: jpeg })
  await storeImage(services(), { path: YETI, bytes: png })
})

const visitors = accessFor(false)
const clock = testClock()
let versions: CurrentVersions
let cache: ContentCache

const services = () => ({
  config: readConfig({ DATA_DIR: folder }),
  db: database.db,
  cache,
  storage: openDiskStorage(path.join(folder, 'objects')),
  clock,
  limits: noRateLimits,
  log: pino({ level: 'silent' }),
})

function openApi(access = visitors) {
  const api = mediaApi(services(), access)
  return (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    api.request(address, { headers, method })
}

describe('an image', () => {
  test('is served in the format the browser accepts, at the width it asks for', async () => {
    const get = openApi()
    for (const [accept, type] of [
      [AVIF, 'image/avif'],
      ['image/webp', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const answer = await get(`${LODGE}?w=480`, { accept })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect((await sizeOf(answer)).width).toBe(480)
      expect(Number(answer.headers.get('content-length'))).toBe((await answer.arrayBuffer()).byteLength)
    }
  })

  test('is cached forever, by shared caches only per Accept header', async () => {
    const { headers } = await openApi()(`${LODGE}?w=480`, { accept: AVIF })
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('vary')).toBe('Accept')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('is not sent again to a browser that has it', async () => {
    const get = openApi()
    const tag = (await get(`${LODGE}?w=480`, { accept: AVIF })).headers.get('etag') ?? ''
    const again = await get(`${LODGE}?w=480`, { accept: AVIF, 'if-none-match': `"other", W/${tag}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    expect((await get(`${LODGE}?w=480`, { accept: '*/*', 'if-none-match': tag })).status).toBe(200)
  })

  test('is never upscaled', async () => {
    const get = openApi()
    for (const width of [1000, 1080, 2000, 999_999]) {
      expect((await sizeOf(await get(`${LODGE}?w=${width}`, { accept: 'image/webp' }))).width).toBe(1000)
    }
    expect(await cachedVariants()).toHaveLength(1)
  })

  test('fills the disk only with the listed widths, whatever is requested', async () => {
    const get = openApi()
    for (let width = 1; width <= 400; width += 40) await get(`${LODGE}?w=${width}`, { accept: 'image/webp' })
    expect((await cachedVariants()).map((name) => name.split('-')[0]).sort()).toEqual(['320', '480'])
  })

  test.each(['', '?w=', '?w=abc', '?w=-1', '?w=0', '?w=1e9', '?width=300'])(
    'is served at its widest with %j, and never as the stored bytes',
    async (query) => {
      const answer = await openApi()(`${LODGE}${query}`, { accept: '*/*' })
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      expect((await sizeOf(answer)).width).toBe(1000)
      expect(Buffer.from(await answer.arrayBuffer()).includes('Mia')).toBe(false)
    },
  )

  test('keeps its transparency in every format that supports it', async () => {
    const get = openApi()
    for (const [accept, type] of [
      [AVIF, 'image/avif'],
      ['image/webp', 'image/webp'],
      ['*/*', 'image/png'],
    ] as const) {
      const answer = await get(`${YETI}?w=320`, { accept })
      expect(answer.headers.get('content-type')).toBe(type)
      expect(await sizeOf(answer)).toEqual({ width: 320, hasAlpha: true })
    }
  })

  test('answers HEAD with headers only', async () => {
    const whole = await (await openApi()(LODGE)).arrayBuffer()
    const answer = await openApi()(LODGE, {}, 'HEAD')
    const size = String(whole.byteLength)
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, size, ''])
  })
})

test('a replaced image is never mixed up with the new one', async () => {
  const get = openApi()
  const before = await get(`${LODGE}?w=320`, { accept: 'image/webp' })
  await storeImage(services(), { path: LODGE, bytes: png })
  versions.recheck()
  const after = await get(`${LODGE}?w=320`, { accept: 'image/webp' })
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  expect((await sizeOf(after)).hasAlpha).toBe(true)
})

test('an upload that is not a raster image is refused', async () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF?', '']) {
    const bytes = new TextEncoder().encode(text)
    expect(await storeImage(services(), { path: '/objects/a.jpg', bytes })).toMatchObject({
      ok: false,
      reason: 'not-an-image',
    })
  }
})

test.each([
  '/objects/homes/nothing.jpg',
  '/objects/',
  '/objects/%2e%2e%2fdatabase%2fsecret.jpg',
  '/objects/..%2f..%2fetc%2fpasswd',
  '/objects/homes%2f..%2f..%2fhomes/lodge.jpg',
  '/objects/%00',
  '/objects/%E0%A4%A',
  '/objects/homes/lodge.jpg/',
])('there is no image at %s', async (address) => {
  const answer = await openApi()(address)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({ code: 'not-found', message: 'We couldn’t find that image.' })
})

test('a broken or missing image is not cached', async () => {
  const get = openApi()
  for (const bytes of [new TextEncoder().encode('torn'), jpeg.subarray(0, 700)]) {
    await services().storage.put('homes/lodge.jpg', bytes)
    const broken = await get(`${LODGE}?w=320`)
    expect([broken.status, broken.headers.get('cache-control'), broken.headers.get('etag')]).toEqual([
      500,
      'no-store',
      null,
    ])
    expect(await broken.json()).toEqual({
      code: 'broken-image',
      message: 'This image can’t be shown at the moment.',
    })
  }
  await rm(path.join(folder, 'objects/homes/lodge.jpg'))
  const gone = await get(`${LODGE}?w=640`)
  expect([gone.status, gone.headers.get('cache-control'), gone.headers.get('etag')]).toEqual([404, 'no-store', null])
})

describe('an image that nothing public shows', () => {
  const operators = {
    findOperator: async (headers: Headers) => (headers.get('cookie') === 'session=mia' ? UNNAMED : null),
  }
  const HIDDEN = '/objects/uploads/0192.jpg'
  const asMia = { cookie: 'session=mia', accept: AVIF }
  const publish = async (published: boolean) => {
    await database.db
      .update(properties)
      .set({ status: published ? 'published' : 'draft' })
      .where(eq(properties.id, propertyId))
    versions.recheck()
  }

  test('is visible only to the operator, and is not cached', async () => {
    await storeImage(services(), { path: HIDDEN, bytes: jpeg })
    const get = openApi(operators)
    for (const cookie of ['', 'session=eve']) expect((await get(`${HIDDEN}?w=320`, { cookie })).status).toBe(404)
    const answer = await get(`${HIDDEN}?w=320`, asMia)
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
      200,
      'private, no-store',
      null,
    ])
    expect((await get(`${HIDDEN}?w=320`)).status).toBe(404)
  })

  test('is hidden from visitors as soon as its property is, however often it was requested before', async () => {
    const get = openApi(operators)
    const before = await get(`${LODGE}?w=320`)
    await publish(false)
    const tag = before.headers.get('etag') ?? ''
    expect((await get(`${LODGE}?w=320`)).status).toBe(404)
    expect((await get(`${LODGE}?w=320`, { 'if-none-match': tag })).status).toBe(404)
    expect((await get(`${LODGE}?w=320`, asMia)).status).toBe(200)
    await publish(true)
    expect((await get(`${LODGE}?w=320`)).headers.get('cache-control')).toContain('immutable')
  })

  test('is hidden within a second when another process hides it', async () => {
    const get = openApi()
    expect((await get(`${LODGE}?w=320`)).status).toBe(200)
    await database.db.update(properties).set({ status: 'draft' }).where(eq(properties.id, propertyId))
    clock.set(new Date(clock.now().getTime() + 1000))
    expect((await get(`${LODGE}?w=320`)).status).toBe(404)
    await publish(true)
  })
})

test('a public image is still served while the database is unavailable', async () => {
  let unavailable = false
  const asks = new Proxy(database.db, {
    get: (db, name) => {
      if (unavailable) throw new Error('the database is unavailable')
      return Reflect.get(db, name)
    },
  })
  const read = async () => getVersions({ db: asks, clock })
  const cache = createContentCache({ clock, versions: followVersions({ clock, read }) })
  const api = mediaApi({ ...services(), db: asks, cache }, visitors)
  expect((await api.request(`${LODGE}?w=320`)).status).toBe(200)
  unavailable = true
  clock.set(new Date(clock.now().getTime() + 5000))
  expect((await api.request(`${LODGE}?w=320`)).status).toBe(200)
})

test('images arrive complete through the production server', async () => {
  const server = createAdaptorServer({ fetch: mediaApi(services(), visitors).fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const small = await fetch(`${origin}${LODGE}?w=320`, { headers: { accept: 'image/webp' } })
  expect((await sharp(await small.arrayBuffer()).metadata()).width).toBe(320)
  const whole = await fetch(`${origin}${LODGE}`)
  expect((await sharp(await whole.arrayBuffer()).metadata()).width).toBe(1000)
  await new Promise((resolve) => server.close(resolve))
})

test('a file in the storage without a database row is not served', async () => {
  await services().storage.put('homes/private.jpg', jpeg)
  expect((await openApi()('/objects/homes/private.jpg')).status).toBe(404)
})
