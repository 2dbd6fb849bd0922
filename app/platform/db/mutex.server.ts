import type { Database } from './database.server.ts'

const queues = new WeakMap<Database['pool'], Map<string, Promise<unknown>>>()

/**
 * A mutex by key, within this process: runs `work` after all earlier work of the same key. Where a database lock serialises
 * callers anyway, they then wait in memory on one connection and leave the others to the rest of the site. Other processes
 * do not wait: it is no database lock.
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
