import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import tar from 'tar-stream'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { objectAddress } from '#app/features/media/object-address.server.ts'
import { lastBackupAge } from '#app/platform/db/last-backup.server.ts'
import { backups } from '#app/platform/installation.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { S3Error } from '#app/platform/storage/s3-request.server.ts'
import { StorageUnavailable } from '#app/platform/storage/storage.server.ts'
import { StartRefused } from '../startup/start-refused.ts'
import { packBackup, readManifest } from './archive.ts'
import { backupsToRetain } from './backup-retention.ts'
import type { BackupStore } from './backup-store.ts'
import { dumpTables } from './dump-tables.ts'
import { BackupRefused, backupName, backupTimeOf, lackWords, type Manifest } from './manifest.ts'
import { openBackupStore } from './open-backup-store.ts'
import { BackupBusy, inScratchFolder } from './scratch-folder.ts'

const HOUR_MS = 3_600_000
/** When a new one is due, in UTC. */
const DAILY_HOUR = 2

export const NOT_DELETED =
  'Older backups could not be deleted. The log of the site has the reason, as backup.not-deleted.'

/** `deleted` is null if older ones should go, but could not. */
type BackupResult = { place: string; name: string; bytes: number; manifest: Manifest; deleted: number | null }

/**
 * Makes a backup of the running site, and deletes those past their retention. The database is as of one moment, then
 * its images follow. The outcome is recorded for the operator. Throws `StartRefused` for a problem that the operator
 * can solve.
 */
export async function makeBackup(services: Services, stopping?: AbortSignal): Promise<BackupResult> {
  const { config, clock, log } = services
  try {
    const store = openBackupStore(config)
    const made = await inScratchFolder(config.dataDir, (folder) => writeBackup(services, store, { folder, stopping }))
    const { name, bytes, manifest } = made
    log.info({ event: 'backup.made', name, bytes }, 'a backup was made')
    const lacks = lackWords(await imagesStillNamed(services, manifest.images.missing))
    if (lacks) {
      const missing = manifest.images.missing.length
      log.warn({ event: 'backup.incomplete', name, missing }, 'the backup is without images that the store lacked')
    }
    const deleted = await deleteOld(services, store)
    const error = [lacks, deleted === null && NOT_DELETED].filter(Boolean).join(' ') || null
    await record(services, { succeededAt: clock.now(), bytes, failedAt: null, error })
    return { ...made, place: store.place, deleted }
  } catch (cause) {
    const error = inWords(cause)
    // The next start makes it, or the next hour.
    if (stopping?.aborted || error instanceof BackupBusy) throw error
    log.error({ event: 'backup.failed', err: cause }, 'no backup was made')
    const reason =
      error instanceof StartRefused ? error.message : 'The log of the site has the reason, as backup.failed.'
    // The database may be the reason.
    await record(services, { failedAt: clock.now(), error: reason }).catch(() => {})
    throw error
  }
}

/** Without those that were deleted while the backup was made: nobody misses them. */
async function imagesStillNamed({ db }: Services, missing: readonly string[]): Promise<string[]> {
  if (missing.length === 0) return []
  const named = new Set((await db.select({ path: mediaObjects.path }).from(mediaObjects)).map(({ path }) => path))
  return missing.filter((key) => named.has(objectAddress(key)))
}

/** The answer of the store of images is a sentence already. */
function inWords(error: unknown): unknown {
  const isOfStore = error instanceof S3Error || error instanceof StorageUnavailable
  return isOfStore ? new BackupRefused(`${error.message}.`, { cause: error }) : error
}

type WriteOptions = { folder: string; stopping: AbortSignal | undefined }

async function writeBackup(services: Services, store: BackupStore, { folder, stopping }: WriteOptions) {
  const { config, db, storage, clock } = services
  const madeAt = clock.now()
  const name = backupName(madeAt)
  const dumped = await dumpTables(db, folder)
  stopping?.throwIfAborted()
  const contents = { folder, madeAt: madeAt.toISOString(), siteUrl: config.siteUrl, ...dumped }
  const pack = tar.pack()
  const archive = Readable.from(pack)
  const packed = packBackup(pack, contents, storage)
  const written = store.write(name, archive, readManifest)
  let reason: unknown
  packed.catch((error) => {
    // A store that gave up has closed the archive: then that is the reason.
    if (!archive.destroyed) reason ??= error
    archive.on('error', () => {}).destroy(error)
  })
  written.catch((error) => {
    reason ??= error
    archive.destroy()
  })
  const stop = () => archive.on('error', () => {}).destroy(new Error('the site stopped'))
  stopping?.addEventListener('abort', stop)
  await Promise.allSettled([packed, written])
  stopping?.removeEventListener('abort', stop)
  if (reason) throw reason
  return { name, bytes: await written, manifest: await packed }
}

/**
 * Deletes old backups, also those that an operator made: only the day counts. Files of others stay. So do those of the
 * future, from a wrong clock: they would count as newer than the new one. Null if it fails: the new backup is good all
 * the same, and the next one tries again.
 */
async function deleteOld({ config, clock, log }: Services, store: BackupStore): Promise<number | null> {
  try {
    const stored = (await listBackups(store)).filter(({ madeAt }) => madeAt <= clock.now())
    const kept = backupsToRetain(stored, config.backup.keep)
    const old = stored.filter((backup) => !kept.has(backup))
    for (const { name } of old) await store.delete(name)
    return old.length
  } catch (err) {
    log.error({ event: 'backup.not-deleted', err }, 'a backup was made, but older ones could not be deleted')
    return null
  }
}

/** The backups in a store, the oldest first. */
export async function listBackups(store: BackupStore) {
  const stored = (await store.list()).flatMap(({ name, bytes }) => {
    const madeAt = backupTimeOf(name)
    return madeAt ? [{ name, bytes, madeAt }] : []
  })
  return stored.sort((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
}

async function record({ db }: Pick<Services, 'db'>, values: Partial<typeof backups.$inferInsert>): Promise<void> {
  await db.insert(backups).values(values).onConflictDoUpdate({ target: backups.id, set: values })
}

/** Makes the backup of the night if it is due. A failed one is due again at once, and this runs every hour. */
export async function makeDailyBackup(services: Services, stopping: AbortSignal): Promise<void> {
  const { config, db, clock } = services
  if (!config.backup.daily) return
  const now = clock.now()
  const night = Math.floor((now.getTime() / HOUR_MS - DAILY_HOUR) / 24) * 24 + DAILY_HOUR
  const { rows } = await db.execute<{ age: number | null }>(sql`select ${lastBackupAge(now)} as age`)
  const age = rows[0]?.age ?? null
  if (age !== null && age * 1000 <= now.getTime() - night * HOUR_MS) return
  await makeBackup(services, stopping).catch((error) => {
    if (!stopping.aborted && !(error instanceof BackupBusy)) throw error
  })
}
