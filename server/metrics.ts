import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { findBrokenInvariants } from '#app/features/bookings/payments/invariants.server.ts'
import { lastBackupAge } from '#app/platform/db/last-backup.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const HOUR_MS = 3_600_000
/** Two servers of Prometheus ask for the same numbers. */
const SAME_MS = 10_000
/** How long a number is waited for. Prometheus waits 10 seconds for all. */
const ANSWER_MS = 3_000

type Metrics = {
  /** Counts the requests of a site. `pageOf` names the page of a path, such as `/property/:slug`. */
  count(pageOf: (path: string) => string): MiddlewareHandler
  /** Serves `/metrics`. */
  routes: Hono
}

/** The metrics of a process, for Prometheus. Those that run jobs also report on the site as a whole. */
export function createMetrics(services: Services): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by the pattern of their path',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const pages = new Counter({
    name: 'page_cache_requests_total',
    help: 'Pages that were cached, and pages that were rendered',
    labelNames: ['result'],
    registers,
  })
  measurePool(services, registers)
  if (services.config.role !== 'web') measureSite(services, registers)
  const routes = new Hono().get('/metrics', async (context) =>
    context.body(await register.metrics(), 200, { 'content-type': register.contentType }),
  )
  return { routes, count }

  function count(pageOf: (path: string) => string): MiddlewareHandler {
    return async (context, next) => {
      const stop = requests.startTimer()
      await next()
      const matched = routePath(context)
      const isPage = matched === '*' || matched === '/*'
      const { status } = context.res
      stop({ method: context.req.method, route: isPage ? pageOf(context.req.path) : matched, status })
      if (isPage && status < 500) pages.inc({ result: isCached(context) ? 'hit' : 'miss' })
    }
  }
}

/** Marks the answer to a request as one from the page cache. */
export const markCached = (context: Context) => context.set('cached', true)
const isCached = (context: Context) => context.get('cached') === true

function measurePool({ database: { pool } }: Services, registers: Registry[]) {
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool in use, idle, and waited for',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** The numbers of `countSite`, by the name of their metric. */
const SITE = {
  mail_waiting: 'Emails to be sent',
  mail_given_up: 'Emails that were refused or given up within a day',
  jobs_active: 'Jobs that run now',
  bookings_expiring: 'Requests that expire within two hours unless they are answered',
  holds: 'Holds of guests who are booking now',
  calendar_feeds_silent: 'Calendars that could not be read for six hours',
}

function measureSite(services: Services, registers: Registry[]) {
  const read = remember(SAME_MS, () => countSite(services))
  for (const [name, help] of Object.entries(SITE)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await orNaN(async () => Number((await read())[name] ?? 0)))
      },
    })
  }
  if (services.config.backup.daily) {
    new Gauge({
      name: 'backup_age_seconds',
      help: 'How old the last backup is; infinite without one',
      registers,
      async collect() {
        this.set(await orNaN(async () => Number((await read()).backup_age_seconds ?? Number.POSITIVE_INFINITY)))
      },
    })
  }
  const broken = remember(HOUR_MS, async () => (await findBrokenInvariants(services.db)).length)
  new Gauge({
    name: 'invariants_broken',
    help: 'Rules of money and nights that do not hold',
    registers,
    async collect() {
      this.set(await orNaN(broken))
    },
  })
  new Gauge({
    name: 'database_up',
    help: 'Whether the database answers',
    registers,
    async collect() {
      this.set(
        await inTime(read()).then(
          () => 1,
          () => 0,
        ),
      )
    },
  })
  new Gauge({
    name: 'data_free_bytes',
    help: 'Free space for DATA_DIR',
    registers,
    async collect() {
      this.set(
        await orNaN(async () => {
          const { bavail, bsize } = await statfs(services.config.dataDir)
          return bavail * bsize
        }),
      )
    },
  })
}

/**
 * What cannot be read is no number. All other metrics are served, also while the database is away or has no free
 * connection.
 */
const orNaN = (value: () => Promise<number>) => inTime(value()).catch(() => Number.NaN)

const inTime = <Value>(value: Promise<Value>): Promise<Value> =>
  Promise.race([
    value,
    wait(ANSWER_MS, undefined, { ref: false }).then(() => {
      throw new Error('it was not read in time')
    }),
  ])

async function countSite({ db, clock }: Services): Promise<Record<string, unknown>> {
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const { rows } = await db.execute(sql`select
    (select count(*) from pgboss.job where name = 'mail' and state in ('created', 'retry')) as mail_waiting,
    (select count(*) from email_logs where status in ('refused', 'given-up')
      and created_at > ${now} - interval '1 day') as mail_given_up,
    (select count(*) from pgboss.job where state = 'active') as jobs_active,
    (select count(*) from bookings where status = 'pending' and answer_by < ${now} + interval '2 hours') as bookings_expiring,
    (select count(*) from occupancies where kind = 'hold' and expires_at > ${now}) as holds,
    ${lastBackupAge(clock.now())} as backup_age_seconds,
    (select count(*) from calendar_feeds where failing_since < ${now} - interval '6 hours') as calendar_feeds_silent`)
  return rows[0] ?? {}
}

/** Reads at most once in so many milliseconds. */
function remember<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | null = null
  let until = 0
  return () => {
    if (!kept || performance.now() > until) {
      until = performance.now() + ms
      kept = read()
      kept.catch(() => {
        kept = null
      })
    }
    return kept
  }
}
