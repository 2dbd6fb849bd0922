import { setTimeout as wait } from 'node:timers/promises'

/** serialization_failure and deadlock_detected: the transaction is not at fault and can be retried. */
const AGAIN = new Set(['40001', '40P01'])
const ATTEMPTS = 5

/**
 * Runs `work`, which opens a transaction, and retries it after a deadlock or a serialization failure on a server. It
 * retries at most four times, after a short random pause. For transactions that lock several rows or properties, or run
 * at `serializable`. `work` must contain the whole transaction and nothing that cannot be repeated (mail, payment). The
 * embedded database never needs it, as it has a single connection.
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

/**
 * The five-character code of a database error (`23505`, ...), also inside Drizzle's wrapper; undefined for other
 * errors.
 */
export function errorCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/** An exclusion constraint rejected the row: the nights are taken (docs/decisions/011). */
export const isExclusionViolation = (error: unknown) => errorCode(error) === '23P01'
