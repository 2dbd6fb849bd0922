import { eq } from 'drizzle-orm'
import { operatorSessions, users } from '#app/platform/db/schema.server.ts'
import { type OperatorAccess, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { hashUsername } from './hash-username.server.ts'
import { deviceCookie, isKnownDevice } from './known-device.server.ts'
import { mailNewDevice } from './mail-new-device.server.ts'
import { newOperatorSchema, usernameSchema } from './operators.ts'
import { findPasswordProblem } from './password-problem.server.ts'
import { hashPassword, isPassword } from './passwords.server.ts'
import { hasAuthenticator, takeCode } from './second-factor.server.ts'
import { endSession, findSessionOperator, sessionCookie, sessionToken, startSession } from './sessions.server.ts'
import { countAttempt, countCode } from './sign-in-attempts.server.ts'

/** Whether a request carries a session cookie, valid or not: its response may be for the operator alone. */
export function hasSessionCookie(site: Pick<Services['config'], 'siteUrl'>, headers: Headers): boolean {
  return sessionToken(site, headers) !== null
}

type SessionServices = Pick<Services, 'config' | 'db' | 'clock'>
type OperatorServices = Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'passwordCost' | 'jobs' | 'limits'>

/** Who acts as the operator: everyone in demo mode, otherwise the owner of a valid session cookie (docs/decisions/009). */
export function operatorAccess(services: SessionServices): OperatorAccess {
  const { config } = services
  if (config.demo) return { findOperator: async () => UNNAMED }
  return { findOperator: (headers) => findOperator(services, headers), ownOrigin: config.siteUrl }
}

/** Names are compared case-insensitively. */
export const nameAsStored = (username: string) => username.trim().toLowerCase()

const findOperator = (services: SessionServices, headers: Headers) =>
  findSessionOperator(services, sessionToken(services.config, headers))

/** The name of the operator whose session cookie these headers carry; null for visitors, and in demo mode. */
export async function getSignedIn(services: SessionServices, headers: Headers): Promise<string | null> {
  return services.config.demo ? null : ((await findOperator(services, headers))?.name ?? null)
}

type SignInOutcome =
  | { ok: true; cookie: string; deviceCookie: string }
  /** `code-needed`: the password is right. `wrong-code`: so it is, and the code is not, or was used. */
  | { ok: false; reason: 'wrong' | 'code-needed' | 'wrong-code'; retryAfter?: undefined }
  | { ok: false; reason: 'slow-down'; retryAfter: number }

/** Starts a new session and replaces the browser's last one. `headers` are the request's, the cookies are for `Set-Cookie`. */
export async function signIn(
  services: OperatorServices,
  input: { username: string; password: string; code?: string; address: string; headers: Headers },
): Promise<SignInOutcome> {
  const { config, db, log } = services
  const username = nameAsStored(input.username)
  const isKnown = await isKnownDevice(services, { username, headers: input.headers })
  const attempt = config.rateLimit
    ? await countAttempt(services, { address: input.address, username, isKnown })
    : { ok: true as const, forgive: async () => {} }
  const who = { name: await hashUsername(services, username), address: input.address }
  if (!attempt.ok) {
    log.warn({ event: 'sign-in.limited', ...who, retryAfter: attempt.retryAfter }, 'sign-in attempt rate limited')
    return attempt
  }
  // Skip the query for an invalid name: PostgreSQL rejects some characters.
  const [user] = usernameSchema.safeParse(username).success
    ? await db.select().from(users).where(eq(users.username, username))
    : []
  const right = await isPassword(services, { password: input.password, passwordHash: user?.passwordHash ?? null })
  const isActive = user !== undefined && user.suspendedAt === null
  if (isActive && right && (await hasAuthenticator(db, user.id))) {
    // Not forgiven before the code is right: whoever has the password would guess codes without an end.
    const checked = await checkCode(services, user.id, input.code ?? '')
    if (checked) log.warn({ event: 'sign-in.code', ...who, outcome: checked.reason }, 'sign-in needs a code')
    if (checked) return checked
  }
  const token = isActive && right ? await startSession(services, user, input) : null
  if (!token) {
    log.warn({ event: 'sign-in.failed', ...who }, 'sign-in failed: wrong name or password')
    return { ok: false, reason: 'wrong' }
  }
  await attempt.forgive()
  log.info({ event: 'sign-in.succeeded', operator: username }, 'operator signed in')
  if (!isKnown && user?.email) await mailNewDevice(services, { ...user, email: user.email }, input)
  return { ok: true, cookie: sessionCookie(config, token), deviceCookie: await deviceCookie(services, username) }
}

/** What is wrong with the code; null if it is right. */
async function checkCode(services: OperatorServices, userId: string, code: string) {
  if (code === '') return { ok: false, reason: 'code-needed' } as const
  const attempt = await countCode(services, userId)
  if (!attempt.ok) return attempt
  const isRight = await services.db.transaction((tx) => takeCode(tx, { userId, code, now: services.clock.now() }))
  if (!isRight) return { ok: false, reason: 'wrong-code' } as const
  await attempt.forgive()
  return null
}

/** Ends the browser's session and returns the `Set-Cookie` header that deletes its cookie. */
export async function signOut(services: OperatorServices, headers: Headers): Promise<string> {
  await endSession(services, sessionToken(services.config, headers))
  return sessionCookie(services.config, null)
}

type AccountOutcome =
  | { ok: true; username: string }
  | { ok: false; reason: 'invalid' | 'taken' | 'unknown'; message: string }

/** Why this username is invalid; null when it is valid. */
export function usernameProblem(username: string): string | null {
  return usernameSchema.safeParse(username).error?.issues[0]?.message ?? null
}

async function checkAccount(services: OperatorServices, input: { username: string; password: string }) {
  const invalid = (message = '') => ({ ok: false, reason: 'invalid', message }) as const
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
    return { ok: false, reason: 'taken', message: `There’s already an operator ${username}.` }
  }
  log.info({ event: 'operator.created', operator: username }, 'operator created')
  return { ok: true, username }
}

/** Sets a new password and ends every session of that operator. */
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
    return Boolean(user)
  })
  if (!changed) return { ok: false, reason: 'unknown', message: `There’s no operator ${username}.` }
  log.info({ event: 'operator.password-changed', operator: username }, 'operator password changed')
  return { ok: true, username }
}
