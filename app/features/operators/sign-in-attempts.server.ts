import { createHash } from 'node:crypto'
import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { signInFailures as failures } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const FORGOTTEN_AFTER_MS = 86_400_000
const LONGEST_WAIT = 15 * 60

/** How many wrong passwords are free before each further one doubles the wait. */
const FREE = { guess: 5, address: 30 }

type Limit = { key: string; free: number }

/** Names and addresses stand here by their hash: now and then somebody types the password into the wrong field. */
function limitsOf({ address, username }: { address: string; username: string }): { guess: Limit; wide: Limit } {
  const keyOf = (...words: string[]) => createHash('sha256').update(words.join('\n')).digest('hex')
  return {
    wide: { key: keyOf('address', address), free: FREE.address },
    guess: { key: keyOf('guess', address, username), free: FREE.guess },
  }
}

/** When the next attempt is taken: at once, then 1 s, 2 s, 4 s ... after the last wrong one. */
function openAt({ free }: Limit) {
  const over = sql`${failures.failures} - ${free}::int`
  const wait = sql`case when ${over} < 0 then 0 else least(power(2, least(${over}, 20)), ${LONGEST_WAIT}::int) end`
  return sql<Date>`${failures.lastAt} + ${wait} * interval '1 second'`
}

type Attempt = { ok: true; forgive(): Promise<void> } | { ok: false; reason: 'slow-down'; retryAfter: number }

/**
 * Counts an attempt to sign in as a wrong one before its password is looked at, so that guesses sent together count one
 * by one; `forgive` takes that back. Refused while too many were wrong.
 */
export async function countAttempt(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  who: { address: string; username: string },
): Promise<Attempt> {
  const now = clock.now()
  const { wide, guess } = limitsOf(who)
  await db.delete(failures).where(lt(failures.lastAt, new Date(now.getTime() - FORGOTTEN_AFTER_MS)))

  async function waitOf(limit: Limit): Promise<number> {
    const seconds = sql<number>`extract(epoch from ${openAt(limit)} - ${now.toISOString()}::timestamptz)::float8`
    const [row] = await db.select({ seconds }).from(failures).where(eq(failures.key, limit.key))
    return Math.ceil(row?.seconds ?? 0)
  }
  async function count({ key, free }: Limit): Promise<boolean> {
    const counted = await db
      .insert(failures)
      .values({ key, failures: 1, lastAt: now })
      .onConflictDoUpdate({
        target: failures.key,
        set: { failures: sql`${failures.failures} + 1`, lastAt: now },
        setWhere: lte(openAt({ key, free }), sql`${now.toISOString()}::timestamptz`),
      })
      .returning({ key: failures.key })
    return counted.length > 0
  }

  const wait = Math.max(await waitOf(wide), await waitOf(guess))
  if (wait > 0) return { ok: false, reason: 'slow-down', retryAfter: wait }
  if (!(await count(wide)) || !(await count(guess))) return { ok: false, reason: 'slow-down', retryAfter: 1 }
  return {
    ok: true,
    async forgive() {
      const ofAddress = eq(failures.key, wide.key)
      await db.delete(failures).where(or(eq(failures.key, guess.key), and(ofAddress, lte(failures.failures, 1))))
      await db
        .update(failures)
        .set({ failures: sql`${failures.failures} - 1` })
        .where(and(ofAddress, gt(failures.failures, 1)))
    },
  }
}
