import { createHash } from 'node:crypto'
import { waitInWords } from '#app/shared/words.ts'
import type { Config } from '../config.server.ts'
import type { Database } from '../db/database.server.ts'
import type { Logger } from '../log.server.ts'
import { type Counter, insurance, ownCounter, sharedCounter } from './counter.server.ts'
import { ALLOWANCES, type Allowance, type LimitedForm, type Window } from './limits-by-name.server.ts'

/** An address may go on, and `giveBack` says that nothing was taken after all; or it has to wait `retryAfter` seconds. */
export type Turn = { ok: true; giveBack(): Promise<void> } | { ok: false; retryAfter: number; message: string }

/** How often an address may do what. */
export type Limits = {
  /** Whether anything is limited: what is counted in rows of its own asks this. */
  on: boolean
  /**
   * Counts one try of `address` (from `clientAddressReader`); one about the same `what`, where that is named, counts once in
   * the window. Never throws.
   */
  take(form: LimitedForm, address: string, what?: string): Promise<Turn>
}

const FREE: Turn = { ok: true, giveBack: async () => {} }

/** Limits nothing. */
export const noLimits: Limits = { on: false, take: async () => FREE }

/** The words of a refusal. */
function tooMany(retryAfter: number): Turn & { ok: false } {
  const wait = waitInWords(retryAfter)
  const message = `There were too many tries from your connection. Please wait ${wait}, then try again.`
  return { ok: false, retryAfter, message }
}

/** So many things that were counted are known at most; those counted first make room, and count again. */
const MOST_KNOWN = 20_000

/** Gives the turn of what an address has been counted for already, while the window lasts; a refusal is not remembered. */
function countedOnce({ now }: { now(): Date }) {
  const known = new Map<string, { until: number; turn: Promise<Turn> }>()
  return async (key: string, { seconds }: Window, take: () => Promise<Turn>): Promise<Turn> => {
    const before = known.get(key)
    if (before && before.until > now().getTime()) return before.turn
    const counted = { until: now().getTime() + seconds * 1000, turn: take() }
    known.delete(key)
    const oldest = known.size >= MOST_KNOWN ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, counted)
    const turn = await counted.turn
    if (!turn.ok && known.get(key) === counted) known.delete(key)
    return turn
  }
}

/** What the limits stand on; of the services only these. */
type Ground = { config: Config; database: Database; clock: { now(): Date }; log: Logger }

/**
 * The limits of `ALLOWANCES`. On PostgreSQL all processes share their counters, except those `perProcess`; the embedded
 * database has one process, which counts in memory. With `RATE_LIMIT=off` nothing is limited, and the log says so.
 */
export function openLimits({ config, database, clock, log }: Ground): Limits {
  if (!config.rateLimit) {
    log.warn('RATE_LIMIT is off: everyone may ask, book and guess passwords as often as they like')
    return noLimits
  }
  const { pool, kind } = database
  const insured = insurance({ clock, log })

  function counter(
    name: string,
    window: Window,
    { perProcess, final }: { perProcess?: true; final: boolean },
  ): Counter {
    const own = ownCounter(name, window)
    if (perProcess || kind === 'embedded') return own
    return insured(sharedCounter(name, window, { pool, final }), own)
  }
  function limitOf([form, { tries, taken, perProcess }]: [string, Allowance]) {
    return {
      tries: counter(`${form}:tries`, tries, { perProcess, final: true }),
      taken: taken && counter(`${form}:taken`, taken, { perProcess, final: false }),
    }
  }
  const limits = new Map(Object.entries<Allowance>(ALLOWANCES).map((entry) => [entry[0], limitOf(entry)]))

  async function takeTurn(form: LimitedForm, key: string): Promise<Turn> {
    const { tries, taken } = limits.get(form) ?? {}
    const untilNextTry = (await tries?.count(key)) ?? 0
    if (untilNextTry > 0) return tooMany(untilNextTry)
    if (!taken) return FREE
    const untilNext = await taken.count(key)
    if (untilNext === 0) return { ok: true, giveBack: () => taken.giveBack(key) }
    await taken.giveBack(key)
    return tooMany(untilNext)
  }
  // Addresses, and what was asked about, stand nowhere in clear.
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
  const once = countedOnce(clock)

  return {
    on: true,
    async take(form, address, what) {
      const turn = () => takeTurn(form, digest(address))
      if (what === undefined) return turn()
      return once(digest(JSON.stringify([form, address, what])), ALLOWANCES[form].tries, turn)
    },
  }
}
