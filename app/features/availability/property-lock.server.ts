import { sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { withMutex } from '#app/platform/db/mutex.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Serializes all changes of a property's nights until the transaction ends (docs/decisions/011). */
export async function lockProperty(tx: Tx, propertyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`home:${propertyId.toLowerCase()}`}, 0))`)
}

/**
 * Runs `work` in a transaction that holds the locks of these properties, and retries it after a deadlock. Callers in one
 * process queue in memory by the first property, so that a crowd uses one connection.
 */
export function withPropertyLock<T>(
  { database, db }: Pick<Services, 'database' | 'db'>,
  propertyIds: [string, ...string[]],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // Always in the same order: two guests who swap properties could deadlock.
  const inOrder = [...new Set(propertyIds)].sort()
  const attempt = () =>
    db.transaction(
      async (tx) => {
        for (const propertyId of inOrder) await lockProperty(tx, propertyId)
        return work(tx)
      },
      // A stricter level takes its snapshot before the lock is granted, and would see taken nights as free.
      { isolationLevel: 'read committed' },
    )
  return withMutex(database, propertyIds[0], () => retryTransaction(attempt))
}
