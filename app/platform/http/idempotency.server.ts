import { createHash } from 'node:crypto'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { RETENTION } from '#app/shared/retention.ts'
import type { Tx } from '../db/database.server.ts'
import { idempotencyKeys } from '../db/schema.server.ts'
import type { Services } from '../services.server.ts'

/** How long an answer is kept, in milliseconds. */
export const KEY_LIFETIME_MS = RETENTION.repeatedForms.days * 86_400_000

/** How long the same fields sent without a key are one message, in milliseconds: ten minutes (docs/decisions/013). */
export const SAME_FIELDS_LIFETIME_MS = 600_000

/** A key made by the form, within the scope of one kind of form, and what the form says. `lifetimeMs` is 24 hours by default. */
export type IdempotentRequest = {
  scope: string
  key: string
  payload: unknown
  now: Date
  status?: number
  lifetimeMs?: number
}

type KeyReused = { ok: false; reason: 'key-reused' }

/** JSON with the keys of every object in order and undefined left out: equal payloads have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

const digestOf = (payload: unknown) => createHash('sha256').update(canonicalJson(payload)).digest('hex')

/**
 * What makes a form of a cached page count once: its key, where the browser made one, else its fields themselves for ten
 * minutes, because such a page carries no key in its HTML (docs/decisions/013).
 */
export function idempotentRequest(form: {
  scope: string
  key: string | undefined
  payload: unknown
  now: Date
}): IdempotentRequest {
  const { scope, key, payload, now } = form
  if (key !== undefined) return { scope, key, payload, now }
  return { scope: `${scope} without a key`, key: digestOf(payload), payload, now, lifetimeMs: SAME_FIELDS_LIFETIME_MS }
}

/**
 * Does `work` once for a key (docs/decisions/013). Inside the caller's transaction, so that the key and the rows that `work`
 * writes are stored together: the same key and payload within 24 hours get the first success again (as JSON keeps it),
 * another payload is `key-reused`, and a second call at the same moment waits for the first at the key's row. Refusals are
 * not stored, so a corrected form is validated again. Must run at `read committed`. Locks are taken either always before the
 * key of a scope or always after it, or two requests could wait for each other.
 */
export async function withIdempotency<Answer extends { ok: boolean }>(
  tx: Tx,
  { scope, key, payload, now, status = 201, lifetimeMs = KEY_LIFETIME_MS }: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer | KeyReused> {
  const digest = digestOf(payload)
  // What commits has its answer: until then nobody else reads the row.
  const row = { digest, status, response: { ok: false }, createdAt: now }
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ scope, key, ...row })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: row,
      setWhere: sql`${idempotencyKeys.createdAt} <= excluded.created_at - ${lifetimeMs} * interval '1 millisecond'`,
    })
    .returning({ key: idempotencyKeys.key })
  const isThisKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  if (claimed.length === 0) {
    const [before] = await tx.select().from(idempotencyKeys).where(isThisKey)
    return before?.digest === digest ? (before.response as Answer) : { ok: false, reason: 'key-reused' }
  }
  const answer = await work()
  if (answer.ok) await tx.update(idempotencyKeys).set({ response: answer }).where(isThisKey)
  else await tx.delete(idempotencyKeys).where(isThisKey)
  return answer
}

/** The answer that a request with this key got, without waiting for one that is running; null where there is none. */
export async function findAnswer<Answer extends { ok: boolean }>(
  db: Tx,
  { scope, key, payload, now, lifetimeMs = KEY_LIFETIME_MS }: IdempotentRequest,
): Promise<Answer | KeyReused | null> {
  const isLive = gt(idempotencyKeys.createdAt, new Date(now.getTime() - lifetimeMs))
  const isThisKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), isLive)
  const [row] = await db.select().from(idempotencyKeys).where(isThisKey)
  if (!row) return null
  return row.digest === digestOf(payload) ? (row.response as Answer) : { ok: false, reason: 'key-reused' }
}

/** Deletes the answers that are not kept any more. */
export async function deleteExpiredKeys({ db, clock }: { db: Tx; clock: Services['clock'] }): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, new Date(clock.now().getTime() - KEY_LIFETIME_MS)))
}
