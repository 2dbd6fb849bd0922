import type { OpenChannelManager } from './channels/channel-manager.server.ts'
import type { Clock } from './clock.server.ts'
import type { Config } from './config.server.ts'
import type { Database, Db } from './db/database.server.ts'
import type { DemoMarks } from './demo-marks.server.ts'
import type { Gateway } from './gateway/gateway.server.ts'
import type { Jobs } from './jobs/jobs.server.ts'
import type { Logger } from './log.server.ts'
import type { RateLimits } from './rate-limits/rate-limits.server.ts'
import type { Standby } from './standby.server.ts'
import type { Storage } from './storage/storage.server.ts'
import type { ContentCache } from './versioned-cache.server.ts'
import type { CurrentVersions } from './versions.server.ts'

/** The cost of a password hash, which slows down guessing from stolen hashes: memory in KiB, and passes. */
export type PasswordCost = { memoryCost: number; timeCost: number }

/** Above OWASP's minimum for Argon2id (19 MiB, two passes). */
export const PASSWORD_COST: PasswordCost = { memoryCost: 32 * 1024, timeCost: 3 }

/** The dependencies of all server functions, created once at startup and passed on. */
export type Services = {
  config: Config
  database: Database
  /** Shortcut for `database.db`. */
  db: Db
  /** Answers searches; null where the database has none. Read it by `listTakenForSearch`. */
  standby: Standby | null
  storage: Storage
  /** The job queue: pending mail and recurring jobs. */
  jobs: Jobs
  /** The payment gateway; null where the operator collects money in other ways. */
  gateway: Gateway | null
  /** Opens an operator's account at the channel manager, which connects booking platforms. */
  openChannelManager: OpenChannelManager
  /** How often an address may do what. */
  limits: RateLimits
  /** For hashes of new passwords; tests use the minimum. */
  passwordCost: PasswordCost
  /** By these a live site recognizes remains of the demo. */
  demoMarks: DemoMarks
  clock: Clock
  log: Logger
  /** Aborted once the process was asked to stop: it finishes its current work. */
  stopping: AbortController
  /** The versions of the data, for caches. */
  versions: CurrentVersions
  /** Values cached per content version: site, properties, rates. Never use it in a transaction. */
  cache: ContentCache
}
