import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { type ConstructorOptions, fromDrizzle, PgBoss, type Queue } from 'pg-boss'
import type { Database, Tx } from '#app/platform/db/database.server.ts'
import type { Logger } from '#app/platform/log.server.ts'

/** The job queue (pg-boss) on the site's own database. */
export type Jobs = PgBoss

const DAY = 24 * 60 * 60

/**
 * The queues that transactions add jobs to; a dead letter queue comes before the queue that uses it. All times in
 * seconds.
 */
const QUEUES = {
  /** Refused and given-up email with its last error, for the operator. */
  'mail-failed': { retentionSeconds: 7 * DAY },
  /**
   * Email to be sent. Failed attempts are retried after 15 seconds, then ever later, at most hourly; the worker gives
   * up after a day. Mail that a dead process has claimed counts as failed after 30 seconds: it waits a minute at most.
   */
  mail: {
    deadLetter: 'mail-failed',
    retryLimit: 1000,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 60 * 60,
    heartbeatSeconds: 30,
    expireInSeconds: 60 * 60,
    retentionSeconds: 30 * DAY,
    deleteAfterSeconds: 60 * 60,
  },
  /** Notifications on operators' devices. One that fails is tried for some minutes: later it is no news. */
  push: {
    retryLimit: 4,
    retryDelay: 15,
    retryBackoff: true,
    expireInSeconds: 60,
    retentionSeconds: 60 * 60,
    deleteAfterSeconds: 60 * 60,
  },
} satisfies Record<string, Omit<Queue, 'name'>>

/** The queues of mail: the pending mail, and the failed one. */
export const MAIL_QUEUES = ['mail', 'mail-failed'] as const satisfies (keyof typeof QUEUES)[]

/** For the `db` option of pg-boss: its statements commit or roll back with the transaction. */
export const inTransaction = (tx: Tx) => fromDrizzle(tx, sql)

function createBoss(
  { pool }: Pick<Database, 'pool'>,
  log: Pick<Logger, 'error' | 'warn'>,
  options: ConstructorOptions = {},
) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    // There are no dependent jobs, which it would poll for every 5 seconds.
    flowIntervalSeconds: 10 * 60,
    cronMonitorIntervalSeconds: 15,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 60 * 60,
    reindex: false,
    monitorVacuum: false,
    ...options,
  })
  boss.on('error', (error) => log.error({ event: 'jobs.error', err: error }, 'the job queue reports an error'))
  boss.on('warning', ({ message }) => log.warn({ event: 'jobs.warning', reason: message }, 'the job queue warns'))
  return boss
}

/** Creates or migrates pg-boss's own tables, and the queues. Several processes may call it at once. */
export async function migrateJobs(
  database: Pick<Database, 'pool'>,
  log: Pick<Logger, 'error' | 'warn'>,
): Promise<void> {
  const boss = createBoss(database, log, { supervise: false, schedule: false })
  await boss.start()
  const existing = await boss.getQueues(Object.keys(QUEUES))
  for (const [name, options] of Object.entries(QUEUES)) {
    const found = existing.find((queue) => queue.name === name)
    if (!found) await boss.createQueue(name, options)
    else if (!isDeepStrictEqual({ ...found, ...options }, found)) await boss.updateQueue(name, options)
  }
  await boss.stop({ graceful: false })
}

/**
 * Opens the job queue of a migrated database. Jobs can be added at once; workers and schedules begin with its `start`.
 */
export async function openJobs(database: Pick<Database, 'pool'>, log: Pick<Logger, 'error' | 'warn'>): Promise<Jobs> {
  const boss = createBoss(database, log)
  // Fills the library's cache of queues. Loading a queue during a transaction would deadlock on a single connection.
  for (const name of Object.keys(QUEUES)) await boss.insert(name, [])
  return boss
}
