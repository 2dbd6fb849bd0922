import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { findBrokenInvariants } from '#app/features/bookings/payments/invariants.server.ts'
import { skipDueMessages } from '#app/features/guest-messages/send-messages.server.ts'
import { machineClock } from '#app/platform/clock.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { MigrationError, migrate, OldMigrationsError, requireKnownMigrations } from '#app/platform/db/migrate.server.ts'
import { errorCode } from '#app/platform/db/retry.server.ts'
import { migrateJobs, openJobs } from '#app/platform/jobs/jobs.server.ts'
import type { Logger } from '#app/platform/log.server.ts'
import type { Storage } from '#app/platform/storage/storage.server.ts'
import { openDataFolder } from '../startup/data-folder.ts'
import { openStorage } from '../startup/open-storage.ts'
import { inWords, migrationsFolder, openLockedDatabase } from '../startup/services.ts'
import { isRestoreUnfinished, UNFINISHED } from '../startup/unfinished-restore.ts'
import { readManifest, readParts } from './archive.ts'
import { holdMail, holdRows, loadTables } from './load-tables.ts'
import { BackupRefused, IMAGES, type Manifest } from './manifest.ts'
import { inScratchFolder } from './scratch-folder.ts'

type Archive = () => Readable

/**
 * Reads a backup to its end. Its migrations are those of this version. Throws `BackupRefused` if it is damaged, or made
 * by a newer version or one that is too old.
 */
async function readKnownManifest(archive: Archive): Promise<Manifest> {
  const manifest = await readManifest(archive())
  const applied = manifest.migrations.map((line) => {
    const [name = '', sha256 = ''] = line.split(' ')
    return { name, sha256 }
  })
  try {
    const known = await requireKnownMigrations(applied, migrationsFolder)
    return { ...manifest, migrations: known.map(({ name, sha256 }) => `${name} ${sha256}`) }
  } catch (error) {
    if (error instanceof OldMigrationsError) {
      throw new BackupRefused(
        `This backup was made by an older version of the site. First restore it with the last version that has db/migrations/${error.last}: see docs/upgrading.md.`,
        { cause: error },
      )
    }
    if (!(error instanceof MigrationError)) throw error
    throw new BackupRefused(
      'This backup was made by a newer version of the site. Use that version, or one that came after it.',
      { cause: error },
    )
  }
}

/** Makes the tables of the backup's version, fills them, and migrates them to this version. */
async function fillDatabase(database: Database, archive: Archive, manifest: Manifest): Promise<void> {
  const only = manifest.migrations.map((line) => line.split(' ')[0] ?? '')
  await migrate(database, migrationsFolder, { only })
  await loadTables(database.db, archive, manifest)
  await migrate(database, migrationsFolder)
}

type Restored = { manifest: Manifest; heldMail: number; skipped: Awaited<ReturnType<typeof skipDueMessages>> }

/**
 * Fills an empty database of the settings, of either kind, and the store of images. No site may use it meanwhile. Until
 * the end the database is marked: no site starts with it, and another restore starts over.
 */
export async function restoreBackup(
  config: Config,
  log: Logger,
  archive: Archive,
  clock = machineClock,
): Promise<Restored> {
  const manifest = await readKnownManifest(archive)
  openDataFolder(config.dataDir, log)
  const storage = await openStorage(config, log)
  let database: Database | undefined
  try {
    database = await openLockedDatabase(config, log, true)
    await beginRestore(database)
    await fillDatabase(database, archive, manifest)
    await migrateJobs(database, log)
    const { db } = database
    const heldMail = await holdMail(db, await openJobs(database, log), { archive, now: clock.now() })
    await holdRows(db, clock.now())
    const skipped = await skipDueMessages({ db, config, clock })
    await storeImages(storage, archive)
    await database.pool.query(`drop schema ${UNFINISHED}`)
    return { manifest, heldMail, skipped }
  } catch (error) {
    throw inWords(config, error)
  } finally {
    await database?.close()
  }
}

/** Marks an empty database, or empties one that is marked. */
async function beginRestore(database: Database): Promise<void> {
  const { pool } = database
  if (await isRestoreUnfinished(database)) {
    try {
      await pool.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
    } catch (error) {
      if (errorCode(error) !== '42501') throw error
      throw new BackupRefused(
        'An earlier restore left this database unfinished, and its user may not empty it. Name a new, empty database in DATABASE_URL.',
      )
    }
    return
  }
  const { rows } = await pool.query<{ filled: boolean }>(`select to_regnamespace('pgboss') is not null
    or exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')) as filled`)
  if (rows[0]?.filled) {
    throw new BackupRefused(
      'This database is not empty. Name a new one in DATABASE_URL, or another DATA_DIR for an embedded database.',
    )
  }
  await pool.query(`create schema ${UNFINISHED}`)
}

async function storeImages(storage: Storage, archive: Archive): Promise<void> {
  await readParts(archive(), async (name, part) => {
    if (name.startsWith(IMAGES)) await storage.put(name.slice(IMAGES.length), await buffer(part))
  })
}

type Checked = { manifest: Manifest; broken: string[] }

/** Restores a backup into an embedded database of its own, and removes that. `broken` are rules that do not hold there. */
export function checkBackup(config: Config, log: Logger, archive: Archive): Promise<Checked> {
  return inScratchFolder(config.dataDir, async (dataDir) => {
    const manifest = await readKnownManifest(archive)
    const images = Object.keys(manifest.parts).filter((name) => name.startsWith(IMAGES)).length
    if (images !== manifest.images.stored)
      throw new BackupRefused('Images are missing in this backup. Use another one.')
    const database = await openDatabase({ dataDir, log }).catch((error) => {
      throw inWords(config, error)
    })
    try {
      await fillDatabase(database, archive, manifest)
      const broken = await findBrokenInvariants(database.db)
      return { manifest, broken: broken.map(({ rule, examples }) => `${rule}: such as ${examples.join(', ')}`) }
    } finally {
      await database.close()
    }
  })
}
