import { createHash } from 'node:crypto'
import { and, eq, lte, sql } from 'drizzle-orm'
import { RETENTION } from '#app/shared/retention.ts'
import type { Tx } from '../db/database.server.ts'
import { idempotencyKeys } from '../db/schema.server.ts'
import type { Services } from '../services.server.ts'

/** How long an answer is kept, in milliseconds. */
export const KEY_LIFETIME_MS = RETENTION.repeatedForms.days * 86_400_000

/** How long the same fields sent without a key are one message, in milliseconds: ten minutes (docs/decisions/013). */
export const SAME_FIELDS_LIFETIME_MS = 600_000

/** A key made by the form, within the scope of one kind of form, and what the form says. `keptFor` is 24 hours unless told. */
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
 * not stored, so a corrected form is judged afresh. Must run at `read committed`, and take no other lock before.
 */
export async function withIdempotency<Answer extends { ok: boolean }>(
  tx: Tx,
  once: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer | KeyReused> {
  // What commits has its answer: until then nobody else reads the row.
  const unanswered = { ok: false } as Answer
  const [instead] = await claimIdempotencyKeys(tx, [{ once, answer: unanswered }])
  if (instead) return instead
  const answer = await work()
  const isThisKey = and(eq(idempotencyKeys.scope, once.scope), eq(idempotencyKeys.key, once.key))
  if (answer.ok) await tx.update(idempotencyKeys).set({ response: answer }).where(isThisKey)
  else await tx.delete(idempotencyKeys).where(isThisKey)
  return answer
}

type Claim<Answer> = { once: IdempotentRequest; answer: Answer }

/**
 * `withIdempotency` for many at once, each of whose answers is known before its work: null for those whose work is to be done now,
 * in this transaction, for the others what they are answered instead. Of several with the same key the first counts.
 */
export async function claimIdempotencyKeys<Answer extends { ok: boolean }>(
  tx: Tx,
  claims: Claim<Answer>[],
): Promise<(Answer | KeyReused | null)[]> {
  const nameOf = ({ scope, key }: { scope: string; key: string }) => `${scope} ${key}`
  const firsts = new Map<string, Claim<Answer>>()
  for (const claim of claims) if (!firsts.has(nameOf(claim.once))) firsts.set(nameOf(claim.once), claim)
  // In one order, so that two processes never wait for each other's keys.
  const inOrder = [...firsts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, claim]) => claim)
  const taken = new Set<string>()
  const kept = new Map<string, { digest: string; response: unknown }>()
  for (const [keptFor, group] of Map.groupBy(inOrder, ({ once }) => once.lifetimeMs ?? KEY_LIFETIME_MS)) {
    const rows = group.map(({ once: { scope, key, payload, status = 201, now }, answer }) => ({
      scope,
      key,
      digest: digestOf(payload),
      status,
      response: answer,
      createdAt: now,
    }))
    const claimed = await tx
      .insert(idempotencyKeys)
      .values(rows)
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: {
          digest: sql`excluded.digest`,
          status: sql`excluded.status`,
          response: sql`excluded.response`,
          createdAt: sql`excluded.created_at`,
        },
        setWhere: sql`${idempotencyKeys.createdAt} <= excluded.created_at - ${keptFor} * interval '1 millisecond'`,
      })
      .returning({ scope: idempotencyKeys.scope, key: idempotencyKeys.key })
    for (const row of claimed) taken.add(nameOf(row))
    for (const row of rows) if (taken.has(nameOf(row))) kept.set(nameOf(row), row)
    for (const { scope, key } of rows.filter((row) => !taken.has(nameOf(row)))) {
      const isThisKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
      const [before] = await tx.select().from(idempotencyKeys).where(isThisKey)
      if (before) kept.set(nameOf(before), before)
    }
  }
  return claims.map((claim) => {
    const name = nameOf(claim.once)
    if (taken.has(name) && firsts.get(name) === claim) return null
    const before = kept.get(name)
    return before?.digest === digestOf(claim.once.payload)
      ? (before.response as Answer)
      : { ok: false, reason: 'key-reused' }
  })
}

/** Deletes the answers that are not kept any more. */
export async function deleteExpiredKeys({ db, clock }: { db: Tx; clock: Services['clock'] }): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, new Date(clock.now().getTime() - KEY_LIFETIME_MS)))
}
