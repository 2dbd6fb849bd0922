import { eq, or, sql } from 'drizzle-orm'
import { redirectDocument } from 'react-router'
import { z } from 'zod'
import { getMailSite } from '#app/features/site/site.server.ts'
import { type FormRefusal, refusalResponse, runForm } from '#app/platform/http/form-action.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { RateLimitName } from '#app/platform/rate-limits/limits-by-name.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { isRefusal, type Refusal, refuse } from '#app/shared/refusal.ts'
import { findAccountLink, makeAccountLink, redeemAccountLink } from './account-links.server.ts'
import { deviceCookie } from './known-device.server.ts'
import { newPasswordMail } from './operators.mail.tsx'
import { operatorSessions, users } from './operators.tables.server.ts'
import { firstOperatorSchema, newPasswordForm, usernameSchema } from './operators.ts'
import { findPasswordProblem } from './password-problem.server.ts'
import { hashPassword } from './passwords.server.ts'
import { type SignInPlace, sessionCookie, startSession } from './sessions.server.ts'

type Posted = { services: Services; form: FormData; address: string }
type Link = { token: string; headers: Headers }
/** Where the browser goes on, with which cookies. */
type Accepted = { ok: true; to: string; cookies: string[] }
type User = typeof users.$inferSelect

const LIMIT = 'account-links'

export const ENDED = refuse('link-ended', 'This link has ended.')

const wrong = (fields: Record<string, string>) => refuse('invalid-input', CHECK_FIELDS, fields)

/** Whether a link works, and its purpose: the role of an invitation, or the account whose password it sets. */
export async function getAccountLink(services: Services, token: string) {
  const link = await findAccountLink(services, token)
  if (!link) return null
  if (link.role) return { kind: 'invitation' as const, role: link.role }
  const [user] = await services.db
    .select()
    .from(users)
    .where(eq(users.id, link.userId ?? ''))
  return user ? { kind: 'password' as const, username: user.username } : null
}

/** The form of an invitation: makes the account and signs it in. */
export function acceptInvitation(posted: Posted, { token, headers }: Link): Promise<Accepted | FormRefusal> {
  const { services } = posted
  return createAccount(posted, headers, {
    limit: LIMIT,
    isOpen: async () => (await getAccountLink(services, token))?.kind === 'invitation',
    store: ({ username, passwordHash }) =>
      services.db.transaction(async (tx) => {
        if ((await tx.$count(users, eq(users.username, username))) > 0) {
          return wrong({ username: 'Somebody has this name. Please choose another.' })
        }
        const taken = await redeemAccountLink(services, tx, token)
        if (!taken?.role) return ENDED
        const { email, role, propertyIds } = taken
        const account = { username, passwordHash, email, role, propertyIds }
        const [user] = await tx.insert(users).values(account).onConflictDoNothing().returning()
        return user ?? ENDED
      }),
  })
}

type ByLink = {
  limit: RateLimitName
  isOpen(): Promise<boolean>
  store(account: { username: string; passwordHash: string }): Promise<User | Refusal>
}

/** The form of a link that makes an account, and signs it in. */
export async function createAccount(
  posted: Posted,
  headers: Headers,
  { limit, isOpen, store }: ByLink,
): Promise<Accepted | FormRefusal> {
  const run = async (services: Services, { username, password }: z.output<typeof firstOperatorSchema>) => {
    // Before the costly hash.
    if (!(await isOpen())) return ENDED
    const problem = await findPasswordProblem(services, { username, password })
    if (problem) return wrong({ password: problem })
    const user = await store({ username, passwordHash: await hashPassword(services, password) })
    if (isRefusal(user)) return user
    services.log.info({ event: 'operator.created', operator: username }, 'operator created by a link')
    return signedIn(services, user, { headers, address: posted.address })
  }
  return withoutPasswords(await runForm({ limit, honeypot: null, schema: firstOperatorSchema, run }, posted))
}

/**
 * The form that sets a new password: every session of the account ends, and this browser signs in again. It is
 * known from then on, so that guesses of the name from elsewhere do not keep its operator out.
 */
export async function setNewPassword(posted: Posted, link: Link): Promise<Accepted | FormRefusal> {
  const run = async (services: Services, { password }: z.output<typeof newPasswordForm>) => {
    const whose = await getAccountLink(services, link.token)
    if (whose?.kind !== 'password') return ENDED
    const problem = await findPasswordProblem(services, { username: whose.username, password })
    if (problem) return wrong({ password: problem })
    const passwordHash = await hashPassword(services, password)
    const isSet = await services.db.transaction(async (tx) => {
      const taken = await redeemAccountLink(services, tx, link.token)
      if (!taken?.userId) return false
      await tx.update(users).set({ passwordHash }).where(eq(users.id, taken.userId))
      await tx.delete(operatorSessions).where(eq(operatorSessions.userId, taken.userId))
      return true
    })
    if (!isSet) return ENDED
    services.log.warn(
      { event: 'operator.password-reset', operator: whose.username },
      'operator set a new password by mail',
    )
    return { ok: true as const, to: '/sign-in?new-password', cookies: [await deviceCookie(services, whose.username)] }
  }
  return withoutPasswords(await runForm({ limit: LIMIT, honeypot: null, schema: newPasswordForm, run }, posted))
}

/** Signs in the owner of a new account. */
async function signedIn(services: Services, user: User, place: SignInPlace): Promise<Accepted> {
  const session = await startSession(services, user, place)
  return {
    ok: true,
    to: '/admin',
    cookies: [sessionCookie(services.config, session), await deviceCookie(services, user.username)],
  }
}

/** What the page of a link answers to its form. A link that has ended shows the page, which says so. */
export function answerByLink(answer: Accepted | FormRefusal, path: string) {
  if (answer.ok) {
    return redirectDocument(answer.to, { headers: answer.cookies.map((cookie) => ['set-cookie', cookie]) })
  }
  return answer.status === 410 ? redirectDocument(path) : refusalResponse(answer)
}

/** The passwords are not sent back. */
function withoutPasswords<Done extends { ok: true }>(answer: Done | FormRefusal): Done | FormRefusal {
  return answer.ok ? answer : { ...answer, values: { username: answer.values.username ?? '' } }
}

const askSchema = z.object({
  name: boundedText(254, 'Please enter your name or email').trim().min(1, 'Please enter your name or email'),
})

/**
 * Mails a link that sets a new password to the account with this name or address. The answer is always the same, so
 * that it does not reveal who has an account. Suspended accounts, and those without an address, get none.
 */
export async function askForNewPassword(posted: Posted): Promise<{ ok: true } | FormRefusal> {
  const run = async (services: Services, { name }: z.output<typeof askSchema>) => {
    const lower = name.toLowerCase()
    const isName = usernameSchema.safeParse(name).success ? eq(users.username, lower) : undefined
    const isAddress = sql`lower(${users.email}) = ${lower}`
    const site = await getMailSite(services)
    await services.db.transaction(async (tx) => {
      // Locked, so that no link goes to an address that is changed meanwhile.
      const [user] = await tx.select().from(users).where(or(isName, isAddress)).for('share')
      if (!user?.email || user.suspendedAt) return
      const { id, email, username } = user
      const { url } = await makeAccountLink(services, tx, { email, userId: id })
      await enqueueMail(services, tx, { ...newPasswordMail({ site, to: email, username, url }), unverified: true })
    })
    return { ok: true as const }
  }
  return runForm({ limit: 'new-passwords', honeypot: null, schema: askSchema, run }, posted)
}
