import path from 'node:path'
import { channexOpener } from '#app/platform/channels/channex.server.ts'
import { machineClock } from '#app/platform/clock.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { DatabaseInUseError } from '#app/platform/db/directory-lock.server.ts'
import { DiskFullError } from '#app/platform/db/free-space.server.ts'
import { MigrationError, migrate } from '#app/platform/db/migrate.server.ts'
import { areTestKeys } from '#app/platform/gateway/stripe-keys.server.ts'
import { installation } from '#app/platform/installation.tables.server.ts'
import { migrateJobs, openJobs } from '#app/platform/jobs/jobs.server.ts'
import type { Logger } from '#app/platform/log.server.ts'
import { PROJECT_ROOT } from '#app/platform/project-root.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { PASSWORD_COST, type Services } from '#app/platform/services.server.ts'
import { openStandby } from '#app/platform/standby.server.ts'
import { createContentCache } from '#app/platform/versioned-cache.server.ts'
import { type CurrentVersions, followVersions, getVersions } from '#app/platform/versions.server.ts'
import { demoMarks } from '#content/demo-marks.ts'
import { cannotWrite, openDataFolder } from './data-folder.ts'
import { lockDatabase } from './database-lock.ts'
import { refusedDatabase, requireDatabase, requireStarted } from './find-database.ts'
import { openStorage } from './open-storage.ts'
import { StartRefused } from './start-refused.ts'
import { unencryptedWarnings } from './unencrypted-warnings.ts'
import { requireRestored } from './unfinished-restore.ts'

export const migrationsFolder = path.join(PROJECT_ROOT, 'db/migrations')

/**
 * Checks the mode this database was created in (docs/decisions/009), recorded at its first start. Throws `StartRefused`
 * when the settings say otherwise.
 */
async function requireMode({ db }: Database, demo: boolean): Promise<void> {
  await db
    .insert(installation)
    .values({ mode: demo ? 'demo' : 'live' })
    .onConflictDoNothing()
  const [row] = await db.select().from(installation)
  if (row?.mode === 'demo' && !demo) {
    throw new StartRefused(
      'This database was made in demo mode: run "npm run site -- go-live" once, which removes the sample rates, reviews, and bookings, then start again.',
    )
  }
  if (row?.mode === 'live' && demo) {
    throw new StartRefused(
      'This database has gone live: set SITE_URL to its public address, or another DATA_DIR for a demo.',
    )
  }
}

/**
 * Opens the database and marks it as in use until it is closed. So going live and a running site exclude each other.
 */
export async function openLockedDatabase(config: Config, log: Logger, alone: boolean): Promise<Database> {
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log })
  if (!config.databaseUrl) return database
  try {
    const onTaken = (error: Error) => {
      log.fatal(
        { event: 'database.lock-lost', err: error },
        'the database lock was lost and another process took it: exiting at once',
      )
      process.exit(1)
    }
    const release = await lockDatabase(config.databaseUrl, { alone, onTaken })
    return { ...database, close: () => release().finally(database.close) }
  } catch (error) {
    await database.close()
    throw error
  }
}

function versionsOf({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): CurrentVersions {
  return followVersions({
    clock,
    read: () =>
      getVersions({ db, clock }).catch((error) => {
        log.error({ event: 'versions.not-read', err: error }, 'the content version could not be read')
        throw error
      }),
  })
}

/**
 * Opens the services: the migrated database and the storage. For exclusive commands: `anyMode` accepts either mode, and
 * `existing` requires a database in which a site has been started. Throws `StartRefused`.
 */
export async function openServices(
  config: Config,
  log: Logger,
  { anyMode = false, existing = false }: { anyMode?: boolean; existing?: boolean } = {},
): Promise<Services> {
  if (existing) requireDatabase(config)
  openDataFolder(config.dataDir, log)
  let database: Database | undefined
  try {
    database = await openLockedDatabase(config, log, anyMode)
    await requireRestored(database)
    if (existing) await requireStarted(database, config)
    await migrate(database, migrationsFolder)
    await migrateJobs(database, log)
    if (!anyMode) await requireMode(database, config.demo)
    const storage = await openStorage(config, log)
    const jobs = await openJobs(database, log)
    const clock = machineClock
    const limits = openRateLimits({ config, database, clock, log })
    const { db, close } = database
    const versions = versionsOf({ db, clock, log })
    const url = config.databaseReadUrl
    const standby = url ? openStandby({ url, clock, versions, log }) : null
    if (standby) database = { ...database, close: () => standby.close().finally(close) }
    // Only sites that take cards load Stripe's large library.
    const gateway = config.stripe
      ? (await import('#app/platform/gateway/stripe-gateway.server.ts')).openStripeGateway(config.stripe)
      : null
    for (const warning of unencryptedWarnings(config)) log.warn({ event: 'site.unencrypted' }, warning)
    if (config.stripe && areTestKeys(config.stripe) && !config.demo) {
      log.warn({ event: 'payment.test-keys' }, 'Stripe test keys: card payments move no money')
    }
    return {
      config,
      database,
      db,
      standby,
      storage,
      jobs,
      gateway,
      openChannelManager: channexOpener(config.channexApiUrl),
      limits,
      passwordCost: PASSWORD_COST,
      demoMarks,
      clock,
      log,
      stopping: new AbortController(),
      versions,
      cache: createContentCache({ clock, versions }),
    }
  } catch (error) {
    await database?.close()
    throw inWords(config, error)
  }
}

/** A `StartRefused` for a problem that an operator can solve; anything else unchanged. */
export function inWords(config: Config, error: unknown): unknown {
  // SQLite only holds the folder's lock: the file may belong to another user, for example.
  if ((error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR') return cannotWrite(config.dataDir, error)
  const expected =
    error instanceof DatabaseInUseError || error instanceof DiskFullError || error instanceof MigrationError
  if (expected) return new StartRefused(error.message, { cause: error })
  return (config.databaseUrl && refusedDatabase(config, error)) || error
}
