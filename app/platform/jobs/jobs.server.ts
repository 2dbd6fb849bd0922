import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { type ConstructorOptions, fromDrizzle, PgBoss } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import type { Database, Tx } from '#app/platform/db/database.server.ts'
import { MigrationError } from '#app/platform/db/migrate.server.ts'
import type { Logger } from '#app/platform/log.server.ts'

/** The queues that the migrations made. */
export type Queue = 'mail'

/** A job as its worker has it. `retryCount` names the try: whoever lost its claim meanwhile can no longer settle it. */
export type Job<T> = { id: string; retryCount: number; createdOn: Date; data: T }

/** Work for later on the site's own database: it commits and vanishes with the rows written beside it. */
export type Jobs = {
  /** Adds jobs within a transaction, in one statement; gives their ids in the same order. */
  add(tx: Tx, queue: Queue, data: object[]): Promise<string[]>
  /** Takes the oldest job that is due, for this process alone, or gives null. */
  take<T>(queue: Queue): Promise<Job<T> | null>
  /** Whoever did it, a job that is done leaves nothing behind: the secrets in it are gone. */
  remove(tx: Tx, queue: Queue, job: Job<unknown>): Promise<void>
  /** The job comes back after the queue's back-off, with its jitter; `output` says what went wrong. */
  retry(tx: Tx, queue: Queue, job: Job<unknown>, output: object): Promise<void>
  /** Jobs that wait after a failure with just this in their output are due now. */
  hurry(tx: Tx, queue: Queue, output: object): Promise<void>
  /** The job comes back at once, as if it had not been taken. */
  putBack(tx: Tx, queue: Queue, job: Job<unknown>): Promise<void>
  /** The job is not tried again; it stays to be seen until the queue's time to delete it. */
  giveUp(tx: Tx, queue: Queue, job: Job<unknown>): Promise<void>
  /** Says that whoever took the job is still at it, so that it does not come back for the time that it takes. */
  renew(queue: Queue, job: Job<unknown>): Promise<void>
  /** Brings back, at once, jobs whose worker took or renewed them longer than `seconds` ago and died. Gives their number. */
  takeBack(queue: Queue, seconds: number): Promise<number>
  /** Looks after the queues from now on: deletes old jobs. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * pg-boss over the connections that the site has anyway: no schema of its own making, no listening, no schedules. What it does
 * inside `within` it does in that transaction, all of it: a look at its queues over another connection would wait for ever
 * where there is but one.
 */
function openBoss({ pool }: Database, log: Logger) {
  const current = new AsyncLocalStorage<Tx>()
  const db: NonNullable<ConstructorOptions['db']> = {
    executeSql(text, values) {
      const tx = current.getStore()
      return tx ? fromDrizzle(tx, sql).executeSql(text, values) : pool.query(text, values)
    },
  }
  const boss = new PgBoss({
    db,
    migrate: false,
    createSchema: false,
    useListenNotify: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the jobs could not be looked after'))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the jobs need a look'))
  return { boss, within: <T>(tx: Tx, work: () => Promise<T>) => current.run(tx, work) }
}

/** Opens the jobs of a migrated database. Nothing runs until `start`; adding and taking need no start. */
export function openJobs(database: Database, log: Logger): Jobs {
  const { boss, within } = openBoss(database, log)
  return {
    async add(tx, queue, data) {
      const jobs = data.map((one) => ({ id: crypto.randomUUID(), data: one }))
      // What the library's own insert does for jobs without options, at a third of its cost.
      const { rowCount } = await tx.execute(sql`
        insert into pgboss.job (id, name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
               expire_seconds, deletion_seconds, keep_until, dead_letter, heartbeat_seconds)
        select x.id, q.name, x.data, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
               q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.dead_letter, q.heartbeat_seconds
          from pgboss.queue q, json_to_recordset(${JSON.stringify(jobs)}::json) as x (id uuid, data jsonb)
         where q.name = ${queue}`)
      if (rowCount !== jobs.length) throw new Error(`the queue ${queue} is not there`)
      return jobs.map(({ id }) => id)
    },
    async take<T>(queue: Queue) {
      const [job] = await boss.fetch<T>(queue, { includeMetadata: true })
      if (!job) return null
      return { id: job.id, retryCount: job.retryCount, createdOn: job.createdOn, data: job.data }
    },
    async remove(tx, queue, job) {
      await within(tx, () => boss.deleteJob(queue, job.id))
    },
    async retry(tx, queue, job, output) {
      await within(tx, () => boss.fail(queue, job, output))
    },
    async hurry(tx, queue, output) {
      await tx.execute(sql`
        update pgboss.job set start_after = now()
         where name = ${queue} and state = 'retry' and start_after > now() and output @> ${JSON.stringify(output)}::jsonb`)
    },
    async putBack(tx, queue, job) {
      await tx.execute(sql`
        update pgboss.job set state = 'retry', started_on = null
         where name = ${queue} and id = ${job.id} and state = 'active' and retry_count = ${job.retryCount}`)
    },
    async renew(queue, job) {
      await database.pool.query(
        `update pgboss.job set started_on = now()
          where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
        [queue, job.id, job.retryCount],
      )
    },
    async giveUp(tx, queue, job) {
      await within(tx, () => boss.cancel(queue, job))
    },
    async takeBack(queue, seconds) {
      const { rowCount } = await database.pool.query(
        `update pgboss.job set state = 'retry', start_after = now()
          where name = $1 and state = 'active' and started_on <= now() - $2 * interval '1 second'`,
        [queue, seconds],
      )
      return rowCount ?? 0
    },
    async start() {
      await boss.start()
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

/**
 * The library's tables come by migration and are never changed by the library itself.
 * @throws {MigrationError} when they are not those of the installed version.
 */
export async function requireJobTables({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ version: number }>('select version from pgboss.version')
  const [found, needed] = [rows[0]?.version, library.pgboss.schema]
  if (found === needed) return
  throw new MigrationError(
    `The database has version ${found} of the job tables, and pg-boss ${library.version} needs ${needed}: run the version of the site it belongs to, or add the migration.`,
  )
}
