import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { storageOrphans } from '#app/platform/installation.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { cleanUpImages, removeStrayVariants } from './clean-up-images.server.ts'
import { mediaObjects } from './media.tables.server.ts'
import { addOrphan, DELETE_LEASE_MS, deleteOrphans, orphanUnusedImages, removeOrphan } from './orphans.server.ts'

const KEY = 'uploads/cove.jpg'
const later = (milliseconds: number) => new Date(NOON.getTime() + milliseconds)
const HOUR = 3_600_000

const base = temporaryFolder()

describeWithDatabase('an orphan in the storage', (database) => {
  async function open(overrides: Partial<Services> = {}) {
    const config = readConfig({ DATA_DIR: await mkdtemp(path.join(base, 'data-')) })
    const clock = testClock()
    const storage = openDiskStorage(path.join(config.dataDir, 'objects'))
    return { ...testServices(database(), { config, clock, storage, ...overrides }), clock }
  }
  const bytes = new Uint8Array([1, 2, 3])
  const notes = () => database().db.select().from(storageOrphans)
  const addRow = (key: string, createdAt = NOON) =>
    database()
      .db.insert(mediaObjects)
      .values({ path: `/objects/${key}`, contentType: 'image/jpeg', bytes: 3, width: 1, height: 1, createdAt })
  const keepVariant = async (services: Services, key: string) => {
    const folder = path.join(services.config.dataDir, 'variants', key)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, '480-v.avif'), bytes)
  }
  const cachedVariants = async (services: Services) =>
    (await readdir(path.join(services.config.dataDir, 'variants'), { recursive: true })).filter((name) =>
      name.endsWith('.avif'),
    )

  test('is deleted when it is due, with its variants and its record, and not before', async () => {
    const services = await open()
    await services.storage.put(KEY, bytes)
    await keepVariant(services, KEY)
    await addOrphan(services.db, KEY, later(HOUR))
    expect(await deleteOrphans(services)).toBe(0)
    expect(await services.storage.get(KEY)).not.toBeNull()
    services.clock.set(later(HOUR))
    expect(await deleteOrphans(services)).toBe(1)
    expect(await services.storage.get(KEY)).toBeNull()
    expect(await cachedVariants(services)).toEqual([])
    expect(await notes()).toEqual([])
  })

  test('may be a record alone, when a crash came before the object was stored', async () => {
    const services = await open()
    await addOrphan(services.db, KEY, NOON)
    expect(await deleteOrphans(services)).toBe(1)
    expect(await notes()).toEqual([])
  })

  test('is never an object that has its row', async () => {
    const services = await open()
    await services.storage.put(KEY, bytes)
    await addRow(KEY)
    await addOrphan(services.db, KEY, NOON)
    await deleteOrphans(services)
    expect(await services.storage.get(KEY)).not.toBeNull()
    expect(await notes()).toEqual([])
  })

  testOnBoth('is deleted once by concurrent processes', async () => {
    const deleted: string[] = []
    const services = await open({ storage: { delete: async (key: string) => void deleted.push(key) } as never })
    const keys = Array.from({ length: 20 }, (_, index) => `uploads/${index}.jpg`)
    for (const key of keys) await addOrphan(services.db, key, NOON)
    const counts = await Promise.all([1, 2, 3].map(() => deleteOrphans(services)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20)
    expect(deleted.toSorted()).toEqual(keys.toSorted())
    expect(await notes()).toEqual([])
  })

  test('stays while the storage fails, which is logged, and is deleted when the storage works again', async () => {
    const logged: string[] = []
    const log = pino({}, { write: (line: string) => void logged.push(line) })
    const unavailable = { delete: () => Promise.reject(new Error('the storage is unavailable')) } as never
    const services = await open({ storage: unavailable, log })
    await addOrphan(services.db, KEY, NOON)
    expect(await deleteOrphans(services)).toBe(0)
    expect(logged.join()).toContain('the storage is unavailable')
    expect(await notes()).toHaveLength(1)

    const working = await open()
    await working.storage.put(KEY, bytes)
    working.clock.set(later(DELETE_LEASE_MS))
    expect(await deleteOrphans(working)).toBe(1)
    expect(await working.storage.get(KEY)).toBeNull()
  })

  testOnBoth('cannot become an upload again once a cleanup has claimed it', async () => {
    let late: boolean | undefined
    const storage = {
      delete: async () => {
        late = await removeOrphan(database().db, KEY, NOON)
      },
    } as never
    const services = await open({ storage })
    await addOrphan(services.db, KEY, NOON)
    await deleteOrphans(services)
    expect(late).toBe(false)
    await addOrphan(services.db, KEY, later(HOUR))
    expect(await removeOrphan(services.db, KEY, later(HOUR))).toBe(true)
    expect(await notes()).toEqual([])
  })

  test('is an upload that nothing shows after a day; shown, newer and bundled images stay', async () => {
    const services = await open()
    for (const key of [KEY, 'uploads/shown.jpg', 'homes/lodge.jpg']) await addRow(key)
    await addRow('uploads/young.jpg', later(HOUR))
    await makeProperty(services.db, { images: ['/objects/uploads/shown.jpg'], status: 'draft' })
    services.clock.set(later(24 * HOUR + 1))
    expect(await orphanUnusedImages(services)).toBe(1)
    const left = await services.db.select().from(mediaObjects)
    expect(left.map((row) => row.path).toSorted()).toEqual([
      '/objects/homes/lodge.jpg',
      '/objects/uploads/shown.jpg',
      '/objects/uploads/young.jpg',
    ])
    expect((await notes()).map((note) => note.key)).toEqual([KEY])
  })

  test('is a variant without its image', async () => {
    const services = await open()
    expect(await removeStrayVariants(services)).toBe(0)
    await addRow('homes/lodge.jpg')
    await keepVariant(services, 'homes/lodge.jpg')
    await keepVariant(services, KEY)
    expect(await removeStrayVariants(services)).toBe(1)
    expect(await cachedVariants(services)).toEqual(['homes/lodge.jpg/480-v.avif'])
  })

  test('is cleaned up as far as possible: one failed task does not block the others', async () => {
    const services = await open()
    await keepVariant(services, KEY)
    await addRow('uploads/old.jpg')
    await services.storage.put('uploads/old.jpg', bytes)
    services.clock.set(later(25 * HOUR))
    await cleanUpImages(services)
    expect([await services.storage.get('uploads/old.jpg'), await cachedVariants(services)]).toEqual([null, []])
    await rm(path.join(services.config.dataDir, 'variants'), { recursive: true })
    await writeFile(path.join(services.config.dataDir, 'variants'), '')
    await cleanUpImages(services)
  })
})
