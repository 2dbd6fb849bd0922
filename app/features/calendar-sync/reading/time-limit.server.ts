import { createContext, runInContext } from 'node:vm'

/** Work that took longer than its limit. */
export class TookTooLong extends Error {}

/**
 * Runs synchronous work, and stops it after some milliseconds with `TookTooLong`. Nothing else ends an endless loop in a
 * library. It may run inside other limited work.
 */
export function withTimeLimit<Result>(timeout: number, work: () => Result): Result {
  try {
    return runInContext('work()', createContext({ work }), { timeout }) as Result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TookTooLong()
    throw error
  }
}
