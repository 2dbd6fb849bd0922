import { mkdtemp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { listHistory } from '#app/features/back-office/history.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { cleanUpImages } from '#app/features/media/clean-up-images.server.ts'
import { isPublic } from '#app/features/media/image-references.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { properties, propertyUnits } from '#app/features/properties/properties.tables.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { type Storage, StorageUnavailable } from '#app/platform/storage/storage.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { accessFor, makeProperty, NOON, testServices } from '#test/factories.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { imageChanges } from './image.changes.server.ts'
import { imageUploadApi } from './image-upload.api.server.ts'
import { getImagesPage } from './images-page.server.ts'

const mia = { ...UNNAMED, name: 'mia' }
const base = temporaryFolder()
const cabin = await readFile('content/media/lake-keowee-exterior.jpg')
const DAY_MS = 86_400_000
const nameOf = (name: string) => `/objects/uploads/${name}.jpg`

describeWithDatabase('the photos of a home', (database) => {
  let dataDir: string
  let storage: Storage
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(base, 'data-'))
    storage = openDiskStorage(path.join(dataDir, 'objects'))
  })
  const services = (overrides: Partial<Services> = {}) =>
    testServices(database(), { config: readConfig({ DATA_DIR: dataDir }), storage, ...overrides })

  /** A home with photos of these names. */
  async function addProperty(names: string[], values: Parameters<typeof makeProperty>[1] = {}) {
    const { db } = database()
    const row = { contentType: 'image/jpeg', bytes: 1, width: 2000, height: 1300, createdAt: NOON }
    if (names.length > 0) await db.insert(mediaObjects).values(names.map((name) => ({ path: nameOf(name), ...row })))
    const id = await makeProperty(db, { slug: 'cabin', images: names.map(nameOf), ...values })
    return { id, slug: 'cabin' }
  }
  async function page() {
    const found = await getImagesPage(services(), 'cabin')
    if (!found) throw new Error('there is no such home')
    return found
  }
  const imageOf = async (name: string) => (await page()).images.find(({ id }) => id === nameOf(name))
  const order = async () => (await page()).images.map(({ id }) => path.basename(id, '.jpg'))
  function post(intent: keyof typeof imageChanges, fields: Record<string, string>) {
    const poster = { services: services(), by: mia, params: { slug: 'cabin' } }
    return postChange(imageChanges[intent] as Change, poster, { intent, ...fields })
  }
  async function done(...posted: Parameters<typeof post>): Promise<string> {
    const outcome = await post(...posted)
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.id ?? ''
  }
  const undo = (id: string, at = NOON) => undoChange(services({ clock: { now: () => at } }), { id, by: mia })
  const changeOf = async (words: string) => {
    const { entries } = await listHistory(
      services(),
      { property: '', booking: '', operator: '', thing: '', day: '', page: 1 },
      UNNAMED,
    )
    return entries.find((entry) => entry.words === words)
  }
  const details = async (name: string, fields: Record<string, string>) => ({
    id: nameOf(name),
    version: (await imageOf(name))?.version ?? '',
    altText: '',
    caption: '',
    category: '',
    ...fields,
  })
  const cleanUp = (days: number) =>
    cleanUpImages(services({ clock: { now: () => new Date(NOON.getTime() + days * DAY_MS) } }))

  async function send(
    query: Record<string, string> = {},
    { file = cabin as Uint8Array, accept = 'application/json', by = true, overrides = {} as Partial<Services> } = {},
  ) {
    const body = new FormData()
    body.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'porch.jpg')
    const at = `/admin/homes/cabin/photos/upload?${new URLSearchParams(query)}`
    return imageUploadApi(services(overrides), accessFor(by)).request(at, { method: 'POST', headers: { accept }, body })
  }

  describe('that are added', () => {
    test('come last, with their category, which may be new, and in a unit that a home without units gets', async () => {
      await addProperty(['porch'])
      expect((await send({ category: '+', newCategory: 'Boat house' })).status).toBe(200)
      const { images, categories, units } = await page()
      expect(images.map(({ id, category }) => [path.dirname(id), category])).toEqual([
        ['/objects/uploads', ''],
        ['/objects/uploads', 'boat-house'],
      ])
      expect(categories).toEqual([{ category: 'boat-house', label: 'Boat house', count: 1 }])
      expect(units).toHaveLength(1)
      expect(images[1]).toMatchObject({
        width: 1600,
        needs: ['alt text'],
        where: ['Top of the page', 'Gallery: Boat house'],
      })
    })

    test('come once when the answer was lost and they are sent again', async () => {
      await addProperty([])
      const key = '0123456789abcdef0123456789abcdef'
      for (const _ of [1, 2]) expect((await send({ key })).status).toBe(200)
      expect((await page()).images).toHaveLength(1)
      expect(await database().db.select().from(mediaObjects)).toHaveLength(1)
    })

    test('come from a plain form, whose answer is the page with Undo', async () => {
      await addProperty([])
      const answer = await send({}, { accept: 'text/html' })
      const change = await changeOf('Photo added')
      expect(answer.headers.get('location')).toBe(`/admin/homes/cabin/photos?changed=${change?.id}#add`)
      expect(change?.undo).toBe('possible')
      expect(await undo(change?.id ?? '')).toMatchObject({ ok: true })
      expect((await page()).images).toEqual([])
    })

    test('say why they are not taken, and leave nothing', async () => {
      await addProperty([])
      const text = await send({}, { file: new TextEncoder().encode('no photo') })
      expect([text.status, (await text.json()).message]).toEqual([415, expect.stringContaining('supported image')])
      const form = await send({}, { file: cabin.subarray(0, 40_000), accept: 'text/html' })
      expect(form.headers.get('location')).toBe('/admin/homes/cabin/photos?refused=broken-image#add')
      const long = await send({ category: '+', newCategory: 'x'.repeat(20_000) })
      expect(long.status).toBe(400)
      expect([(await page()).images, await database().db.select().from(mediaObjects)]).toEqual([[], []])
    })

    test('are not added while the storage is silent, which is said', async () => {
      await addProperty([])
      const silent = { ...storage, put: () => Promise.reject(new StorageUnavailable('no answer in time')) }
      const answer = await send({}, { overrides: { storage: silent } })
      expect([answer.status, (await answer.json()).message]).toEqual([503, expect.stringContaining('isn’t answering')])
      expect([(await page()).images, await database().db.select().from(mediaObjects)]).toEqual([[], []])
    })

    test('are added by operators only', async () => {
      await addProperty([])
      expect((await send({}, { by: false })).status).toBe(401)
      const form = await send({}, { by: false, accept: 'text/html' })
      expect(form.headers.get('location')).toBe('/sign-in?to=%2Fadmin%2Fhomes%2Fcabin%2Fphotos')
      expect((await page()).images).toEqual([])
    })

    test('of a home that is not published are seen by operators only', async () => {
      const { id } = await addProperty(['porch'], { status: 'draft' })
      expect(await isPublic(database().db, nameOf('porch'))).toBe(false)
      await database().db.update(properties).set({ status: 'published' }).where(eq(properties.id, id))
      expect(await isPublic(database().db, nameOf('porch'))).toBe(true)
    })
  })

  test('have words and a category, which guests read, and which are undone', async () => {
    await addProperty(['porch'])
    const words = { altText: ' Two  chairs ', caption: '<b>The porch</b> מרפסת', category: 'Outside' }
    const change = await done('image', await details('porch', words))
    const guests = () => getProperty(services(), { slug: 'cabin' })
    expect(await imageOf('porch')).toMatchObject({ altText: 'Two chairs', category: 'outside', needs: [] })
    expect((await guests())?.units[0]?.images).toMatchObject([{ altText: 'Two chairs', caption: words.caption }])
    expect(await undo(change)).toMatchObject({ ok: true })
    expect(await imageOf('porch')).toMatchObject({ altText: '', category: '', needs: ['alt text', 'category'] })
  })

  test('keep the words that the second of two operators did not see', async () => {
    await addProperty(['porch'])
    const seen = await details('porch', { altText: 'Mine' })
    const first = await done('image', await details('porch', { altText: 'Theirs', category: 'Outside' }))
    expect(await post('image', seen)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/mia changed this .*Alt text: Theirs; Caption: none; Category: Outside/),
    })
    await done('image', await details('porch', { altText: 'Later' }))
    expect(await undo(first)).toMatchObject({ message: expect.stringContaining('Undo the later change first') })
    expect(await imageOf('porch')).toMatchObject({ altText: 'Later' })
  })

  test('refuse words that are too long, and a new category without a name', async () => {
    await addProperty(['porch'])
    const posted = await details('porch', { altText: 'x'.repeat(20_000), category: '+', newCategory: ' ' })
    expect(await post('image', posted)).toMatchObject({
      status: 400,
      fields: { altText: 'Please keep this to 500 characters' },
    })
    expect(await post('image', { ...posted, altText: '' })).toMatchObject({
      fields: { newCategory: 'Please name the category' },
    })
  })

  test('are moved one at a time, so that two operators who move different ones both do', async () => {
    await addProperty(['a', 'b', 'c', 'd'])
    await done('move-image', { id: nameOf('d'), to: 'first' })
    await done('move-image', { id: nameOf('a'), to: 'down' })
    const last = await done('move-image', { id: nameOf('c'), to: 'before', next: nameOf('b') })
    expect(await order()).toEqual(['d', 'c', 'b', 'a'])
    expect((await getProperty(services(), { slug: 'cabin' }))?.images[0]?.src).toBe(nameOf('d'))
    expect(await undo(last)).toMatchObject({ ok: true })
    expect(await order()).toEqual(['d', 'b', 'a', 'c'])
    expect(await post('move-image', { id: nameOf('a'), to: 'before', next: nameOf('gone') })).toMatchObject({
      status: 409,
    })
    expect(await post('move-image', { id: nameOf('gone'), to: 'first' })).toMatchObject({ status: 404 })
  })

  test('are removed at once, and come back to their place with their words for 30 days', async () => {
    await addProperty(['a', 'b', 'c'])
    await done('image', await details('b', { altText: 'The porch', category: 'Outside' }))
    const sectionImages = { sectionImages: ['', nameOf('b'), ''] }
    const presentation = sql`${properties.presentation} || ${JSON.stringify(sectionImages)}::jsonb`
    await database().db.update(properties).set({ presentation })
    const namedLarge = async () => (await getProperty(services(), { slug: 'cabin' }))?.presentation.sectionImages
    const [unit] = await database()
      .db.update(propertyUnits)
      .set({ heroImage: nameOf('b') })
      .returning()
    const change = await done('remove-image', { id: nameOf('b') })
    expect(await order()).toEqual(['a', 'c'])
    expect(await namedLarge()).toEqual([])
    expect(await isPublic(database().db, nameOf('b'))).toBe(false)
    await cleanUp(29)
    expect(await undo(change)).toMatchObject({ ok: true })
    expect(await order()).toEqual(['a', 'b', 'c'])
    expect(await imageOf('b')).toMatchObject({ altText: 'The porch', category: 'outside' })
    expect(await namedLarge()).toEqual(['', nameOf('b')])
    expect((await database().db.select().from(propertyUnits))[0]).toEqual(unit)
    // A restored image is not cleaned up.
    await cleanUp(60)
    const again = await done('remove-image', { id: nameOf('b') })
    await cleanUp(31)
    expect(await undo(again)).toMatchObject({ message: expect.stringContaining('can come back for 30 days') })
  })

  test('are replaced in their place with their words, and the earlier one comes back', async () => {
    await addProperty(['a', 'b'])
    await done('image', await details('a', { altText: 'The porch', category: 'Outside' }))
    expect((await send({ replace: nameOf('a') })).status).toBe(200)
    const [shown] = (await page()).images
    expect(shown).toMatchObject({ altText: 'The porch', category: 'outside', width: 1600 })
    expect(shown?.id).not.toBe(nameOf('a'))
    expect(await undo((await changeOf('Photo replaced'))?.id ?? '')).toMatchObject({ ok: true })
    expect(await order()).toEqual(['a', 'b'])
    const gone = await send({ replace: nameOf('gone') })
    expect([gone.status, (await gone.json()).message]).toEqual([404, 'Somebody removed this photo meanwhile.'])
  })

  test('have categories that are renamed, moved and removed', async () => {
    await addProperty(['a', 'b'])
    await done('image', await details('a', { category: 'Kitchen' }))
    await done('image', await details('b', { category: 'Outside' }))
    const labels = async () => (await page()).categories.map(({ label }) => label)
    const version = (await page()).categoriesVersion
    await done('rename-category', { id: 'kitchen', label: 'Kitchens', version })
    expect(await post('rename-category', { id: 'kitchen', label: 'Mine', version })).toMatchObject({ status: 409 })
    const now = (await page()).categoriesVersion
    expect(await post('rename-category', { id: 'outside', label: 'kitchens', version: now })).toMatchObject({
      fields: { label: 'Another category has this name' },
    })
    await done('move-category', { id: 'outside', to: 'up' })
    expect(await labels()).toEqual(['Outside', 'Kitchens'])
    const removed = await done('remove-category', { id: 'outside' })
    expect(await imageOf('b')).toMatchObject({ needs: ['alt text', 'category'] })
    await undo(removed)
    expect(await labels()).toEqual(['Outside', 'Kitchens'])
  })
})
