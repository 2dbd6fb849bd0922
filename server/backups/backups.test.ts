import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { getGuestPage } from '#app/features/bookings/guest-page/guest-page.server.ts'
import { objectKey } from '#app/features/media/object-address.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { backups, bookings, mediaObjects, secrets, users } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { makeEmptyPostgres } from '#test/database.ts'
import { makeDemoWithTrials } from '#test/demo-with-trials.ts'
import { makeBooking, makePricedProperty } from '#test/factories.ts'
import { mountSmallDisk } from '#test/servers/small-disk.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { openServices } from '../startup/services.ts'
import { dumpTables } from './dump-tables.ts'
import { makeBackup, makeDailyBackup } from './make-backup.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { inScratchFolder } from './scratch-folder.ts'

const log = pino({ level: 'silent' })
const folder = temporaryFolder()
const going = new AbortController().signal
let count = 0

/** Settings of a new, empty place: a data folder, and a database on the server for `postgres`. */
async function newPlace(kind: 'embedded' | 'postgres', settings: Record<string, string> = {}) {
  count += 1
  const dataDir = path.join(folder, `place-${count}`)
  const place = { DATA_DIR: dataDir, ...settings }
  const url = kind === 'postgres' && (await makeEmptyPostgres())
  return readConfig(url ? { ...place, DATABASE_URL: url } : place)
}
type Place = Awaited<ReturnType<typeof newPlace>>

async function atSite<Result>(place: Place, work: (services: Services) => Promise<Result>): Promise<Result> {
  const services = await openServices(place, log)
  return work(services).finally(services.database.close)
}

/** The demo with bookings, payments, sessions, mail and images, each with bytes of its own. */
async function fill(services: Services): Promise<void> {
  const { db, storage } = services
  await services.db.execute('delete from installation')
  await makeDemoWithTrials(services, db)
  await db.insert(users).values({ username: 'mia', passwordHash: 'x' })
  await db.insert(secrets).values({ name: 'a key', value: 'kept' })
  for (const { path: address } of await db.select({ path: mediaObjects.path }).from(mediaObjects)) {
    await storage.put(objectKey(address) ?? '', randomBytes(2000))
  }
}

/** The rows of each table, as their number and sum. */
const sumsOf = (services: Services) =>
  inScratchFolder(services.config.dataDir, async (scratch) => {
    const { tables } = await dumpTables(services.db, scratch)
    return Object.fromEntries(tables.map(({ table, rows, sum }) => [table, `${rows} ${sum}`]))
  })

async function imagesOf({ db, storage }: Services): Promise<Record<string, string>> {
  const rows = await db.select({ path: mediaObjects.path }).from(mediaObjects)
  const entries = rows.map(async ({ path: address }) => {
    const stored = await storage.get(objectKey(address) ?? '')
    return [address, stored && (await buffer(stored.stream())).toString('hex')]
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function fileOf(place: Place): Promise<string> {
  const at = path.join(place.dataDir, 'backups')
  const [name = ''] = (await readdir(at)).sort().slice(-1)
  return path.join(at, name)
}
const opened = (file: string) => () => createReadStream(file)

const KINDS = ['embedded', 'postgres'] as const
const hasServer = () => inject('postgres') !== null

test.skipIf(!hasServer())(
  'a backup moves a site from the embedded database to PostgreSQL and back, with every row and image',
  async () => {
    const first = await newPlace('embedded')
    const before = await atSite(first, async (services) => {
      await fill(services)
      await makeBackup(services)
      const [stay] = await services.db.select({ token: bookings.token }).from(bookings)
      return { sums: await sumsOf(services), images: await imagesOf(services), token: stay?.token ?? '' }
    })
    let from = first
    for (const kind of ['postgres', 'embedded'] as const) {
      const next = await newPlace(kind)
      const restored = await restoreBackup(next, log, opened(await fileOf(from)))
      const after = await atSite(next, async (services) => {
        const found = { sums: await sumsOf(services), images: await imagesOf(services) }
        expect(await getGuestPage(services, before.token)).toMatchObject({ token: before.token })
        await makeBackup(services)
        return found
      })
      expect(after.images).toEqual(before.images)
      // The mail that waited is now one that failed, once.
      expect(restored.heldMail).toBe(kind === 'postgres' ? 1 : 0)
      const { mail, email_logs, ...others } = after.sums
      expect(without(others, ['backups'])).toEqual(without(before.sums, ['mail', 'email_logs', 'backups']))
      expect([mail?.split(' ')[0], email_logs?.split(' ')[0]]).toEqual(['1', '2'])
      from = next
    }
  },
)

const without = (sums: Record<string, string>, names: string[]) =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !names.includes(name)))

describe.each(KINDS)('a backup (%s)', (kind) => {
  test.skipIf(kind === 'postgres' && !hasServer())('of a site that is written to is of one moment', async () => {
    const place = await newPlace(kind)
    await atSite(place, async (services) => {
      await fill(services)
      const home = await makePricedProperty(services.db, { name: 'Written to' })
      let done = false
      const writing = (async () => {
        for (let day = 1; !done; day += 1) {
          const from = new Date(Date.UTC(2030, 0, day * 2)).toISOString().slice(0, 10)
          const to = new Date(Date.UTC(2030, 0, day * 2 + 1)).toISOString().slice(0, 10)
          await makeBooking(services.db, home, { from, to })
        }
      })()
      await makeBackup(services)
      done = true
      await writing
    })
    const { broken } = await checkBackup(place, log, opened(await fileOf(place)))
    expect(broken).toEqual([])
  })

  test.skipIf(kind === 'postgres' && !hasServer())('is restored into no place that is filled or in use', async () => {
    const place = await newPlace(kind)
    await atSite(place, async (services) => {
      await fill(services)
      await makeBackup(services)
      const used = restoreBackup(place, log, opened(await fileOf(place)))
      await expect(used).rejects.toThrow('Another process is using')
    })
    await expect(restoreBackup(place, log, opened(await fileOf(place)))).rejects.toThrow('This database is not empty')
  })

  test.skipIf(kind === 'postgres' && !hasServer())(
    'that was restored only partly is no site, and is restored anew',
    async () => {
      const place = await newPlace('embedded')
      await atSite(place, async (services) => {
        await fill(services)
        await makeBackup(services)
      })
      const file = await fileOf(place)
      const next = await newPlace(kind)
      let opens = 0
      const blocked = restoreBackup(next, log, () => {
        opens += 1
        // The archive is read to check it, to load its rows, and for its mail. Then the disk fails.
        if (opens === 4) throw new Error('the disk failed')
        return createReadStream(file)
      })
      await expect(blocked).rejects.toThrow('the disk failed')
      await expect(openServices(next, log)).rejects.toThrow('A restore into this database began and did not end.')
      await restoreBackup(next, log, opened(file))
      await atSite(next, async ({ db }) => expect(await db.$count(bookings)).toBeGreaterThan(0))
    },
  )
})

test('a backup that cannot be written leaves nothing behind, says why, and the site goes on', async () => {
  const place = await newPlace('embedded', { BACKUP_TO: path.join(folder, 'not-mounted/backups') })
  await atSite(place, async (services) => {
    await fill(services)
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
    await expect(makeBackup(small)).rejects.toThrow('its disk is full')
    expect(await readdir(full.folder)).toEqual([])
  })
})

test('no table counts by a sequence, whose value a backup does not have', async () => {
  await atSite(await newPlace('embedded'), async ({ database }) => {
    const { rows } = await database.pool.query("select * from pg_sequences where schemaname = 'public'")
    expect(rows).toEqual([])
  })
})

test('one is made each night, once, and again after one that failed', async () => {
  const place = await newPlace('embedded', {
    BACKUP_TO: path.join(folder, 'nightly'),
    BACKUP_KEEP: '2 daily, 0 weekly, 0 monthly',
  })
  await atSite(place, async (services) => {
    await fill(services)
    const at = (moment: string) => makeDailyBackup({ ...services, clock: { now: () => new Date(moment) } }, going)
    const made = () => readdir(path.join(folder, 'nightly'))
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
  const interrupted = await newPlace('embedded', { BACKUP_TO: path.join(folder, 'stopped') })
  await atSite(interrupted, async (services) => {
    await makeDailyBackup(services, stopped.signal)
    expect(await services.db.select().from(backups)).toEqual([])
    expect(await readdir(interrupted.dataDir)).not.toContain('backup.new')
  })
  const unset = await newPlace('embedded')
  await atSite(unset, async (services) => {
    await makeDailyBackup(services, going)
    expect(await readdir(unset.dataDir)).not.toContain('backups')
  })
})

describe('a stored backup', () => {
  let place: Place
  let file: string
  beforeAll(async () => {
    place = await newPlace('embedded')
    await atSite(place, async (services) => {
      await fill(services)
      await makeBackup(services)
    })
    file = await fileOf(place)
  })
  const checkOf = (changed: string) => checkBackup(place, log, opened(changed))

  test('is checked in a place of its own, which is removed', async () => {
    const { manifest, broken } = await checkOf(file)
    expect(broken).toEqual([])
    expect(manifest.images.missing).toEqual([])
    expect(await readdir(place.dataDir)).not.toContain('backup.new')
  })

  test('that was cut off or changed is refused, and the part is named', async () => {
    const bytes = await readFile(file)
    const changed = path.join(folder, 'changed.tar')
    const at = (text: string) => bytes.indexOf(text)
    const flipped = (from: number) => {
      const copy = Buffer.from(bytes)
      copy[from] = (copy[from] ?? 0) ^ 1
      return copy
    }
    const image = at('images/')
    const cases: [Buffer, RegExp][] = [
      [bytes.subarray(0, image + 700), /cut off or damaged at images\//],
      [bytes.subarray(0, image), /cut off or damaged at its manifest/],
      [bytes.subarray(0, -1024 - 512), /manifest/],
      [flipped(at('database/bookings.jsonl.gz') + 512 + 30), /database\/bookings\.jsonl\.gz is damaged/],
      [flipped(image + 512 + 100), /images\/\S+ is damaged/],
      [flipped(image + 3), /cut off or damaged/],
      [Buffer.from('no tar at all'), /cut off or damaged/],
      [Buffer.alloc(0), /cut off or damaged/],
    ]
    for (const [content, words] of cases) {
      await writeFile(changed, content)
      await expect(checkOf(changed), String(words)).rejects.toThrow(words)
      const target = await newPlace('embedded')
      await expect(restoreBackup(target, log, opened(changed))).rejects.toThrow(words)
      expect(await readdir(target.dataDir).catch(() => [])).toEqual([])
    }
  })

  test('of a newer version is refused', async () => {
    const newer = path.join(folder, 'newer.tar')
    await copyFile(file, newer)
    const bytes = await readFile(newer)
    bytes.write('0001_othernam', bytes.lastIndexOf('0001_initial.'))
    await writeFile(newer, bytes)
    await expect(checkOf(newer)).rejects.toThrow('This backup was made by a newer version of the site.')
  })
})
