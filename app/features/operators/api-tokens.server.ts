import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Operator, OperatorAccess } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { operatorAccess } from './operators.server.ts'
import { apiTokens } from './operators.tables.server.ts'
import { hashOf } from './sessions.server.ts'

/** Marks a token, so that scanners for leaked secrets find it. */
const PREFIX = 'tok_'
const TOKEN = /^tok_[\w-]{43}$/
const BEARER = /^bearer +(\S+)$/i

/** The time of the last use is stored at most this often, not at every request. */
const USED_AFTER_MS = 60_000

type TokenServices = Pick<Services, 'config' | 'db' | 'clock' | 'log'>

/** A new token, with its stored form. */
export function newToken(): { token: string; tokenHash: string } {
  const token = PREFIX + randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

/**
 * The caller of the API: a program with `Authorization: Bearer`, or a signed-in operator. An invalid header is nobody,
 * also in demo mode.
 */
export function apiAccess(services: TokenServices): OperatorAccess {
  const access = operatorAccess(services)
  return {
    ...access,
    log: services.log,
    findOperator: async (headers) => {
      const header = headers.get('authorization')
      return header === null ? access.findOperator(headers) : findTokenOperator(services, header)
    },
  }
}

async function findTokenOperator({ db, clock, log }: TokenServices, header: string): Promise<Operator | null> {
  const token = BEARER.exec(header)?.[1] ?? ''
  const now = clock.now()
  const isIt = and(eq(apiTokens.tokenHash, hashOf(token)), gt(apiTokens.expiresAt, now))
  const [found] = TOKEN.test(token) ? await db.select().from(apiTokens).where(isIt) : []
  if (!found) {
    log.warn({ event: 'api-token.refused' }, 'a token of the API is unknown or has ended')
    return null
  }
  const { id, name, scopes } = found
  const before = new Date(now.getTime() - USED_AFTER_MS)
  const isOld = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))
  if (!found.lastUsedAt || found.lastUsedAt < before) {
    await db
      .update(apiTokens)
      .set({ lastUsedAt: now })
      .where(and(eq(apiTokens.id, id), isOld))
  }
  // A program gives no password: it makes no change that requires a recent sign-in.
  const session = { id, confirmedAt: new Date(0) }
  return { id: null, name: `API: ${name}`, role: null, scopes, properties: null, session }
}
