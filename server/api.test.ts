import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { propertyUnits, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { site as operator } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeProperty, testServices } from '#test/factories.ts'
import { createApi } from './api.ts'

const LIVE = { SITE_URL: 'https://stay.example', EMBED_ORIGINS: 'https://blog.example' }
const SOMEWHERE = '00000000-0000-4000-8000-000000000000'

describeWithDatabase('the calls of the site', (database) => {
  const api = (environment: Record<string, string> = {}, overrides: Partial<Services> = {}) =>
    createApi(testServices(database(), { config: readConfig(environment), ...overrides }))
  const ask = async (path: string, environment: Record<string, string> = {}, init: RequestInit = {}) => {
    const response = await api(environment).request(path, init)
    return { status: response.status, body: await response.json() }
  }

  test('report that the process is alive and the database answers', async () => {
    expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'alive' } })
    await database().db.insert(site).values(operator)
    expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
  })

  test('report when pages show an earlier version of the operator’s texts, and 503 when they can show none', async () => {
    await database().db.insert(site).values(operator)
    await database().db.execute(sql`update site set content = jsonb_set(content, '{home,hero,title}', '5')`)
    expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready', outdated: ['site.content'] } })
    await database().db.execute(sql`delete from record_versions`)
    expect(await ask('/readyz')).toEqual({
      status: 503,
      body: { code: 'not-ready', message: 'No version of site.content can be shown.' },
    })
  })

  test('report 503 during a database outage, while the process is alive', async () => {
    const unavailable = { execute: () => Promise.reject(new Error('connection refused by 10.0.0.7')) } as never
    const site = api({}, { db: unavailable })
    const ready = await site.request('/readyz')
    expect({ status: ready.status, body: await ready.json() }).toEqual({
      status: 503,
      body: { code: 'not-ready', message: 'The database isn’t responding.' },
    })
    expect((await site.request('/healthz')).status).toBe(200)
  })

  test('all answer 503 during a database outage, with separate messages for reads and writes', async () => {
    const lost = () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    }
    const logged = vi.fn()
    const site = api({}, { db: new Proxy({}, { get: () => lost }) as never, log: pino({}, { write: logged }) })
    const person = { name: 'Dana Whitlock', fullName: 'Dana Whitlock', email: 'dana@example.com', phone: '9705550123' }
    const writes: Record<string, object> = {
      '/api/contact': { ...person, message: 'Is there a fence?' },
      '/api/host-inquiry': { ...person, propertyLocation: 'Steamboat', bedrooms: 3, maxGuests: 8 },
      '/api/entries': { ...person, state: 'CO', zipCode: '80487' },
      '/api/share': { email: person.email, channel: 'x' },
    }
    for (const [path, fields] of Object.entries(writes)) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }
      const answer = await site.request(path, init)
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
      expect(await answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('is lost') })
    }
    const calendar = `/api/properties/${SOMEWHERE}/calendar?from=2027-01-01&to=2027-01-31`
    const reads = ['/api/properties', calendar, `/api/units/${SOMEWHERE}/images`, '/api/entries/dana%40example.com']
    for (const path of reads) {
      const answer = await site.request(path)
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 503, 'no-store'])
      expect(await answer.json()).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('look this up'),
      })
    }
    expect((await site.request('/newsletter/unsubscribe/token', { method: 'POST' })).status).toBe(503)
    expect(logged).toHaveBeenCalledTimes(Object.keys(writes).length + reads.length + 1)
  })

  test('that do not exist answer 404 in the usual problem shape', async () => {
    const missing = { status: 404, body: { code: 'not-found', message: 'There’s no such call.' } }
    expect(await ask('/api/nothing')).toEqual(missing)
    expect(await ask('/api/')).toEqual(missing)
    expect(await ask('/api/quotes')).toEqual(missing)
    expect(await ask('/api/properties', {}, { method: 'DELETE' })).toEqual(missing)
  })

  test('are never cached, and are compressed if the client accepts it', async () => {
    for (const path of ['/api/properties', '/api/nothing', '/api/openapi.json', '/api/availability'])
      expect((await api().request(path)).headers.get('cache-control'), path).toBe('no-store')
    const compressed = await api().request('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
  })

  test('list the properties with only the documented fields: visitors get the published ones, the operator all with their status', async () => {
    const { db } = database()
    const shown = await makeProperty(db, { name: 'Second', displayOrder: 2, images: ['/objects/a.jpg'] })
    const first = await makeProperty(db, { name: 'First', displayOrder: 1 })
    const hidden = await makeProperty(db, { name: 'Hidden', displayOrder: 3, status: 'draft' })
    const rest = { description: 'A cabin for tests.', location: 'West Union, SC' }
    const published = [
      { id: first, name: 'First', ...rest, images: [] },
      { id: shown, name: 'Second', ...rest, images: ['/objects/a.jpg'] },
    ]
    expect(await ask('/api/properties', LIVE)).toEqual({ status: 200, body: published })
    const all = [
      ...published.map((property) => ({ ...property, published: true, units: [], galleryGroups: [] })),
      { id: hidden, name: 'Hidden', ...rest, images: [], published: false, units: [], galleryGroups: [] },
    ]
    expect(await ask('/api/properties')).toEqual({ status: 200, body: all })
  })

  test('list no properties as an empty list', async () => {
    expect(await ask('/api/properties', LIVE)).toEqual({ status: 200, body: [] })
  })

  async function makeUnit(published: boolean) {
    const { db } = database()
    const propertyId = await makeProperty(db, { status: published ? 'published' : 'draft' })
    const [unit] = await db.insert(propertyUnits).values({ propertyId, name: 'Main' }).returning()
    return unit?.id ?? ''
  }

  test('list the images of a unit in order, each with its size and a tiny preview', async () => {
    const { db } = database()
    const unitId = await makeUnit(true)
    const image = (name: string, displayOrder: number) => ({
      unitId,
      gcsPath: `/objects/homes/${name}.jpg`,
      altText: `The ${name}`,
      caption: `Light in the ${name}`,
      category: name,
      displayOrder,
    })
    await db.insert(unitImages).values([image('kitchen', 2), image('bedroom', 1), image('not-stored', 0)])
    const size = {
      contentType: 'image/jpeg',
      bytes: 10,
      width: 1600,
      height: 1066,
      placeholder: 'data:image/webp;base64,AA',
    }
    await db.insert(mediaObjects).values([
      { path: '/objects/homes/kitchen.jpg', ...size },
      { path: '/objects/homes/bedroom.jpg', ...size, height: 900 },
    ])
    const shown = (name: string, height: number) => ({
      id: expect.any(String),
      category: name,
      gcsPath: `/objects/homes/${name}.jpg`,
      altText: `The ${name}`,
      caption: `Light in the ${name}`,
      width: 1600,
      height,
      placeholder: size.placeholder,
    })
    expect(await ask(`/api/units/${unitId}/images`, LIVE)).toEqual({
      status: 200,
      body: [shown('bedroom', 900), shown('kitchen', 1066)],
    })
  })

  test('serve an image with an old-style address at a likely size', async () => {
    const { db } = database()
    const unitId = await makeUnit(true)
    const dock = { gcsPath: '@assets/dock.jpg', altText: '', category: 'recreation' }
    await db.insert(unitImages).values({ unitId, ...dock })
    expect(await ask(`/api/units/${unitId}/images`, LIVE)).toEqual({
      status: 200,
      body: [{ id: expect.any(String), ...dock, caption: '', width: 1600, height: 1067, placeholder: null }],
    })
  })

  test('distinguish a unit without images from one that does not exist', async () => {
    expect(await ask(`/api/units/${await makeUnit(true)}/images`, LIVE)).toEqual({ status: 200, body: [] })
    const missing = { status: 404, body: { code: 'not-found', message: 'We couldn’t find that unit.' } }
    for (const unitId of [await makeUnit(false), SOMEWHERE, 'main', "x' or 1=1", '%00', '%F0%9F%8F%94'])
      expect(await ask(`/api/units/${unitId}/images`, LIVE), unitId).toEqual(missing)
  })

  const allowed = async (path: string, origin: string, environment: Record<string, string>, method = 'GET') => {
    const headers = { origin, 'access-control-request-method': 'POST' }
    return (await api(environment).request(path, { method, headers })).headers.get('access-control-allow-origin')
  }
  const EMBED_CALLS = [
    '/api/availability',
    `/api/properties/${SOMEWHERE}/calendar`,
    '/api/quotes',
    '/api/holds',
    `/api/holds/${SOMEWHERE}`,
    '/api/bookings',
  ]

  test('of the embed allow the sites of EMBED_ORIGINS and no others', async () => {
    for (const path of EMBED_CALLS) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        expect(await allowed(path, 'https://blog.example', LIVE, method), path).toBe('https://blog.example')
        for (const origin of [
          'https://evil.example',
          'http://blog.example',
          'https://blog.example.evil.example',
          'https://sub.blog.example',
          'http://localhost:3000',
          'null',
        ])
          expect(await allowed(path, origin, LIVE, method), origin).toBeNull()
      }
    }
  })

  test('of the embed allow every page of this machine in demo mode', async () => {
    for (const origin of ['http://localhost:8080', 'http://127.0.0.1:9000', 'http://[::1]:80'])
      expect(await allowed('/api/quotes', origin, {}, 'OPTIONS'), origin).toBe(origin)
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null'])
      expect(await allowed('/api/quotes', origin, {}, 'OPTIONS'), origin).toBeNull()
  })

  test('let another site’s frame send a key and JSON, use no cookies, and vary by origin', async () => {
    const headers = { origin: 'https://blog.example', 'access-control-request-method': 'POST' }
    const { headers: answer } = await api(LIVE).request('/api/bookings', { method: 'OPTIONS', headers })
    expect(answer.get('access-control-allow-headers')).toBe('Content-Type,Idempotency-Key')
    expect(answer.get('access-control-allow-methods')).toBe('GET,POST,DELETE')
    expect(answer.get('access-control-allow-credentials')).toBeNull()
    expect(answer.get('vary')).toContain('Origin')
  })

  test('outside the embed allow no other site', async () => {
    for (const path of [
      '/api/properties',
      `/api/units/${SOMEWHERE}/images`,
      '/api/embed-failures',
      '/api/openapi.json',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        expect(await allowed(path, 'https://blog.example', LIVE, method), path).toBeNull()
        expect(await allowed(path, 'http://localhost:8080', {}, method), path).toBeNull()
      }
    }
  })

  test('answer another site the same as this one', async () => {
    await makePricedProperty(database().db)
    const path = '/api/availability?checkin=2027-07-01&checkout=2027-07-05&adults=2'
    const foreign = await ask(path, LIVE, { headers: { origin: 'https://blog.example' } })
    expect(foreign).toEqual(await ask(path, LIVE))
    expect(foreign.body.properties).toHaveLength(1)
  })
})
