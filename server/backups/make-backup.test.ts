import { randomBytes } from 'node:crypto'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { objectAddress } from '#app/features/media/object-address.server.ts'
import { backups } from '#app/platform/installation.tables.server.ts'
import { atSite, backupOf, fillSite, KINDS, lacks, newPlace, openedFile, silent } from '#test/backup-places.ts'
import { makeBooking, makePricedProperty } from '#test/factories.ts'
import { mountSmallDisk } from '#test/servers/small-disk.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { makeBackup, makeDailyBackup } from './make-backup.ts'
import { checkBackup } from './restore-backup.ts'
import { inScratchFolder } from './scratch-folder.ts'

const folder = temporaryFolder()
const going = new AbortController().signal

describe.each(KINDS)('a backup (%s)', (kind) => {
  test.skipIf(lacks(kind))('of a site that is written to is of one moment', async () => {
    const place = await newPlace(folder, kind)
    await atSite(place, async (services) => {
      await fillSite(services)
      const property = await makePricedProperty(services.db, { name: 'Written to' })
      let done = false
      const writing = (async () => {
        for (let day = 1; !done; day += 1) {
          const from = new Date(Date.UTC(2030, 0, day * 2)).toISOString().slice(0, 10)
          const to = new Date(Date.UTC(2030, 0, day * 2 + 1)).toISOString().slice(0, 10)
          await makeBooking(services.db, property, { from, to })
        }
      })()
      await makeBackup(services)
      done = true
      await writing
    })
    const { broken } = await checkBackup(place, silent, openedFile(await backupOf(place)))
    expect(broken).toEqual([])
  })
})

test('a backup that cannot be written leaves nothing behind, says why, and the site goes on', async () => {
  const place = await newPlace(folder, 'embedded', { BACKUP_TO: path.join(folder, 'not-mounted/backups') })
  await atSite(place, async (services) => {
    await fillSite(services)
    await expect(makeBackup(services)).rejects.toThrow('the folder above it is missing')
    const [row] = await services.db.select().from(backups)
    expect(row).toMatchObject({ succeededAt: null, error: expect.stringContaining('the folder above it is missing') })
    expect(await readdir(place.dataDir)).not.toContain('backup.new')
    const broken = { ...services.storage, get: () => Promise.reject(new Error('the store of images broke')) }
    const here = { ...services, storage: broken, config: { ...place, backup: { ...place.backup, to: folder } } }
    await expect(makeBackup(here)).rejects.toThrow('the store of images broke')
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
    const full = mountSmallDisk(1)
    if (typeof full === 'string') return
    onTestFinished(full.unmount)
    const small = { ...services, config: { ...place, backup: { ...place.backup, to: full.folder } } }
    await services.storage.put('uploads/damage.webp', randomBytes(3_000_000))
    await expect(makeBackup(small)).rejects.toThrow('less than 200 MB are left on its disk')
    expect(await readdir(full.folder)).toEqual([])
  })
})

test('a backup counts as made also if an older one cannot be deleted', async () => {
  const to = path.join(folder, 'undeletable')
  // Nobody deletes a folder as a file.
  await mkdir(path.join(to, 'stay-backup-2020-01-01T02-15-00Z.tar'), { recursive: true })
  const keep = '1 daily, 0 weekly, 0 monthly'
  const place = await newPlace(folder, 'embedded', { BACKUP_TO: to, BACKUP_KEEP: keep })
  await atSite(place, async (services) => {
    await fillSite(services)
    const made = await makeBackup(services)
    expect(made).toMatchObject({ deleted: null })
    expect(made.bytes).toBe((await stat(path.join(to, made.name))).size)
    const [row] = await services.db.select().from(backups)
    const error = expect.stringContaining('Older backups could not be deleted')
    expect(row).toMatchObject({ succeededAt: expect.any(Date), failedAt: null, error })
  })
})

test('a backup without images that the store lacks is recorded as such, but not for one that was just deleted', async () => {
  const place = await newPlace(folder, 'embedded')
  await atSite(place, async (services) => {
    await fillSite(services)
    const key = 'uploads/lost.webp'
    const lost = { path: objectAddress(key), contentType: 'image/webp', bytes: 8, width: 1, height: 1 }
    await services.db.insert(mediaObjects).values(lost)
    const get: typeof services.storage.get = async (asked) => (asked === key ? null : services.storage.get(asked))
    const recorded = async () => (await services.db.select().from(backups))[0]
    await makeBackup({ ...services, storage: { ...services.storage, get } })
    const error = `The store lacked 1 image, such as ${key}. The backup is without.`
    expect(await recorded()).toMatchObject({ succeededAt: expect.any(Date), failedAt: null, error })
    const getDeleted: typeof get = async (asked) => {
      await services.db.delete(mediaObjects).where(eq(mediaObjects.path, lost.path))
      return get(asked)
    }
    await makeBackup({ ...services, storage: { ...services.storage, get: getDeleted } })
    expect(await recorded()).toMatchObject({ failedAt: null, error: null })
  })
})

test('no table counts by a sequence, whose value a backup does not have', async () => {
  await atSite(await newPlace(folder, 'embedded'), async ({ database }) => {
    const { rows } = await database.pool.query("select * from pg_sequences where schemaname = 'public'")
    expect(rows).toEqual([])
  })
})

test('one made under a wrong clock of the future keeps no other from being made, or from being kept', async () => {
  const to = path.join(folder, 'wrong-clock')
  const ofFuture = 'stay-backup-2037-01-01T02-15-00Z.tar'
  await mkdir(to)
  await writeFile(path.join(to, ofFuture), '')
  const keep = '1 daily, 0 weekly, 0 monthly'
  const place = await newPlace(folder, 'embedded', { BACKUP_TO: to, BACKUP_KEEP: keep })
  await atSite(place, async (services) => {
    await services.db.insert(backups).values({ succeededAt: new Date('2037-01-01T02:15:00Z') })
    await makeDailyBackup({ ...services, clock: { now: () => new Date('2027-01-01T02:15:00Z') } }, going)
    expect((await readdir(to)).sort()).toEqual(['stay-backup-2027-01-01T02-15-00Z.tar', ofFuture])
  })
})

test('one is made each night, once, and not while another is made', async () => {
  const place = await newPlace(folder, 'embedded', {
    BACKUP_TO: path.join(folder, 'nightly'),
    BACKUP_KEEP: '2 daily, 0 weekly, 0 monthly',
  })
  await atSite(place, async (services) => {
    await fillSite(services)
    const at = (moment: string) => makeDailyBackup({ ...services, clock: { now: () => new Date(moment) } }, going)
    const made = () => readdir(path.join(folder, 'nightly'))
    await inScratchFolder(place.dataDir, () => at('2027-01-01T01:00:00Z'))
    expect(await services.db.select().from(backups)).toEqual([])
    await at('2027-01-01T01:15:00Z')
    await at('2027-01-01T01:45:00Z')
    expect(await made()).toEqual(['stay-backup-2027-01-01T01-15-00Z.tar'])
    await at('2027-01-01T02:15:00Z')
    await at('2027-01-01T03:15:00Z')
    await at('2027-01-02T01:15:00Z')
    expect(await made()).toEqual(['stay-backup-2027-01-01T02-15-00Z.tar'])
    await at('2027-01-02T02:15:00Z')
    await at('2027-01-03T02:15:00Z')
    expect(await made()).toEqual(['stay-backup-2027-01-02T02-15-00Z.tar', 'stay-backup-2027-01-03T02-15-00Z.tar'])
  })
  const stopped = new AbortController()
  stopped.abort()
  const interrupted = await newPlace(folder, 'embedded', { BACKUP_TO: path.join(folder, 'stopped') })
  await atSite(interrupted, async (services) => {
    await makeDailyBackup(services, stopped.signal)
    expect(await services.db.select().from(backups)).toEqual([])
    expect(await readdir(interrupted.dataDir)).not.toContain('backup.new')
  })
  const unset = await newPlace(folder, 'embedded')
  await atSite(unset, async (services) => {
    await makeDailyBackup(services, going)
    expect(await readdir(unset.dataDir)).not.toContain('backups')
  })
})
