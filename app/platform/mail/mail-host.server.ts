import { and, eq, lte } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { mailHosts } from './mail.tables.server.ts'

const PAUSE_MS = 60_000

const afterPause = (now: Date) => new Date(now.getTime() + PAUSE_MS)

/** The known state of a mail host: works, paused after a failure, or due for one attempt. */
export async function stateOfHost(db: Tx, host: string, now: Date): Promise<'works' | 'paused' | 'due'> {
  const [row] = await db.select({ nextTryAt: mailHosts.nextTryAt }).from(mailHosts).where(eq(mailHosts.host, host))
  if (!row) return 'works'
  return row.nextTryAt <= now ? 'due' : 'paused'
}

/** Claims this minute's single attempt at a failing host, for one of all processes. */
export async function claimAttempt(db: Tx, host: string, now: Date): Promise<boolean> {
  const claimed = await db
    .update(mailHosts)
    .set({ nextTryAt: afterPause(now) })
    .where(and(eq(mailHosts.host, host), lte(mailHosts.nextTryAt, now)))
    .returning({ host: mailHosts.host })
  return claimed.length > 0
}

/** Pauses the host for a minute, for every process. */
export async function pauseHost(
  tx: Tx,
  { host, error, now }: { host: string; error: string; now: Date },
): Promise<void> {
  const nextTryAt = afterPause(now)
  await tx
    .insert(mailHosts)
    .values({ host, nextTryAt, error, failingSince: now })
    .onConflictDoUpdate({ target: mailHosts.host, set: { nextTryAt, error } })
}

/** Marks the host as working again. */
export async function clearHost(tx: Tx, host: string): Promise<void> {
  await tx.delete(mailHosts).where(eq(mailHosts.host, host))
}
