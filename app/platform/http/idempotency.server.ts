import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { canonical } from '#app/shared/canonical.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { RETENTION } from '#app/shared/retention.ts'
import type { Tx } from '../db/database.server.ts'
import { retryTransaction } from '../db/retry.server.ts'
import type { Services } from '../services.server.ts'
import { idempotencyKeys } from './http.tables.server.ts'

/** How long an answer is stored, in milliseconds. */
export const KEY_LIFETIME_MS = RETENTION.repeatedForms.days * 86_400_000

/**
 * How long the same fields without a key count as one submission, in milliseconds: ten minutes (docs/decisions/013).
 */
const SAME_FIELDS_LIFETIME_MS = 600_000

/** Whether a row was made so lately that a form of the same fields is its second press. */
export const isJustCreated = (createdAt: PgColumn, now: Date) =>
  gt(createdAt, new Date(now.getTime() - SAME_FIELDS_LIFETIME_MS))

/**
 * The form's idempotency key within the scope of one kind of form, and its payload. `lifetimeMs` is 24 hours by
 * default.
 */
export type IdempotentRequest = {
  scope: string
  key: string
  payload: unknown
  now: Date
  status?: number
  lifetimeMs?: number
}

/** The refusal of a form whose key was used before with other input. */
export const KEY_REUSED = refuse(
  'key-reused',
  'This form was sent before with something else in it. Load the page again and look at what was done.',
)

type KeyReused = typeof KEY_REUSED

const digestOf = (payload: unknown) => createHash('sha256').update(canonical(payload)).digest('hex')

/**
 * The idempotency key of a form on a cached page. It is the key the browser made, else the fields themselves for ten
 * minutes. That is because the HTML of such a page contains no key (docs/decisions/013).
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
 * Runs `work` once per key (docs/decisions/013), inside the caller's transaction. So the key and the rows that `work`
 * writes are stored together. The same key and payload within 24 hours get the first success again (as JSON). Another
 * payload is `key-reused`. A concurrent call waits for the first at the key's row. Refusals are not stored, so a
 * corrected form is validated again. Must run at `read committed`. Take other locks either always before the key of a
 * scope or always after it, or two requests could deadlock.
 */
export async function withIdempotency<Answer extends { ok: boolean }>(
  tx: Tx,
  { scope, key, payload, now, status = 201, lifetimeMs = KEY_LIFETIME_MS }: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer | KeyReused> {
  const digest = digestOf(payload)
  // The answer is set before the commit, so no other transaction can read the row without it.
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
    return before?.digest === digest ? (before.response as Answer) : KEY_REUSED
  }
  const answer = await work()
  if (answer.ok) await tx.update(idempotencyKeys).set({ response: answer }).where(isThisKey)
  else await tx.delete(idempotencyKeys).where(isThisKey)
  return answer
}

/** Runs `work` in a transaction of its own, once for a form on a cached page. */
export function runOnce<Answer extends { ok: boolean }>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  form: Omit<Parameters<typeof idempotentRequest>[0], 'now'>,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer | KeyReused> {
  const once = idempotentRequest({ ...form, now: clock.now() })
  return retryTransaction(() =>
    db.transaction((tx) => withIdempotency(tx, once, () => work(tx)), { isolationLevel: 'read committed' }),
  )
}

/** The stored answer for this key, without waiting for a running request; null if there is none. */
export async function findAnswer<Answer extends { ok: boolean }>(
  db: Tx,
  { scope, key, payload, now, lifetimeMs = KEY_LIFETIME_MS }: IdempotentRequest,
): Promise<Answer | KeyReused | null> {
  const isLive = gt(idempotencyKeys.createdAt, new Date(now.getTime() - lifetimeMs))
  const isThisKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), isLive)
  const [row] = await db.select().from(idempotencyKeys).where(isThisKey)
  if (!row) return null
  return row.digest === digestOf(payload) ? (row.response as Answer) : KEY_REUSED
}

/** Deletes expired answers. */
export async function deleteExpiredKeys({ db, clock }: { db: Tx; clock: Services['clock'] }): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, new Date(clock.now().getTime() - KEY_LIFETIME_MS)))
}

/** An idempotency key made by a form (docs/decisions/013): 1 to 200 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** For a route's `request.headers`: the key is optional, and an invalid one is answered 400. */
export const idempotencyHeaders = z.object({
  'idempotency-key': boundedText(1000)
    .regex(IDEMPOTENCY_KEY, 'Please send a key of 1 to 200 letters, digits, and symbols')
    .optional()
    .openapi({
      description: 'A new key for each form; repeating the key and body within 24 hours returns the same response',
    }),
})
