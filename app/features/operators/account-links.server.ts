import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { accountLinks } from './operators.tables.server.ts'
import { hashOf } from './sessions.server.ts'

/** How long a link works: three days to accept an invitation, half an hour to set a new password. */
const INVITATION_MS = 3 * 86_400_000
const PASSWORD_MS = 30 * 60_000

type LinkServices = Pick<Services, 'config' | 'clock'>
type Link = typeof accountLinks.$inferSelect
type NewLink = { email: string } & (Pick<Link, 'userId'> | Pick<Link, 'role' | 'propertyIds'>)

/** Stores a link, and returns its id and its address. Links that have ended are deleted. */
export async function makeAccountLink({ config, clock }: LinkServices, tx: Tx, link: NewLink) {
  const token = randomBytes(32).toString('base64url')
  const createdAt = clock.now()
  const isPassword = 'userId' in link
  const expiresAt = new Date(createdAt.getTime() + (isPassword ? PASSWORD_MS : INVITATION_MS))
  await tx.delete(accountLinks).where(lte(accountLinks.expiresAt, createdAt))
  const [made] = await tx
    .insert(accountLinks)
    .values({ ...link, tokenHash: hashOf(token), createdAt, expiresAt })
    .returning({ id: accountLinks.id })
  if (!made) throw new Error('the link was not stored')
  return { id: made.id, url: `${config.siteUrl}/${isPassword ? 'new-password' : 'invitation'}/${token}` }
}

const openLink = ({ clock }: Pick<Services, 'clock'>, token: string) =>
  and(eq(accountLinks.tokenHash, hashOf(token)), gt(accountLinks.expiresAt, clock.now()))

/** The link with this token; null if it has ended or was used. */
export async function findAccountLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<Link | null> {
  const [link] = await db.select().from(accountLinks).where(openLink({ clock }, token))
  return link ?? null
}

/**
 * Uses up the link with this token, and the others that set a password of the same account. Of two who send one of
 * them, the second gets null.
 */
export async function redeemAccountLink(
  services: Pick<Services, 'clock'>,
  tx: Tx,
  token: string,
): Promise<Link | null> {
  const isIt = openLink(services, token)
  const whose = tx.select({ userId: accountLinks.userId }).from(accountLinks).where(isIt)
  const used = await tx
    .delete(accountLinks)
    .where(or(isIt, inArray(accountLinks.userId, whose)))
    .returning()
  return used.find(({ tokenHash }) => tokenHash === hashOf(token)) ?? null
}

/** Ends the links that set a password of this account, because its password, its address or its access changed. */
export const endPasswordLinks = (tx: Tx, userId: string) =>
  tx.delete(accountLinks).where(eq(accountLinks.userId, userId))
