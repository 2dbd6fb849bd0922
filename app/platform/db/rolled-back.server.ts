import { drizzle } from 'drizzle-orm/node-postgres'
import pLimit from 'p-limit'
import type { Database, Db } from './database.server.ts'

/** Carries the result out of the transaction, which an error rolls back. */
class RolledBack<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('rolled back')
    this.result = result
  }
}

/**
 * Runs `work` in a transaction that is always rolled back, and returns its result. `work` must use nothing but the
 * database that it gets. The embedded one has a single connection, and would wait for itself. Concurrent statements run
 * one after another. Statements after the end of `work` are refused.
 */
export async function rolledBack<Result>({ pool }: Database, work: (db: Db) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  const inTurn = pLimit(1)
  let isOver = false
  const query: typeof client.query = (...asked: never) =>
    inTurn(() => {
      if (isOver) throw new Error('this transaction is over')
      return client.query(...(asked as Parameters<typeof client.query>))
    }) as never
  try {
    return await drizzle({ query } as typeof client).transaction(async (tx) => {
      throw new RolledBack(await work(tx as unknown as Db))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result
    throw error
  } finally {
    isOver = true
    client.release()
  }
}
