import pLimit, { type LimitFunction } from 'p-limit'
import type { Database } from './database.server.ts'

const limits = new WeakMap<Database['pool'], Map<string, LimitFunction>>()

/**
 * A mutex by key within this process: runs `work` after all earlier work with the same key. Where a database lock
 * serializes callers anyway, they wait in memory and do not use up connections of the pool. It is not a database lock:
 * other processes do not wait.
 */
export async function withMutex<T>({ pool }: Pick<Database, 'pool'>, key: string, work: () => Promise<T>): Promise<T> {
  const byKey = limits.get(pool) ?? new Map<string, LimitFunction>()
  limits.set(pool, byKey)
  const limit = byKey.get(key) ?? pLimit(1)
  byKey.set(key, limit)
  try {
    return await limit(work)
  } finally {
    if (limit.activeCount + limit.pendingCount === 0) byKey.delete(key)
  }
}
