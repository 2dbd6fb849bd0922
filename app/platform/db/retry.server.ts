import { setTimeout as wait } from 'node:timers/promises'

/** serialization_failure and deadlock_detected: the transaction did nothing wrong and may be tried again. */
const AGAIN = new Set(['40001', '40P01'])
const ATTEMPTS = 5

/**
 * Runs `work`, which opens a transaction, and runs it again (at most four times more, after a short random pause) when
 * a real server ended it for a deadlock or a serialization failure. For transactions that lock several rows or
 * properties, or run at `serializable`. The whole transaction must be inside, and nothing that cannot be repeated
 * (mail, payment) may be. The embedded database, with its single connection, never needs it.
 */
export async function retryTransaction<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !AGAIN.has(errorCode(error) ?? '')) throw error
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** The five-letter code of a database error (`23505`, ...), Drizzle's wrapping looked through; undefined for others. */
export function errorCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/** Two rows that an exclusion constraint keeps apart: the nights are taken (docs/decisions/011). */
export const isExclusionViolation = (error: unknown) => errorCode(error) === '23P01'
