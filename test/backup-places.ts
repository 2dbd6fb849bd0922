import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { inject } from 'vitest'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { objectKey } from '#app/features/media/object-address.server.ts'
import { operatorSessions, users } from '#app/features/operators/operators.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { secrets } from '#app/platform/installation.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dumpTables } from '#server/backups/dump-tables.ts'
import { inScratchFolder } from '#server/backups/scratch-folder.ts'
import { openServices } from '#server/startup/services.ts'
import { makeEmptyPostgres } from './database.ts'
import { makeDemoWithTrials } from './demo-with-trials.ts'
import { NOON } from './factories.ts'

export const silent = pino({ level: 'silent' })

/** The kinds of database that this run has. */
export const KINDS = ['embedded', 'postgres'] as const
export const lacks = (kind: (typeof KINDS)[number]) => kind === 'postgres' && inject('postgres') === null

let count = 0
/** Settings of a new, empty place: a data folder in `folder`, and for `postgres` a database on the server. */
export async function newPlace(folder: string, kind: (typeof KINDS)[number], settings: Record<string, string> = {}) {
  count += 1
  const place = { DATA_DIR: path.join(folder, `place-${count}`), ...settings }
  const url = kind === 'postgres' && (await makeEmptyPostgres())
  return readConfig(url ? { ...place, DATABASE_URL: url } : place)
}
export type Place = Awaited<ReturnType<typeof newPlace>>

/** Works at the opened site of a place. */
export async function atSite<Result>(place: Place, work: (services: Services) => Promise<Result>): Promise<Result> {
  const services = await openServices(place, silent)
  return work(services).finally(services.database.close)
}

/** The demo with bookings, payments, a session, mail and images, each with bytes of its own. */
export async function fillSite(services: Services): Promise<void> {
  const { db, storage } = services
  await db.execute('delete from installation')
  await makeDemoWithTrials(services, db)
  const [mia] = await db.insert(users).values({ username: 'mia', passwordHash: 'x' }).returning()
  if (mia) await db.insert(operatorSessions).values({ tokenHash: 'h', userId: mia.id, expiresAt: NOON })
  await db.insert(secrets).values({ name: 'a key', value: 'kept' })
  for (const { path: address } of await db.select({ path: mediaObjects.path }).from(mediaObjects)) {
    await storage.put(objectKey(address) ?? '', randomBytes(2000))
  }
}

/** The rows of each table, as their number and sum. */
export const sumsOf = (services: Services) =>
  inScratchFolder(services.config.dataDir, async (scratch) => {
    const { tables } = await dumpTables(services.db, scratch)
    return Object.fromEntries(tables.map(({ table, rows, sum }) => [table, `${rows} ${sum}`]))
  })

/** The bytes of each image, as text. */
export async function imagesOf({ db, storage }: Services): Promise<Record<string, string>> {
  const rows = await db.select({ path: mediaObjects.path }).from(mediaObjects)
  const entries = rows.map(async ({ path: address }) => {
    const stored = await storage.get(objectKey(address) ?? '')
    return [address, stored && (await buffer(stored.stream())).toString('hex')]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** The newest backup that was made at a place without `BACKUP_TO`. */
export async function backupOf(place: Place): Promise<string> {
  const at = path.join(place.dataDir, 'backups')
  const [name = ''] = (await readdir(at)).sort().slice(-1)
  return path.join(at, name)
}

export const openedFile = (file: string) => () => createReadStream(file)
