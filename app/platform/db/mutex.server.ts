import type { Database } from './database.server.ts'

const lines = new WeakMap<Database['pool'], Map<string, Promise<unknown>>>()

/**
 * Runs `work` when all that this process was asked earlier under the same key is done, whatever became of it. Where a lock of
 * the database lets one after the other through anyway, a crowd then waits in memory on one connection, and leaves the
 * others to the rest of the site. It is no lock: other processes have lines of their own.
 */
export async function inTurn<T>({ pool }: Pick<Database, 'pool'>, key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(pool) ?? new Map<string, Promise<unknown>>()
  lines.set(pool, line)
  const turn = (line.get(key) ?? Promise.resolve()).then(work)
  const done = turn.catch(() => {})
  line.set(key, done)
  try {
    return await turn
  } finally {
    if (line.get(key) === done) line.delete(key)
  }
}
