import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { blogPosts } from '#app/features/journal/journal.tables.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { nightlyRates, promoCodes, taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { presentationSchema } from '#app/features/properties/presentation.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { properties, reviews, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { vacationRentalSchema } from '#app/features/properties/vacation-rental.ts'
import { legalDocuments } from '#app/features/site/site.tables.server.ts'
import { legalBodySchema, legalKinds, siteContentSchema } from '#app/features/site/site.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { createOnce, describeOnBothDatabases, describeWithDatabase, type TestDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { vacationRentalMarkup } from '#test/vacation-rental-markup.ts'
import { loadContent } from './load-content.ts'
import { demoProperties } from './properties/properties.ts'

const folder = temporaryFolder()

const servicesOn = (database: TestDatabase, now = '2027-02-03T18:00:00Z'): Services =>
  testServices(database, {
    config: readConfig({ DATA_DIR: folder }),
    storage: openDiskStorage(path.join(folder, 'objects')),
    clock: { now: () => new Date(now) },
  })

describeOnBothDatabases('the initial content', (database) => {
  const services = () => servicesOn(database())

  test('is loaded once, even when two servers start together', async () => {
    await Promise.all([loadContent(services(), { demo: true }), loadContent(services(), { demo: true })])
    await database().db.update(site).set({ brand: 'Another brand' })
    await loadContent(services(), { demo: true })
    expect(await database().db.select().from(properties)).toHaveLength(demoProperties.length)
    expect(await database().db.select({ brand: site.brand }).from(site)).toEqual([{ brand: 'Another brand' }])
  })
})

describeWithDatabase('the initial content', (database) => {
  const services = (now?: string) => servicesOn(database(), now)
  const once = createOnce(database)
  const load = (demo: boolean) => once(`demo: ${demo}`, () => loadContent(services(), { demo }))

  test('fills an empty database with the properties in the order of their cards', async () => {
    await load(true)
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

  test.each([true, false])('has the structured data that search engines ask for (demo: %s)', async (demo) => {
    await load(demo)
    // On a live site they begin as drafts.
    await database().db.update(properties).set({ status: 'published' })
    for (const { property, rooms } of demoProperties) {
      const stored = await getProperty(services(), { slug: property.slug })
      if (!stored) throw new Error(`${property.slug} is not there`)
      const markup = JSON.parse(JSON.stringify(vacationRentalSchema(stored, 'https://homes.example')))
      expect(vacationRentalMarkup.parse(markup), property.slug).toMatchObject({
        identifier: property.id,
        latitude: property.latitude,
        longitude: property.longitude,
        address: { addressLocality: property.city, addressRegion: property.region, postalCode: property.postalCode },
        containsPlace: {
          numberOfRooms: rooms.length,
          numberOfBedrooms: property.bedrooms,
          numberOfBathroomsTotal: Number(property.bathrooms),
          occupancy: { value: property.maxGuests },
          floorSize: { value: property.floorArea },
          bed: expect.any(Array),
        },
        ...(demo && { offers: { priceCurrency: 'USD', availability: 'https://schema.org/InStock' } }),
      })
      const names = markup.containsPlace.amenityFeature.map(({ name }: { name: string }) => name)
      expect(names, property.slug).toEqual(expect.arrayContaining(['childFriendly', 'fireplace', 'kitchen']))
    }
  })

  test('stores every image with its size and a small placeholder', async () => {
    await load(true)
    const rows = await database().db.select().from(mediaObjects)
    const byPath = new Map(rows.map((row) => [row.path, row]))
    const shown = await database().db.select().from(unitImages)
    for (const { gcsPath } of shown) {
      const { width, height } = byPath.get(gcsPath) ?? {}
      expect(['1600x1066', '2000x1124'], gcsPath).toContain(`${width}x${height}`)
    }
    expect(byPath.get('/objects/brand/hero-mountain.jpg')).toMatchObject({ width: 2000, height: 1124 })
    expect(byPath.get('/objects/brand/yeti.png')).toMatchObject({ contentType: 'image/png', placeholder: null })
    for (const row of rows) {
      expect(row.placeholder?.length ?? 0).toBeLessThanOrEqual(400)
      expect((await services().storage.get(row.path.slice('/objects/'.length)))?.size).toBe(row.bytes)
    }
  })

  test('omits the demo’s prices, reviews and giveaway on a live site', async () => {
    await load(false)
    const { db } = database()
    for (const table of [nightlyRates, taxes, reviews, giveaways, blogPosts, promoCodes, bookings, occupancies, blocks])
      expect(await db.select().from(table)).toEqual([])
    const rows = await db.select().from(properties)
    expect(rows).toHaveLength(demoProperties.length)
    expect(rows.every((row) => row.pricePerNight === null && row.cleaningFee === '0.00' && !row.demo)).toBe(true)
    const [operator] = await db.select().from(site)
    expect(operator?.paymentWays).toEqual([])
    expect(siteContentSchema.parse(operator?.content).defaultTitle).toBe(
      'Luxury Vacation Rentals in Colorado & Lake Keowee',
    )
  })

  test('marks every invented review as a sample, three for each property with reviews', async () => {
    await load(true)
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

  test.each([true, false])(
    'has each legal page, and says of the drafts that they are drafts (demo: %s)',
    async (demo) => {
      await load(demo)
      const rows = await database().db.select().from(legalDocuments)
      expect(rows.map(({ kind }) => kind).sort()).toEqual([...legalKinds].sort())
      for (const { body } of rows) {
        const { sections } = legalBodySchema.parse(JSON.parse(body))
        expect(new Set(sections.map(({ heading }) => heading)).size).toBe(sections.length)
      }
      for (const kind of ['privacy', 'terms']) {
        expect(rows.find((row) => row.kind === kind)?.body).toContain('no lawyer has reviewed it')
      }
      // A home that is added or removed needs no other text.
      for (const { property } of demoProperties) expect(JSON.stringify(rows)).not.toContain(property.name)
    },
  )

  test('has a giveaway that is open today', async () => {
    await load(true)
    const [giveaway] = await database().db.select().from(giveaways)
    const now = services().clock.now()
    expect(giveaway && giveaway.opensAt < now && now < giveaway.closesAt && giveaway.demo).toBe(true)
    expect(giveaway?.retailValue).toBe('8524.32')
  })
})
