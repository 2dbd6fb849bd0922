import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isJustCreated } from '#app/platform/http/idempotency.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { cleanerLinkProperties, cleanerLinks, cleanerMailLinks } from './turnovers.tables.server.ts'

export const newSecret = () => randomBytes(32).toString('base64url')
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const SECRET = /^[\w-]{43}$/

/** The page of a secret, on this site. */
export const cleanerPath = (secret: string) => `/turnovers/${secret}`

type CleanerLinkInput = { name: string; email: string | null; propertyIds: string[] }

export type CleanerLink = { id: string; name: string; email: string | null; propertyIds: string[] }

/** The parts of a link that can be changed. */
export const linkInput = ({ name, email, propertyIds }: CleanerLink): CleanerLinkInput => ({
  name,
  email,
  propertyIds: propertyIds.toSorted(),
})

const propertiesOf = sql<
  string[]
>`coalesce((select array_agg(linked.property_id order by properties.display_order, properties.name)
  from cleaner_link_properties linked join properties on properties.id = linked.property_id
  where linked.link_id = cleaner_links.id), '{}')`
const COLUMNS = { id: cleanerLinks.id, name: cleanerLinks.name, email: cleanerLinks.email, propertyIds: propertiesOf }

/** The links that work, by name. */
export async function listCleanerLinks({ db }: { db: Tx }): Promise<CleanerLink[]> {
  return db.select(COLUMNS).from(cleanerLinks).where(isNull(cleanerLinks.revokedAt)).orderBy(asc(cleanerLinks.name))
}

/** The link of a secret; null if there is none, or it was revoked. */
export async function findCleanerLink({ db }: { db: Tx }, secret: string): Promise<CleanerLink | null> {
  if (!SECRET.test(secret)) return null
  const [link] = await db
    .select(COLUMNS)
    .from(cleanerLinks)
    .where(and(isOpenedBy(hashOf(secret)), isNull(cleanerLinks.revokedAt)))
  return link ?? null
}

const isOpenedBy = (hash: string) => sql`(${cleanerLinks.secretHash} = ${hash} or ${cleanerLinks.id} =
  (select ${cleanerMailLinks.linkId} from ${cleanerMailLinks} where ${cleanerMailLinks.secretHash} = ${hash}))`

/** A new secret for an email, which opens the page of this link until it is revoked or replaced. */
export async function createMailSecret(tx: Tx, { linkId, now }: { linkId: string; now: Date }): Promise<string> {
  const secret = newSecret()
  await tx.insert(cleanerMailLinks).values({ linkId, secretHash: hashOf(secret), createdAt: now })
  return secret
}

export async function getLink(tx: Tx, id: string): Promise<CleanerLink | null> {
  await tx.select({ id: cleanerLinks.id }).from(cleanerLinks).where(eq(cleanerLinks.id, id)).for('update')
  const [link] = await tx
    .select(COLUMNS)
    .from(cleanerLinks)
    .where(and(eq(cleanerLinks.id, id), isNull(cleanerLinks.revokedAt)))
  return link ?? null
}

export const isNameTaken = async (tx: Tx, { id, name }: { id?: string; name: string }) => {
  const same = sql`lower(${cleanerLinks.name}) = lower(${name}) and ${cleanerLinks.revokedAt} is null`
  const found = await tx.select({ id: cleanerLinks.id }).from(cleanerLinks).where(same)
  return found.some((link) => link.id !== id)
}

export async function setProperties(tx: Tx, linkId: string, propertyIds: string[]) {
  const known = await tx.select({ id: properties.id }).from(properties).where(inArray(properties.id, propertyIds))
  await tx.delete(cleanerLinkProperties).where(eq(cleanerLinkProperties.linkId, linkId))
  if (known.length === 0) return
  await tx.insert(cleanerLinkProperties).values(known.map(({ id }) => ({ linkId, propertyId: id })))
}

export async function storeLink(tx: Tx, id: string, { name, email, propertyIds }: CleanerLinkInput) {
  await tx.update(cleanerLinks).set({ name, email }).where(eq(cleanerLinks.id, id))
  await setProperties(tx, id, propertyIds)
}

type NewCleanerLink = CleanerLinkInput & { id: string; secretHash: string; createdAt: Date }

/**
 * Gives a link that was made moments ago a new secret, because its form was sent again. The browser shows only the
 * second answer, and the first secret is not kept. False if there is no such link.
 */
export async function renewJustCreated(tx: Tx, { secretHash, createdAt, ...input }: NewCleanerLink): Promise<boolean> {
  const made = await getLink(tx, input.id)
  const isSame = made && canonical({ ...made, propertyIds: made.propertyIds.toSorted() }) === canonical(input)
  const isIt = and(eq(cleanerLinks.id, input.id), isJustCreated(cleanerLinks.createdAt, createdAt))
  const renewed = isSame ? await tx.update(cleanerLinks).set({ secretHash }).where(isIt).returning() : []
  return renewed.length > 0
}

/** Of two who name a link at the same moment, the second waits and finds the first. */
export const lockNames = (tx: Tx) => tx.execute(sql`lock table cleaner_links in share row exclusive mode`)
