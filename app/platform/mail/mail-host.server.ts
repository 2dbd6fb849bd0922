import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { mailHosts } from '#app/platform/db/schema.server.ts'

const PAUSE = sql`now() + interval '1 minute'`

/** The known state of a mail host: works, paused after a failure, or due for one attempt. By the database's clock. */
export async function stateOfHost(db: Tx, host: string): Promise<'works' | 'paused' | 'due'> {
  const [row] = await db
    .select({ due: sql<boolean>`${mailHosts.nextTryAt} <= now()` })
    .from(mailHosts)
    .where(eq(mailHosts.host, host))
  if (!row) return 'works'
  return row.due ? 'due' : 'paused'
}

/** Claims this minute's single attempt at a failing host, for one of all processes. */
export async function claimAttempt(db: Tx, host: string): Promise<boolean> {
  const claimed = await db
    .update(mailHosts)
    .set({ nextTryAt: PAUSE })
    .where(sql`${mailHosts.host} = ${host} and ${mailHosts.nextTryAt} <= now()`)
    .returning({ host: mailHosts.host })
  return claimed.length > 0
}

/** Pauses the host for a minute, for every process. */
export async function pauseHost(tx: Tx, host: string, error: string): Promise<void> {
  await tx
    .insert(mailHosts)
    .values({ host, nextTryAt: PAUSE as never, error })
    .onConflictDoUpdate({ target: mailHosts.host, set: { nextTryAt: PAUSE, error } })
}

/** Marks the host as working again. */
export async function clearHost(tx: Tx, host: string): Promise<void> {
  await tx.delete(mailHosts).where(eq(mailHosts.host, host))
}
