import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type OperatorAccess, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { IN_BACKGROUND } from '#app/shared/http-headers.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { endPasswordLinks } from './account-links.server.ts'
import { hashUsername } from './hash-username.server.ts'
import { deviceCookie, hasSessionAt, isKnownDevice } from './known-device.server.ts'
import { mailNewDevice } from './mail-new-device.server.ts'
import { operatorSessions, passkeys, users } from './operators.tables.server.ts'
import { newOperatorSchema, usernameSchema } from './operators.ts'
import { type assertionField, isSignedBy } from './passkeys.server.ts'
import { findPasswordProblem } from './password-problem.server.ts'
import { hashPassword, isPassword } from './passwords.server.ts'
import { hasAuthenticator, needsPasskey, redeemCode } from './second-factor.server.ts'
import {
  endSession,
  findSessionOperator,
  type SignInPlace,
  sessionCookie,
  sessionToken,
  startSession,
} from './sessions.server.ts'
import { countAttempt, countCode } from './sign-in-attempts.server.ts'
import {
  CODE_NEEDED,
  PASSKEY_NEEDED,
  type SlowDown,
  slowDownPasskey,
  WRONG_CODE,
  WRONG_PASSKEY,
  WRONG_PASSWORD,
} from './sign-in-refusals.server.ts'

/** Whether a request carries a session cookie, valid or not: its response may be for the operator alone. */
export function hasSessionCookie(site: Pick<Services['config'], 'siteUrl'>, headers: Headers): boolean {
  return sessionToken(site, headers) !== null
}

type SessionServices = Pick<Services, 'config' | 'db' | 'clock'>
type OperatorServices = Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'passwordCost' | 'jobs' | 'limits'>

/** The acting operator: everyone in demo mode, otherwise the owner of a valid session cookie (docs/decisions/009). */
export function operatorAccess(services: SessionServices): OperatorAccess {
  const { config } = services
  if (config.demo) return { findOperator: async () => UNNAMED }
  return { findOperator: (headers) => findOperator(services, headers), ownOrigin: config.siteUrl }
}

/** Names are compared case-insensitively. */
export const nameAsStored = (username: string) => username.trim().toLowerCase()

/** An open page asks for what changed by itself. That is no use of the session, or it would never end. */
const isInBackground = (headers: Headers) => headers.get('accept') === 'text/event-stream' || headers.has(IN_BACKGROUND)

const findOperator = (services: SessionServices, headers: Headers) =>
  findSessionOperator(services, sessionToken(services.config, headers), { isUse: !isInBackground(headers) })

/** The name of the operator whose session cookie these headers carry; null for visitors, and in demo mode. */
export async function getSignedIn(services: SessionServices, headers: Headers): Promise<string | null> {
  return services.config.demo ? null : ((await findOperator(services, headers))?.name ?? null)
}

type SignedIn = { ok: true; cookie: string; deviceCookie: string }
type SignInOutcome = SignedIn | SlowDown | Refusal<'wrong' | 'code-needed' | 'wrong-code' | 'passkey-needed'>

type Attempted = SignInPlace & { username: string; isKnown: boolean; digest: string | undefined }

/** Counts an attempt to sign in. With rate limits off, all are free. */
async function beginAttempt(services: OperatorServices, { address, username, isKnown, digest }: Attempted) {
  if (!services.config.rateLimit) return { ok: true as const, forgive: async () => {} }
  const attempt = await countAttempt(services, { address, username, isKnown })
  if (!attempt.ok) {
    const { retryAfter } = attempt
    services.log.warn({ event: 'sign-in.limited', name: digest, address, retryAfter }, 'sign-in attempt rate limited')
  }
  return attempt
}

/** Starts the session of a verified operator. Null if the password was changed meanwhile. */
async function startSignedIn(
  services: OperatorServices,
  user: typeof users.$inferSelect,
  { isKnown, ...place }: SignInPlace & { isKnown: boolean },
): Promise<SignedIn | null> {
  const { config, log } = services
  const token = await startSession(services, user, place)
  if (!token) return null
  log.info({ event: 'sign-in.succeeded', operator: user.username }, 'operator signed in')
  if (!isKnown && user.email) await mailNewDevice(services, { email: user.email }, place)
  return { ok: true, cookie: sessionCookie(config, token), deviceCookie: await deviceCookie(services, user.username) }
}

/**
 * Starts a new session and replaces the browser's last one. `headers` are the request's, the cookies are for
 * `Set-Cookie`.
 */
export async function signIn(
  services: OperatorServices,
  input: { username: string; password: string; code?: string; address: string; headers: Headers },
): Promise<SignInOutcome> {
  const { db, log } = services
  const { address, headers } = input
  const username = nameAsStored(input.username)
  const isKnown = await isKnownDevice(services, { username, headers })
  const digest = await hashUsername(services, username)
  const isFree = isKnown || (await hasSessionAt(services, { username, address }))
  const attempt = await beginAttempt(services, { address, headers, username, isKnown: isFree, digest })
  if (!attempt.ok) return attempt
  const who = { name: digest, address }
  // Skip the query for an invalid name: PostgreSQL rejects some characters.
  const [user] = usernameSchema.safeParse(username).success
    ? await db.select().from(users).where(eq(users.username, username))
    : []
  const right = await isPassword(services, { password: input.password, passwordHash: user?.passwordHash ?? null })
  const isActive = user !== undefined && user.suspendedAt === null
  if (isActive && right) {
    // Not reset before the second factor is right: an attacker with the password would guess codes without end.
    const missing = await checkSecondFactor(services, user, input.code ?? '')
    if (missing) log.warn({ event: 'sign-in.code', ...who, outcome: missing.reason }, 'sign-in needs a second factor')
    if (missing) return missing
  }
  const signedIn = isActive && right ? await startSignedIn(services, user, { address, headers, isKnown }) : null
  if (!signedIn) {
    log.warn({ event: 'sign-in.failed', ...who }, 'sign-in failed: wrong name or password')
    return WRONG_PASSWORD
  }
  await attempt.forgive()
  return signedIn
}

/** Signs in with a passkey alone. It is two factors, because the device asks for a finger, a face or a PIN. */
export async function signInWithPasskey(
  services: OperatorServices,
  { sent, ...place }: SignInPlace & { sent: z.output<typeof assertionField> },
): Promise<SignedIn | SlowDown | typeof WRONG_PASSKEY> {
  const { db, log } = services
  const [found] = await db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, and(eq(users.id, passkeys.userId), isNull(users.suspendedAt)))
    .where(eq(passkeys.id, sent.id))
  const digest = found && (await hashUsername(services, found.user.username))
  const isKnown = found !== undefined && (await isKnownDevice(services, { ...place, username: found.user.username }))
  // A name has no space, so the two are counted apart.
  const attempt = await beginAttempt(services, { ...place, username: `passkey ${sent.id}`, isKnown, digest })
  if (!attempt.ok) return slowDownPasskey(attempt.retryAfter)
  const isRight = found !== undefined && (await isSignedBy(services, found.passkey, sent))
  const signedIn = isRight ? await startSignedIn(services, found.user, { ...place, isKnown }) : null
  if (!signedIn) {
    log.warn({ event: 'sign-in.failed', name: digest, address: place.address }, 'sign-in failed: wrong passkey')
    return WRONG_PASSKEY
  }
  await attempt.forgive()
  return signedIn
}

/** The missing factor beside the right password; null if none is missing. */
async function checkSecondFactor(services: OperatorServices, user: typeof users.$inferSelect, code: string) {
  if (await hasAuthenticator(services.db, user.id)) return checkCode(services, user.id, code)
  return (await needsPasskey(services.db, user)) ? PASSKEY_NEEDED : null
}

/** The problem of the code; null if it is right. */
async function checkCode(services: OperatorServices, userId: string, code: string) {
  if (code === '') return CODE_NEEDED
  const attempt = await countCode(services, userId)
  if (!attempt.ok) return attempt
  const isRight = await services.db.transaction((tx) => redeemCode(tx, { userId, code, now: services.clock.now() }))
  if (!isRight) return WRONG_CODE
  await attempt.forgive()
  return null
}

/** Ends the browser's session and returns the `Set-Cookie` header that deletes its cookie. */
export async function signOut(services: OperatorServices, headers: Headers): Promise<string> {
  await endSession(services, sessionToken(services.config, headers))
  return sessionCookie(services.config, null)
}

type AccountOutcome = { ok: true; username: string } | Refusal<'invalid-input' | 'taken' | 'unknown'>

/** Why this username is invalid; null when it is valid. */
export function usernameProblem(username: string): string | null {
  return usernameSchema.safeParse(username).error?.issues[0]?.message ?? null
}

async function checkAccount(services: OperatorServices, input: { username: string; password: string }) {
  const invalid = (message = '') => refuse('invalid-input', message)
  const { data: account, error } = newOperatorSchema.safeParse(input)
  if (!account) return invalid(error.issues[0]?.message)
  const problem = await findPasswordProblem(services, account)
  if (problem) return invalid(problem)
  return { ok: true, username: account.username, passwordHash: await hashPassword(services, account.password) } as const
}

/** Creates an operator's account. */
export async function createOperator(
  services: OperatorServices,
  input: { username: string; password: string },
): Promise<AccountOutcome> {
  const { db, log } = services
  const checked = await checkAccount(services, input)
  if (!checked.ok) return checked
  const { username, passwordHash } = checked
  const made = await db
    .insert(users)
    .values({ username, passwordHash })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (made.length === 0) {
    return refuse('taken', `There’s already an operator ${username}.`)
  }
  log.info({ event: 'operator.created', operator: username }, 'operator created')
  return { ok: true, username }
}

/** Sets a new password, and ends every session of that operator and every link to another password. */
export async function changePassword(
  services: OperatorServices,
  input: { username: string; password: string },
): Promise<AccountOutcome> {
  const { db, log } = services
  const checked = await checkAccount(services, input)
  if (!checked.ok) return checked
  const { username, passwordHash } = checked
  const changed = await db.transaction(async (tx) => {
    const [user] = await tx.update(users).set({ passwordHash }).where(eq(users.username, username)).returning()
    if (user) await tx.delete(operatorSessions).where(eq(operatorSessions.userId, user.id))
    if (user) await endPasswordLinks(tx, user.id)
    return Boolean(user)
  })
  if (!changed) return refuse('unknown', `There’s no operator ${username}.`)
  log.info({ event: 'operator.password-changed', operator: username }, 'operator password changed')
  return { ok: true, username }
}
