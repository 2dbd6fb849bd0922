import { sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { withMutex } from '#app/platform/db/mutex.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Serialises all changes of who has the nights of a property, until the transaction ends (docs/decisions/011). */
export async function lockProperty(tx: Tx, propertyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`home:${propertyId.toLowerCase()}`}, 0))`)
}

/**
 * Runs `work` in a transaction that holds the locks of these properties, and runs it again after a deadlock. Callers of one
 * process queue in memory, by the first property, so that a crowd waits on one connection.
 */
export function withPropertyLock<T>(
  { database, db }: Pick<Services, 'database' | 'db'>,
  propertyIds: [string, ...string[]],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // In one order, or two guests who change properties could wait for each other.
  const inOrder = [...new Set(propertyIds)].sort()
  const attempt = () =>
    db.transaction(
      async (tx) => {
        for (const propertyId of inOrder) await lockProperty(tx, propertyId)
        return work(tx)
      },
      // A stricter level would take its snapshot before the lock is granted, and show taken nights as free.
      { isolationLevel: 'read committed' },
    )
  return withMutex(database, propertyIds[0], () => retryTransaction(attempt))
}
