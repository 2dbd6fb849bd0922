import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { storeImage } from '#app/features/media/media.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { content } from '#content/site.ts'
import { useDatabase } from '#test/database.ts'
import { makeProperty, NOON, testServices } from '#test/factories.ts'
import { ogImageRoutes } from './og-images.ts'

const LODGE = '/objects/homes/lodge.jpg'
const BRAND = content.ogImage.path

const plainImage = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

describe('the images for shared links', () => {
  const database = useDatabase()
  let folder: string
  let services: Services
  let propertyId: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'share-'))
    const storage = openDiskStorage(path.join(folder, 'objects'))
    services = testServices(database(), { config: readConfig({ DATA_DIR: folder }), storage })
    await services.db.insert(site).values({ brand: 'Powder & Cove', email: 'hello@powderandcove.example', content })
    await storeImage(services, { path: LODGE, bytes: await plainImage('#c86432') })
    await storeImage(services, { path: BRAND, bytes: await plainImage('#2f6f3a') })
    propertyId = await makeProperty(services.db, {
      slug: 'cabin',
      name: 'Cabin & Cove',
      theme: 'lake',
      images: [LODGE],
    })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** The current address of the page's image: older addresses redirect to it. */
  async function addressOf(page: string): Promise<string> {
    const answer = await ogImageRoutes(services).request(`/share${page}/earlier.jpg`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
    return answer.headers.get('location') ?? ''
  }

  async function image(page: string) {
    const answer = await ogImageRoutes(services).request(await addressOf(page))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { width, height, format } = await sharp(bytes).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
    expect(bytes.byteLength).toBeLessThan(300_000)
    return bytes
  }

  async function colorAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
    const raw = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
    return [...raw]
  }

  const near = (color: number[], hex: string) => {
    const wanted = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
    return color.every((value, channel) => Math.abs(value - (wanted[channel] ?? 0)) <= 8)
  }

  test('a property shows its image beside its name on the night color of its theme', async () => {
    const cabin = await image('/property/cabin')
    expect(near(await colorAt(cabin, 1000, 300), '#c86432')).toBe(true)
    expect(near(await colorAt(cabin, 5, 300), '#0f2a33')).toBe(true)
    await services.db.update(properties).set({ theme: 'mountain' }).where(eq(properties.id, propertyId))
    expect(near(await colorAt(await image('/property/cabin'), 5, 300), '#161830')).toBe(true)
  })

  test('a new name changes the address and the text', async () => {
    const [before, address] = [await image('/property/cabin'), await addressOf('/property/cabin')]
    await services.db.update(properties).set({ name: 'Heron House' }).where(eq(properties.id, propertyId))
    expect(await addressOf('/property/cabin')).not.toBe(address)
    expect((await image('/property/cabin')).equals(before)).toBe(false)
    expect((await ogImageRoutes(services).request(address)).status).toBe(302)
  })

  test('a name of four hundred letters stays on its panel', async () => {
    await services.db
      .update(properties)
      .set({ name: 'W'.repeat(400) })
      .where(eq(properties.id, propertyId))
    const long = await image('/property/cabin')
    const { channels } = await sharp(long).extract({ left: 52, top: 180, width: 364, height: 380 }).stats()
    expect(channels[0]?.max).toBeGreaterThan(200)
    expect(near(await colorAt(long, 450, 400), '#0f2a33')).toBe(true)
  })

  test('another first image changes the address', async () => {
    const before = await addressOf('/property/cabin')
    await services.db
      .update(properties)
      .set({ images: [BRAND, LODGE] })
      .where(eq(properties.id, propertyId))
    expect(await addressOf('/property/cabin')).not.toBe(before)
  })

  test('a property without images shows the brand’s', async () => {
    await makeProperty(services.db, { slug: 'bare', images: [] })
    expect(near(await colorAt(await image('/property/bare'), 1000, 300), '#2f6f3a')).toBe(true)
  })

  test('invented addresses render nothing and use no cache', async () => {
    await image('/property/cabin')
    const app = ogImageRoutes(services)
    for (let made = 0; made < 20; made += 1) await app.request(`/share/property/cabin/${made}.jpg`)
    const files = await readdir(path.join(folder, 'variants'), { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile())).toHaveLength(1)
  })

  test('unpublished or missing properties and unknown giveaways have none', async () => {
    await makeProperty(services.db, { slug: 'hidden', status: 'draft', images: [LODGE] })
    for (const page of ['/property/hidden', '/property/nothing', '/property/%00', '/staycation']) {
      const answer = await ogImageRoutes(services).request(`/share${page}/x.jpg`)
      expect([page, answer.status]).toEqual([page, 404])
    }
  })

  test('an image missing from storage answers as missing', async () => {
    await services.storage.delete('homes/lodge.jpg')
    expect((await ogImageRoutes(services).request(await addressOf('/property/cabin'))).status).toBe(404)
  })

  test('the giveaway has one with its name', async () => {
    await services.db
      .insert(giveaways)
      .values({ ...demoGiveaway(NOON), content: { image: { path: LODGE, alt: 'A lodge' } } })
    expect(near(await colorAt(await image('/staycation'), 1000, 300), '#c86432')).toBe(true)
  })
})
