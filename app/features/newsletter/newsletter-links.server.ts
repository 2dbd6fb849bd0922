import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { newsletterLinks } from './newsletter.tables.server.ts'
import { CONFIRM_WITHIN_DAYS, type LinkStep } from './newsletter.ts'

const CONFIRM_WITHIN_MS = CONFIRM_WITHIN_DAYS * 24 * 3_600_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

type NewLink = { subscriptionId: string; purpose: LinkStep; now: Date }

/** Creates links with 256-bit tokens, one per subscription in the same order. The tokens exist only in the emails. */
export async function createLinks(tx: Tx, wanted: NewLink[]): Promise<string[]> {
  const tokens = wanted.map(() => randomBytes(32).toString('base64url'))
  const rows = wanted.map(({ subscriptionId, purpose, now }, index) => ({
    tokenHash: hashOf(tokens[index] ?? ''),
    subscriptionId,
    purpose,
    expiresAt: purpose === 'confirm' ? new Date(now.getTime() + CONFIRM_WITHIN_MS) : null,
    createdAt: now,
  }))
  if (rows.length > 0) await tx.insert(newsletterLinks).values(rows)
  return tokens
}

/** A condition: the valid link with this token and purpose. */
export function isValidLink({ token, purpose, now }: { token: string; purpose: LinkStep; now: Date }) {
  return and(
    eq(newsletterLinks.tokenHash, hashOf(token)),
    eq(newsletterLinks.purpose, purpose),
    or(isNull(newsletterLinks.expiresAt), gt(newsletterLinks.expiresAt, now)),
  )
}
