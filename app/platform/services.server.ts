import type { Config } from './config.server.ts'
import type { Database, Db } from './db/database.server.ts'
import type { Gateway } from './gateway/gateway.server.ts'
import type { Jobs } from './jobs/jobs.server.ts'
import type { Logger } from './log.server.ts'
import type { RateLimits } from './rate-limits/rate-limits.server.ts'
import type { Storage } from './storage/storage.server.ts'

/** Tells the time; tests set it. */
export type Clock = { now(): Date }

/** What a guess at a password costs whoever has stolen the hashes: memory in KiB, and passes over it. */
export type PasswordCost = { memoryCost: number; timeCost: number }

/** Beyond the least that OWASP names for Argon2id (19 MiB, two passes). */
export const PASSWORD_COST: PasswordCost = { memoryCost: 32 * 1024, timeCost: 3 }

/** Everything the server's functions work with, made once at the start and passed on. */
export type Services = {
  config: Config
  database: Database
  /** `database.db`, at hand. */
  db: Db
  storage: Storage
  /** The job queue: mail that waits to be sent, and recurring jobs. */
  jobs: Jobs
  /** Who takes card payments; null where the operator takes the money by other ways. */
  gateway: Gateway | null
  /** How often an address may do what. */
  limits: RateLimits
  /** Of new passwords' hashes; tests take the least. */
  passwordCost: PasswordCost
  clock: Clock
  log: Logger
}
