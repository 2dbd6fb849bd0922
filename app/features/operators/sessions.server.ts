import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { parse, serialize } from 'hono/utils/cookie'
import type { Config } from '#app/platform/config.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { pushSubscriptions } from '#app/platform/push/push.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { ROLES, type Scope } from '#app/shared/roles.ts'
import { browserName } from './browser-name.ts'
import { authenticators, operatorSessions, users } from './operators.tables.server.ts'
import { hasFactor, mayNeedFactor } from './second-factor.server.ts'

const DAY_MS = 86_400_000
/** A session in use is extended at most this often, not at every request. */
const LENGTHEN_AFTER_MS = 3_600_000

type SessionServices = Pick<Services, 'config' | 'db' | 'clock'>

type Lasting = Pick<Config, 'sessionIdleDays' | 'sessionDays'>

const TOKEN = /^[\w-]{43}$/
/** The stored hash of a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

function endOf({ sessionIdleDays, sessionDays }: Lasting, createdAt: Date, usedAt: Date): Date {
  return new Date(Math.min(usedAt.getTime() + sessionIdleDays * DAY_MS, createdAt.getTime() + sessionDays * DAY_MS))
}

/** Where somebody signs in: the text for the list of sessions, and the browser's last session, which is replaced. */
export type SignInPlace = { headers: Headers; address: string }

/**
 * Starts a session, replaces the browser's previous one, and deletes expired ones. Returns its secret token, or null
 * when the password was changed meanwhile.
 */
export async function startSession(
  { config, db, clock }: SessionServices,
  user: { id: string; passwordHash: string },
  { headers, address }: SignInPlace,
): Promise<string | null> {
  const instead = sessionToken(config, headers)
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const session = {
    tokenHash: hashOf(token),
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    confirmedAt: now,
    expiresAt: endOf(config, now, now),
    browser: browserName(headers.get('user-agent')),
    address,
  }
  const before = inArray(operatorSessions.tokenHash, instead ? [hashOf(instead)] : [])
  const earlier = db
    .select({ id: operatorSessions.id })
    .from(operatorSessions)
    .where(and(before, eq(operatorSessions.userId, user.id)))
  return db.transaction(async (tx) => {
    // Locked, so that a password change waits and then ends this session too.
    const unchanged = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash))
    const found = await tx.select({ id: users.id }).from(users).where(unchanged).for('share')
    const [started] = found.length > 0 ? await tx.insert(operatorSessions).values(session).returning() : []
    // Who signs in again in this browser is still told there.
    if (started)
      await tx
        .update(pushSubscriptions)
        .set({ sessionId: started.id })
        .where(inArray(pushSubscriptions.sessionId, earlier))
    await tx.delete(operatorSessions).where(or(before, lte(operatorSessions.expiresAt, now)))
    return started ? token : null
  })
}

/** The scope of an operator who still has to add the required second factor. */
const OWN_ONLY: readonly Scope[] = ['own:write']

/**
 * The operator of a session token; null when the session is not valid. Each use extends the session, but not what an
 * open page asks by itself.
 */
export async function findSessionOperator(
  { config, db, clock }: SessionServices,
  token: string | null,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<Operator | null> {
  if (!token || !TOKEN.test(token)) return null
  const now = clock.now()
  const found = and(eq(operatorSessions.tokenHash, hashOf(token)), gt(operatorSessions.expiresAt, now))
  const { id: sessionId, createdAt, lastSeenAt, confirmedAt } = operatorSessions
  const [session] = await db
    .select({
      sessionId,
      createdAt,
      lastSeenAt,
      confirmedAt,
      user: users,
      hasFactor,
      isRequired: sql<boolean>`coalesce((select requires_second_factor from ${site}), false)`,
    })
    .from(operatorSessions)
    .innerJoin(users, eq(users.id, operatorSessions.userId))
    .leftJoin(authenticators, eq(authenticators.userId, users.id))
    .where(and(found, isNull(users.suspendedAt)))
  if (!session) return null
  if (isUse && now.getTime() - session.lastSeenAt.getTime() >= LENGTHEN_AFTER_MS) {
    const expiresAt = endOf(config, session.createdAt, now)
    await db.update(operatorSessions).set({ lastSeenAt: now, expiresAt }).where(found)
  }
  const { id, username: name, role, propertyIds: properties } = session.user
  const isWithoutFactor = session.isRequired && !session.hasFactor && mayNeedFactor(role)
  return {
    id,
    name,
    role,
    properties,
    // Until the second factor is there, nothing but the own account is open.
    scopes: isWithoutFactor ? OWN_ONLY : ROLES[role].scopes,
    session: { id: session.sessionId, confirmedAt: session.confirmedAt ?? session.createdAt },
  }
}

/** Which of these sessions are still valid. It extends none. */
export async function listValidSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: string[],
): Promise<ReadonlySet<string>> {
  const isValid = and(inArray(operatorSessions.id, ids), gt(operatorSessions.expiresAt, clock.now()))
  const found = await db
    .select({ id: operatorSessions.id })
    .from(operatorSessions)
    .innerJoin(users, eq(users.id, operatorSessions.userId))
    .where(and(isValid, isNull(users.suspendedAt)))
  return new Set(found.map(({ id }) => id))
}

export async function endSession({ db }: Pick<Services, 'db'>, token: string | null): Promise<void> {
  if (token) await db.delete(operatorSessions).where(eq(operatorSessions.tokenHash, hashOf(token)))
}

type Site = Pick<Config, 'siteUrl'>

const isSecure = ({ siteUrl }: Site) => siteUrl.startsWith('https:')

/** `__Host-` keeps a sibling domain from setting this cookie; browsers accept the prefix only on https. */
const nameOf = (site: Site, name: string) => (isSecure(site) ? `__Host-${name}` : name)

/** The value of a cookie of this site. */
export function readCookie(site: Site, name: string, headers: Headers): string | null {
  const full = nameOf(site, name)
  return parse(headers.get('cookie') ?? '', full)[full] ?? null
}

/** A `Set-Cookie` header; for no days it deletes the cookie. */
export function writeCookie(site: Site, name: string, { value, days }: { value: string; days: number }): string {
  const options = { httpOnly: true, secure: isSecure(site), sameSite: 'Lax', path: '/' } as const
  return serialize(nameOf(site, name), value, { ...options, maxAge: days * 86_400 })
}

export const sessionToken = (site: Site, headers: Headers) => readCookie(site, 'session', headers)

/**
 * The `Set-Cookie` header for a token; without one it deletes the cookie. The session, not the cookie, decides how long
 * it lasts.
 */
export function sessionCookie(site: Site & Lasting, token: string | null): string {
  return writeCookie(site, 'session', { value: token ?? '', days: token ? site.sessionDays : 0 })
}
