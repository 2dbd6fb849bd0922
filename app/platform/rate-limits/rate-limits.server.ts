import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { durationText } from '#app/shared/words.ts'
import type { Clock } from '../clock.server.ts'
import type { Config } from '../config.server.ts'
import type { Database } from '../db/database.server.ts'
import type { Logger } from '../log.server.ts'
import { type Counter, counterFallback, databaseCounter, memoryCounter } from './counter.server.ts'
import { RATE_LIMITS, type RateLimit, type RateLimitName, type Window } from './limits-by-name.server.ts'

/** Allowed, and `undo` removes the count; or refused for `retryAfter` seconds. */
export type RateLimitResult = { ok: true; undo(): Promise<void> } | TooMany

/** The refusal of an address over its limit. */
export type TooMany = Refusal<'too-many'> & { retryAfter: number }

/** The rate limits of a process. */
export type RateLimits = {
  /** False with `RATE_LIMIT=off`; checked by limits that store their own rows. */
  enabled: boolean
  /**
   * Counts one attempt of `address` (from `clientAddressReader`). Attempts with the same `subject` count once in the window.
   * Never throws.
   */
  consume(name: RateLimitName, address: string, subject?: string): Promise<RateLimitResult>
}

const FREE: RateLimitResult = { ok: true, undo: async () => {} }

/** Rate limits that allow everything. */
export const noRateLimits: RateLimits = { enabled: false, consume: async () => FREE }

/** The message of a refusal. */
function tooMany(retryAfter: number): TooMany {
  const wait = durationText(retryAfter)
  const message = `There were too many tries from your connection. Please wait ${wait}, then try again.`
  return { ...refuse('too-many', message), retryAfter }
}

/** The maximum number of remembered subjects; the least recently used is evicted and counts again. */
const MAX_SUBJECTS = 20_000

/** Returns the result of a subject that was already counted in the window. Refusals are not remembered. */
function countedOnce(clock: Clock) {
  const known = new LRUCache<string, { until: number; result: Promise<RateLimitResult> }>({ max: MAX_SUBJECTS })
  return async (key: string, { seconds }: Window, count: () => Promise<RateLimitResult>): Promise<RateLimitResult> => {
    const before = known.get(key)
    if (before && before.until > clock.now().getTime()) return before.result
    const counted = { until: clock.now().getTime() + seconds * 1000, result: count() }
    known.set(key, counted)
    const result = await counted.result
    if (!result.ok && known.get(key) === counted) known.delete(key)
    return result
  }
}

type Dependencies = { config: Config; database: Database; clock: Clock; log: Logger }

/**
 * Opens the limits of `RATE_LIMITS`. On PostgreSQL all processes share counters, except those marked `perProcess`. The
 * embedded database has one process, which counts in memory. With `RATE_LIMIT=off` nothing is limited, and the log says
 * so.
 */
export function openRateLimits({ config, database, clock, log }: Dependencies): RateLimits {
  if (!config.rateLimit) {
    log.warn(
      { event: 'rate-limits.off' },
      'RATE_LIMIT is off: requests, bookings, and password attempts are not limited',
    )
    return noRateLimits
  }
  const { pool, kind } = database
  const withFallback = counterFallback({ clock, log })

  function counter(
    name: string,
    window: Window,
    { perProcess, final }: { perProcess?: true; final: boolean },
  ): Counter {
    const own = memoryCounter(name, window)
    if (perProcess || kind === 'embedded') return own
    return withFallback(databaseCounter(name, window, { pool, final }), own)
  }
  function countersOf([name, { attempts, accepted, perProcess }]: [string, RateLimit]) {
    return {
      attempts: counter(`${name}:tries`, attempts, { perProcess, final: true }),
      accepted: accepted && counter(`${name}:taken`, accepted, { perProcess, final: false }),
    }
  }
  const counters = new Map(Object.entries<RateLimit>(RATE_LIMITS).map((entry) => [entry[0], countersOf(entry)]))

  async function countOne(name: RateLimitName, key: string): Promise<RateLimitResult> {
    const { attempts, accepted } = counters.get(name) ?? {}
    const untilNextAttempt = (await attempts?.count(key)) ?? 0
    if (untilNextAttempt > 0) return tooMany(untilNextAttempt)
    if (!accepted) return FREE
    const untilNext = await accepted.count(key)
    if (untilNext === 0) return { ok: true, undo: () => accepted.undo(key) }
    await accepted.undo(key)
    return tooMany(untilNext)
  }
  // Addresses and subjects are only stored hashed.
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
  const once = countedOnce(clock)

  return {
    enabled: true,
    async consume(name, address, subject) {
      const count = () => countOne(name, digest(address))
      if (subject === undefined) return count()
      return once(digest(JSON.stringify([name, address, subject])), RATE_LIMITS[name].attempts, count)
    },
  }
}
