import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Services } from '#app/platform/services.server.ts'
import { createAccount, ENDED } from './by-link.server.ts'
import { firstOperatorLinks, users } from './operators.tables.server.ts'
import type { FirstOperatorLink } from './operators.ts'
import { hashOf } from './sessions.server.ts'

const VALID_MS = 3_600_000

type LinkServices = Pick<Services, 'config' | 'db' | 'clock'>

/** Creates the one-time link for the first operator, and ends the earlier ones. Null if there is an operator. */
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

/** The purpose of the link with this token. */
export async function getFirstOperatorLink(services: LinkServices, token: string): Promise<FirstOperatorLink> {
  const { db } = services
  if ((await db.$count(users)) > 0) return 'has-operator'
  return (await db.$count(firstOperatorLinks, openLink(services, token))) > 0 ? 'open' : 'ended'
}

/** The form of the link: creates the first operator and signs them in. */
export function submitFirstOperator(
  posted: { services: Services; form: FormData; address: string },
  { token, headers }: { token: string; headers: Headers },
) {
  const { services } = posted
  return createAccount(posted, headers, {
    limit: 'first-operator',
    isOpen: async () => (await getFirstOperatorLink(services, token)) === 'open',
    // The lock lets one of two win. The link has ended once anybody may sign in.
    store: (account) =>
      services.db.transaction(async (tx) => {
        await tx.execute(sql`lock table ${users} in share row exclusive mode`)
        const used = await tx.delete(firstOperatorLinks).where(openLink(services, token)).returning()
        if (used.length === 0 || (await tx.$count(users)) > 0) return ENDED
        const [user] = await tx.insert(users).values(account).returning()
        return user ?? ENDED
      }),
  })
}
