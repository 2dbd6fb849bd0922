import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'
import type { Logger } from '../log.server.ts'
import type { Window } from './limits-by-name.server.ts'

/** Counts what happens under a key in one window. */
export type Counter = {
  /** Counts one more. The seconds until there is room again, at least 1; 0 when it fits. */
  count(key: string): Promise<number>
  /** Takes one back. */
  giveBack(key: string): Promise<void>
}

/** A request waits no longer for the counters than this, in milliseconds. */
const PATIENCE_MS = 1000
/** After a failure they are not asked for so long. */
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
    async giveBack(key) {
      await limiter.reward(key)
    },
  }
}

/** Counts for this process alone. */
export function ownCounter(name: string, { most, seconds }: Window): Counter {
  return counterOf(new RateLimiterMemory({ keyPrefix: name, points: most, duration: seconds }))
}

type Shared = {
  pool: pg.Pool
  /** Nothing is ever given back, so whoever is over the limit need not be counted any further. */
  final: boolean
}

/** Counts for all processes on this database, in the table `rate_limits`. Throws when it cannot. */
export function sharedCounter(name: string, { most, seconds }: Window, { pool, final }: Shared): Counter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: name,
    points: most,
    duration: seconds,
    ...(final && { inMemoryBlockOnConsumed: most + 1 }),
  })
  return counterOf(new RLWrapperTimeouts({ limiter, timeoutMs: PATIENCE_MS }))
}

/**
 * Makes counters that are `shared` while that works, else `own`: the site stays open, and each process limits by itself. When
 * one fails none is asked for a while, so that not every request waits; the log says so each time.
 */
export function insurance({ clock, log }: { clock: { now(): Date }; log: Logger }) {
  let pausedUntil = 0
  return (shared: Counter, own: Counter): Counter => {
    const or = async <T>(work: (counter: Counter) => Promise<T>): Promise<T> => {
      if (clock.now().getTime() >= pausedUntil) {
        try {
          return await work(shared)
        } catch (error) {
          pausedUntil = clock.now().getTime() + PAUSE_MS
          log.warn({ err: error }, 'the counters of the rate limits do not answer: this process counts for itself')
        }
      }
      return work(own)
    }
    return {
      count: (key) => or((counter) => counter.count(key)),
      giveBack: (key) => or((counter) => counter.giveBack(key)),
    }
  }
}
