import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { presentationSchema } from '#app/features/properties/properties.ts'
import { siteContentSchema } from '#app/features/site/site.ts'
import {
  campaigns,
  mediaObjects,
  nightlyRates,
  properties,
  reviews,
  site,
  taxes,
  unitImages,
} from '#app/platform/db/schema.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { homes } from './homes.ts'
import { loadContent } from './load-content.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'content-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describeOnBothDatabases('the initial content', (database) => {
  const services = () => ({
    db: database().db,
    storage: openDiskStorage(path.join(folder, 'objects')),
    clock: { now: () => new Date('2027-02-03T18:00:00Z') },
    log: pino({ level: 'silent' }),
  })

  test('fills an empty database with the homes in the order of their cards', async () => {
    await loadContent(services(), { demo: true })
    const rows = await database().db.select().from(properties).orderBy(asc(properties.displayOrder))
    expect(rows.map((row) => [row.slug, row.maxGuests, row.published, row.pricePerNight])).toEqual([
      ['large-luxury', 23, true, '890.00'],
      ['lake-keowee', 14, true, '480.00'],
      ['luxury-amenities', 8, true, '420.00'],
      ['spacious-condo', 9, true, '320.00'],
    ])
    for (const row of rows) {
      expect(presentationSchema.parse(row.presentation).lead).not.toBe('')
      expect(row.images).toHaveLength(5)
      expect(row.amenities.length).toBeGreaterThan(7)
    }
  })

  test('stores every picture with its size and a placeholder that is small', async () => {
    await loadContent(services(), { demo: true })
    const rows = await database().db.select().from(mediaObjects)
    const byPath = new Map(rows.map((row) => [row.path, row]))
    const shown = await database().db.select().from(unitImages)
    for (const image of shown) expect(byPath.get(image.gcsPath)).toMatchObject({ width: 1600, height: 1066 })
    expect(byPath.get('/objects/brand/hero-mountain.jpg')).toMatchObject({ width: 2000, height: 1124 })
    expect(byPath.get('/objects/brand/yeti.png')).toMatchObject({ contentType: 'image/png', placeholder: null })
    for (const row of rows) {
      expect(row.placeholder?.length ?? 0).toBeLessThanOrEqual(400)
      expect((await services().storage.get(row.path.slice('/objects/'.length)))?.size).toBe(row.bytes)
    }
  })

  test('is loaded once, even by two servers that start together', async () => {
    await Promise.all([loadContent(services(), { demo: true }), loadContent(services(), { demo: true })])
    await database().db.update(site).set({ brand: 'Another brand' })
    await loadContent(services(), { demo: true })
    expect(await database().db.select().from(properties)).toHaveLength(homes.length)
    expect(await database().db.select({ brand: site.brand }).from(site)).toEqual([{ brand: 'Another brand' }])
  })

  test('leaves the demo’s prices, reviews and campaign out of a live site', async () => {
    await loadContent(services(), { demo: false })
    const { db } = database()
    for (const table of [nightlyRates, taxes, reviews, campaigns]) expect(await db.select().from(table)).toEqual([])
    const rows = await db.select().from(properties)
    expect(rows).toHaveLength(homes.length)
    expect(rows.every((row) => row.pricePerNight === null && row.cleaningFee === '0.00' && !row.demo)).toBe(true)
    const [operator] = await db.select().from(site)
    expect(siteContentSchema.parse(operator?.content).defaultTitle).toBe(
      'Luxury Vacation Rentals in Colorado & Lake Keowee',
    )
  })

  test('marks every invented review as a sample, three for each home that has them', async () => {
    await loadContent(services(), { demo: true })
    const rows = await database()
      .db.select({ slug: properties.slug, sample: reviews.sample, source: reviews.source })
      .from(reviews)
      .innerJoin(properties, eq(properties.id, reviews.propertyId))
    expect(rows.every((row) => row.sample && row.source === 'Sample')).toBe(true)
    expect(rows.map((row) => row.slug).sort()).toEqual([
      ...Array(3).fill('large-luxury'),
      ...Array(3).fill('luxury-amenities'),
    ])
  })

  test('has a campaign that is open today', async () => {
    await loadContent(services(), { demo: true })
    const [campaign] = await database().db.select().from(campaigns)
    const now = services().clock.now()
    expect(campaign && campaign.opensAt < now && now < campaign.closesAt && campaign.demo).toBe(true)
    expect(campaign?.retailValue).toBe('8524.32')
  })
})
