import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.server.ts'
import { mailHosts } from '../db/schema.server.ts'

const PAUSE = sql`now() + interval '1 minute'`

/** How a host of mail does: nobody knows of a failure, it fails and rests, or it fails and may be tried. By the database's clock. */
export async function stateOfHost(db: Tx, host: string): Promise<'works' | 'rests' | 'due'> {
  const [row] = await db
    .select({ due: sql<boolean>`${mailHosts.nextTryAt} <= now()` })
    .from(mailHosts)
    .where(eq(mailHosts.host, host))
  if (!row) return 'works'
  return row.due ? 'due' : 'rests'
}

/** Takes the one try of this minute at a failing host, for one process of all. */
export async function claimTry(db: Tx, host: string): Promise<boolean> {
  const claimed = await db
    .update(mailHosts)
    .set({ nextTryAt: PAUSE })
    .where(sql`${mailHosts.host} = ${host} and ${mailHosts.nextTryAt} <= now()`)
    .returning({ host: mailHosts.host })
  return claimed.length > 0
}

/** The host rests for a minute, for every process. */
export async function restHost(tx: Tx, host: string, error: string): Promise<void> {
  await tx
    .insert(mailHosts)
    .values({ host, nextTryAt: PAUSE as never, error })
    .onConflictDoUpdate({ target: mailHosts.host, set: { nextTryAt: PAUSE, error } })
}

/** The host works again. */
export async function clearHost(tx: Tx, host: string): Promise<void> {
  await tx.delete(mailHosts).where(eq(mailHosts.host, host))
}
