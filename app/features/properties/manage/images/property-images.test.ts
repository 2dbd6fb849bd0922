import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cleanUpImages } from '#app/features/media/clean-up-images.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { properties, propertyUnits, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { storageOrphans } from '#app/platform/installation.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import type { Storage } from '#app/platform/storage/storage.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { accessFor, makeProperty, NOON, testServices } from '#test/factories.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { propertyImagesApi } from './property-images.api.server.ts'

const COVE = '/objects/uploads/cove.jpg'
const SOMEWHERE = '00000000-0000-4000-8000-000000000000'

const base = temporaryFolder()

describeWithDatabase('the images of a property', (database) => {
  const db = () => database().db
  let storage: Storage
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(base, 'data-'))
    storage = openDiskStorage(path.join(dataDir, 'objects'))
  })

  const api = (overrides: Partial<Services> = {}, operator = true) =>
    propertyImagesApi(
      testServices(database(), { config: readConfig({ DATA_DIR: dataDir }), storage, ...overrides }),
      accessFor(operator),
    )
  const headers = { 'content-type': 'application/json' }
  async function attach(body: object, from = api()) {
    const answer = await from.request('/api/objects/attach', { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.json() }
  }
  const detach = async (propertyId: string, imagePath = COVE, from = api()) =>
    (await from.request(`/api/objects/${propertyId}${imagePath}`, { method: 'DELETE' })).status

  async function upload(address = COVE) {
    await storage.put(address.slice('/objects/'.length), new Uint8Array([1]))
    const row = { contentType: 'image/jpeg', bytes: 1, width: 4, height: 3 }
    await db()
      .insert(mediaObjects)
      .values({ path: address, ...row })
  }
  async function makeUnit(propertyId: string, heroImage: string | null = null) {
    const [unit] = await db().insert(propertyUnits).values({ propertyId, name: 'Main', heroImage }).returning()
    return unit?.id ?? ''
  }
  const imagesOf = async (propertyId: string) =>
    (await db().select().from(properties).where(eq(properties.id, propertyId)))[0]?.images
  const gallery = () => db().select().from(unitImages).orderBy(asc(unitImages.displayOrder))
  const isStored = async (address = COVE) => (await storage.get(address.slice('/objects/'.length))) !== null
  const hasRow = async () => (await db().select().from(mediaObjects)).length > 0
  const notes = () => db().select().from(storageOrphans)
  /** The hourly cleanup, some days from now. */
  async function cleanUp(days: number) {
    const clock = { now: () => new Date(NOON.getTime() + days * 86_400_000) }
    await cleanUpImages(testServices(database(), { config: readConfig({ DATA_DIR: dataDir }), storage, clock }))
  }

  test('include an uploaded one at the end; adding it twice adds it once', async () => {
    await upload()
    const property = await makeProperty(db(), { images: ['/objects/homes/lodge.jpg'] })
    const images = ['/objects/homes/lodge.jpg', COVE]
    const call = { objectPath: COVE, propertyId: property, visibility: 'public' }
    expect(await attach(call)).toEqual({ status: 200, body: { objectPath: COVE, images } })
    expect(await attach(call)).toEqual({ status: 200, body: { objectPath: COVE, images } })
    expect(await imagesOf(property)).toEqual(images)
  })

  test('are recorded in History when they are added, changed and removed, and only then', async () => {
    await upload()
    const property = await makeProperty(db())
    const unitId = await makeUnit(property)
    const call = { objectPath: COVE, propertyId: property, unitId, category: 'bedrooms', caption: 'The cove' }
    await attach(call)
    await attach(call)
    await attach({ ...call, caption: 'The cove at dusk' })
    await detach(property)
    const recorded = await db().select().from(audit).orderBy(asc(audit.happenedAt), asc(audit.id))
    const image = (caption: string) => ({
      image: COVE,
      at: 0,
      heads: [],
      section: -1,
      label: '',
      places: [{ unitId, category: 'bedrooms', altText: '', caption, displayOrder: 0 }],
    })
    expect(recorded.map(({ action, propertyIds, before, after }) => ({ action, propertyIds, before, after }))).toEqual(
      expect.arrayContaining([
        { action: 'image.added', propertyIds: [property], before: null, after: image('The cove') },
        {
          action: 'image.changed',
          propertyIds: [property],
          before: image('The cove'),
          after: image('The cove at dusk'),
        },
        { action: 'image.removed', propertyIds: [property], before: image('The cove at dusk'), after: null },
      ]),
    )
    expect(recorded).toHaveLength(3)
  })

  test('are named by a path or a full URL of this site, never by another site’s', async () => {
    await upload()
    const property = await makeProperty(db())
    const live = api({ config: readConfig({ SITE_URL: 'https://stay.example', DATA_DIR: dataDir }) })
    const at = (objectPath: string, from = api()) => attach({ objectPath, propertyId: property }, from)
    expect((await at(`https://stay.example${COVE}`, live)).body).toEqual({ objectPath: COVE, images: [COVE] })
    expect((await at(`http://localhost:5173${COVE}?w=480`)).body).toEqual({ objectPath: COVE, images: [COVE] })
    const missing = { status: 404, body: { code: 'not-found', message: 'We couldn’t find that image.' } }
    for (const elsewhere of [`https://other.example${COVE}`, `//other.example${COVE}`, `http://localhost${COVE}`])
      expect(await at(elsewhere, live), elsewhere).toEqual(missing)
    for (const nothing of ['/objects/uploads/none.jpg', '/objects/../secrets', '/favicon.ico', 'http://'])
      expect(await at(nothing), nothing).toEqual(missing)
    expect(await at('\0')).toMatchObject({ status: 400 })
  })

  test('join the gallery of a unit in its group with their alt text, once', async () => {
    const property = await makeProperty(db())
    const unitId = await makeUnit(property)
    const second = '/objects/uploads/second.jpg'
    for (const address of [COVE, second]) await upload(address)
    const call = { propertyId: property, unitId, visibility: 'public' }
    await attach({ ...call, objectPath: COVE, category: 'kitchen', altText: ' The  long table ' })
    await attach({ ...call, objectPath: second, category: 'rooms' })
    await attach({ ...call, objectPath: COVE, category: 'living_room' })
    expect((await gallery()).map((image) => [image.gcsPath, image.category, image.altText])).toEqual([
      [COVE, 'living_room', 'The long table'],
      [second, 'rooms', ''],
    ])
    expect(await imagesOf(property)).toEqual([COVE, second])
  })

  test('keep their alt text where the property has no unit, and lend it to the page', async () => {
    await upload()
    const property = await makeProperty(db(), { title: 'The barn' })
    const view = async () => (await getProperty(testServices(database()), { id: property }))?.images
    await attach({ propertyId: property, objectPath: COVE })
    expect(await view()).toMatchObject([{ src: COVE, alt: 'The barn' }])
    await attach({ propertyId: property, objectPath: COVE, altText: 'The cove at dusk' })
    expect(await view()).toMatchObject([{ src: COVE, alt: 'The cove at dusk' }])
  })

  test('are not added to a missing property or to the gallery of another property', async () => {
    await upload()
    const [property, other] = [await makeProperty(db()), await makeProperty(db())]
    const unitId = await makeUnit(other)
    for (const propertyId of [SOMEWHERE, 'lake-keowee'])
      expect(await attach({ objectPath: COVE, propertyId })).toMatchObject({
        status: 404,
        body: { message: 'We couldn’t find that home.' },
      })
    for (const unit of [unitId, SOMEWHERE, 'main'])
      expect(await attach({ objectPath: COVE, propertyId: property, unitId: unit, category: 'rooms' })).toMatchObject({
        status: 404,
        body: { code: 'not-found', message: 'That home doesn’t have that unit.' },
      })
    expect([await imagesOf(property), await gallery()]).toEqual([[], []])
  })

  test('are refused with an error for each invalid field', async () => {
    const call = { objectPath: COVE, propertyId: SOMEWHERE }
    const fields = async (change: object) => (await attach({ ...call, ...change })).body.fields
    expect(await fields({ objectPath: undefined, propertyId: undefined })).toEqual({
      objectPath: 'Required',
      propertyId: 'Required',
    })
    expect(await fields({ unitId: SOMEWHERE })).toEqual({
      category: 'Please choose the gallery group it belongs to',
    })
    expect(await fields({ visibility: 'private' })).toEqual({ visibility: 'Images of homes are public' })
    expect(await fields({ category: 'a b', altText: 'x'.repeat(501) })).toEqual({
      category: 'Please choose a gallery group',
      altText: 'Please keep this to 500 characters',
    })
  })

  test('can be changed by the operator only', async () => {
    await upload()
    const property = await makeProperty(db(), { images: [COVE] })
    const stranger = api({}, false)
    expect((await attach({ objectPath: COVE, propertyId: property }, stranger)).status).toBe(401)
    expect((await attach({}, stranger)).status).toBe(401)
    expect(await detach(property, COVE, stranger)).toBe(401)
    expect([await imagesOf(property), await isStored()]).toEqual([[COVE], true])
  })

  test('are removed from the list, the galleries and the head of a unit, and deleted after 30 days', async () => {
    await upload()
    const property = await makeProperty(db(), { images: [COVE, '/objects/homes/lodge.jpg'] })
    const unitId = await makeUnit(property, COVE)
    await attach({ objectPath: COVE, propertyId: property, unitId, category: 'rooms' })
    const sectionImages = [COVE, '/objects/homes/lodge.jpg']
    await db().update(properties).set({ presentation: { sectionImages } })
    expect(await detach(property)).toBe(204)
    const [row] = await db().select({ presentation: properties.presentation }).from(properties)
    expect(row?.presentation).toEqual({ sectionImages: ['', '/objects/homes/lodge.jpg'] })
    const [unit] = await db().select().from(propertyUnits)
    expect([await imagesOf(property), await gallery(), unit?.heroImage]).toEqual([
      ['/objects/homes/lodge.jpg'],
      [],
      null,
    ])
    expect([await hasRow(), await isStored(), await notes()]).toEqual([true, true, []])
    expect(await detach(property)).toBe(404)
    await cleanUp(29)
    expect([await hasRow(), await isStored()]).toEqual([true, true])
    await cleanUp(31)
    expect([await hasRow(), await isStored(), await notes()]).toEqual([false, false, []])
  })

  test('may be named in an older form, and reach no other property’s images', async () => {
    await upload()
    const [property, other] = [await makeProperty(db()), await makeProperty(db(), { images: [COVE] })]
    const unitId = await makeUnit(property)
    const older = '/attached_assets/dock.png'
    await db().insert(unitImages).values({ unitId, gcsPath: older, altText: '', category: 'recreation' })
    expect(await detach(property, older)).toBe(204)
    expect(await gallery()).toEqual([])
    for (const address of [COVE, '/objects/none.jpg', '/%00', '/objects/..%2f..%2fsecrets'])
      expect(await detach(property, address), address).toBe(404)
    for (const nowhere of [SOMEWHERE, 'lake-keowee']) expect(await detach(nowhere)).toBe(404)
    expect([await imagesOf(other), await isStored()]).toEqual([[COVE], true])
  })

  test('stay stored while another property shows them', async () => {
    await upload()
    const [property, other] = [await makeProperty(db()), await makeProperty(db(), { status: 'draft' })]
    for (const propertyId of [property, other]) await attach({ objectPath: COVE, propertyId })
    expect(await detach(property)).toBe(204)
    expect([await hasRow(), await isStored()]).toEqual([true, true])
    await cleanUp(31)
    expect([await hasRow(), await isStored()]).toEqual([true, true])
    expect(await detach(other)).toBe(204)
    await cleanUp(31)
    expect([await hasRow(), await isStored()]).toEqual([false, false])
  })

  test('can be removed even while the storage fails', async () => {
    await upload()
    const property = await makeProperty(db(), { images: [COVE] })
    const failing = { ...storage, delete: () => Promise.reject(new Error('the storage is unavailable')) }
    expect(await detach(property, COVE, api({ storage: failing }))).toBe(204)
    expect(await imagesOf(property)).toEqual([])
  })

  testOnBoth('stay whole or are gone when one is removed here and added there at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const address = `/objects/uploads/${round}.jpg`
      await upload(address)
      const [property, other] = [await makeProperty(db(), { images: [address] }), await makeProperty(db())]
      const [away, put, again] = await Promise.all([
        detach(property, address),
        attach({ objectPath: address, propertyId: other }),
        attach({ objectPath: address, propertyId: other }),
      ])
      expect(away).toBe(204)
      const shown = (await imagesOf(other))?.length === 1
      expect(put.status === 200 || again.status === 200).toBe(shown)
      const [row] = await db().select().from(mediaObjects).where(eq(mediaObjects.path, address))
      expect([row !== undefined, await isStored(address)]).toEqual([shown, shown])
    }
  })

  testOnBoth('are all there, each once, when many are added at the same moment', async () => {
    const property = await makeProperty(db())
    const unitId = await makeUnit(property)
    const addresses = [1, 2, 3, 4].map((number) => `/objects/uploads/${number}.jpg`)
    for (const address of addresses) await upload(address)
    const calls = [...addresses, ...addresses].map((objectPath) =>
      attach({ objectPath, propertyId: property, unitId, category: 'rooms' }),
    )
    expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual(Array(8).fill(200))
    expect((await imagesOf(property))?.toSorted()).toEqual(addresses)
    expect((await gallery()).map((image) => image.gcsPath).toSorted()).toEqual(addresses)
    expect((await gallery()).map((image) => image.displayOrder)).toEqual([0, 1, 2, 3])
  })
})
