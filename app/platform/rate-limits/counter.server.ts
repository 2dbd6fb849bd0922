import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'
import type { Clock } from '../clock.server.ts'
import type { Logger } from '../log.server.ts'
import type { Window } from './limits-by-name.server.ts'

/** Counts by key within one window. */
export type Counter = {
  /** Counts one more. Returns the seconds until the next one is allowed, at least 1; 0 when this one is. */
  count(key: string): Promise<number>
  /** Undoes one count. */
  undo(key: string): Promise<void>
}

/** How long a request waits for the shared counters, in milliseconds. */
const TIMEOUT_MS = 1000
/** How long the shared counters are not used after an error, in milliseconds. */
const PAUSE_MS = 5000

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward'>

function counterOf(limiter: Limiter): Counter {
  return {
    async count(key) {
      try {
        await limiter.consume(key)
        return 0
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
    async undo(key) {
      await limiter.reward(key)
    },
  }
}

/** Counts in memory, for this process. */
export function memoryCounter(name: string, { max, seconds }: Window): Counter {
  return counterOf(new RateLimiterMemory({ keyPrefix: name, points: max, duration: seconds }))
}

type Shared = {
  pool: pg.Pool
  /** Counts are never undone, so an address over the limit need not be counted further. */
  final: boolean
}

/** Counts for all processes in the table `rate_limits`. Throws when the database is unavailable. */
export function databaseCounter(name: string, { max, seconds }: Window, { pool, final }: Shared): Counter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: name,
    points: max,
    duration: seconds,
    ...(final && { inMemoryBlockOnConsumed: max + 1 }),
  })
  return counterOf(new RLWrapperTimeouts({ limiter, timeoutMs: TIMEOUT_MS }))
}

/**
 * Creates counters that use `shared`, and `own` while `shared` fails: the site stays available and each process limits
 * by itself. After an error the shared counters are not used for a while, so not every request waits. Each pause is
 * logged.
 */
export function counterFallback({ clock, log }: { clock: Clock; log: Logger }) {
  let pausedUntil = 0
  return (shared: Counter, own: Counter): Counter => {
    const or = async <T>(work: (counter: Counter) => Promise<T>): Promise<T> => {
      if (clock.now().getTime() >= pausedUntil) {
        try {
          return await work(shared)
        } catch (error) {
          pausedUntil = clock.now().getTime() + PAUSE_MS
          log.warn(
            { event: 'rate-limits.counters-unavailable', err: error },
            'the shared rate limit counters do not answer: this process counts for itself',
          )
        }
      }
      return work(own)
    }
    return {
      count: (key) => or((counter) => counter.count(key)),
      undo: (key) => or((counter) => counter.undo(key)),
    }
  }
}
