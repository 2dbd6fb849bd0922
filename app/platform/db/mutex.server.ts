import type { Database } from './database.server.ts'

const queues = new WeakMap<Database['pool'], Map<string, Promise<unknown>>>()

/**
 * A mutex by key within this process: runs `work` after all earlier work with the same key. Where a database lock
 * serializes callers anyway, they wait in memory and do not use up connections of the pool. It is not a database lock:
 * other processes do not wait.
 */
export async function withMutex<T>({ pool }: Pick<Database, 'pool'>, key: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(pool) ?? new Map<string, Promise<unknown>>()
  queues.set(pool, queue)
  const result = (queue.get(key) ?? Promise.resolve()).then(work)
  const settled = result.catch(() => {})
  queue.set(key, settled)
  try {
    return await result
  } finally {
    if (queue.get(key) === settled) queue.delete(key)
  }
}
