import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type FormRefusal, runForm } from '#app/platform/http/form-action.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Refusal } from '#app/shared/refusal.ts'
import { ENDED, signedIn, withoutPasswords, wrong } from './by-link.server.ts'
import { firstOperatorLinks, users } from './operators.tables.server.ts'
import { type FirstOperatorLink, firstOperatorSchema } from './operators.ts'
import { findPasswordProblem } from './password-problem.server.ts'
import { hashPassword } from './passwords.server.ts'
import { hashOf } from './sessions.server.ts'

const VALID_MS = 3_600_000

type LinkServices = Pick<Services, 'config' | 'db' | 'clock'>

/** Makes the one-time link that creates the first operator, and ends the earlier ones. Null where nobody needs it. */
export async function makeFirstOperatorLink({
  config,
  db,
  clock,
}: LinkServices): Promise<{ url: string; expiresAt: Date } | null> {
  if (config.demo) return null
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + VALID_MS)
  return db.transaction(async (tx) => {
    await tx.delete(firstOperatorLinks)
    if ((await tx.$count(users)) > 0) return null
    await tx.insert(firstOperatorLinks).values({ tokenHash: hashOf(token), expiresAt })
    return { url: `${config.siteUrl}/first-operator/${token}`, expiresAt }
  })
}

const openLink = ({ clock }: Pick<Services, 'clock'>, token: string) =>
  and(eq(firstOperatorLinks.tokenHash, hashOf(token)), gt(firstOperatorLinks.expiresAt, clock.now()))

/** What the link with this token does. */
export async function getFirstOperatorLink(services: LinkServices, token: string): Promise<FirstOperatorLink> {
  const { db } = services
  if ((await db.$count(users)) > 0) return 'has-operator'
  return (await db.$count(firstOperatorLinks, openLink(services, token))) > 0 ? 'open' : 'ended'
}

type Created = { ok: true; cookies: string[] }
type Sent = { token: string; headers: Headers }

/** Answers the form of the link: creates the first operator and signs them in. The cookies are for `Set-Cookie`. */
export async function submitFirstOperator(
  posted: { services: Services; form: FormData; address: string },
  sent: Sent,
): Promise<Created | FormRefusal> {
  const form = {
    limit: 'first-operator' as const,
    honeypot: null,
    schema: firstOperatorSchema,
    run: (services: Services, account: { username: string; password: string }) =>
      createFirstOperator(services, { ...account, ...sent, address: posted.address }),
  }
  return withoutPasswords(await runForm(form, posted))
}

async function createFirstOperator(
  services: Services,
  { username, password, token, headers, address }: Sent & { username: string; password: string; address: string },
): Promise<Created | Refusal> {
  const { log } = services
  // Before the costly hash.
  if ((await getFirstOperatorLink(services, token)) !== 'open') return ENDED
  const problem = await findPasswordProblem(services, { username, password })
  if (problem) return wrong({ password: problem })
  const user = await storeAccount(services, { token, username, passwordHash: await hashPassword(services, password) })
  if (!user) return ENDED
  log.info({ event: 'operator.created', operator: username }, 'operator created')
  return signedIn(services, user, { headers, address })
}

/** Stores the account, unless the link has ended or somebody may sign in by now. The lock lets one of them win. */
function storeAccount(
  services: LinkServices,
  { token, ...account }: { token: string; username: string; passwordHash: string },
): Promise<typeof users.$inferSelect | null> {
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${users} in share row exclusive mode`)
    const used = await tx.delete(firstOperatorLinks).where(openLink(services, token)).returning()
    if (used.length === 0 || (await tx.$count(users)) > 0) return null
    const [user] = await tx.insert(users).values(account).returning()
    return user ?? null
  })
}
