import type { Config } from './config.server.ts'
import type { Database, Db } from './db/database.server.ts'
import type { Gateway } from './gateway/gateway.server.ts'
import type { Jobs } from './jobs/jobs.server.ts'
import type { Limits } from './limits/limits.server.ts'
import type { Logger } from './log.server.ts'
import type { Storage } from './storage/storage.server.ts'

/** Tells the time; tests set it. */
export type Clock = { now(): Date }

/** Everything the server's functions work with, made once at the start and passed on. */
export type Services = {
  config: Config
  database: Database
  /** `database.db`, at hand. */
  db: Db
  storage: Storage
  /** Work for later: mail that waits to be sent. */
  jobs: Jobs
  /** Who takes card payments; null where the operator takes the money by other ways. */
  gateway: Gateway | null
  /** How often an address may do what. */
  limits: Limits
  clock: Clock
  log: Logger
}
