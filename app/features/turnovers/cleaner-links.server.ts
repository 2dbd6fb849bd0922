import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { cleanerLinkProperties, cleanerLinks, cleanerMailLinks, properties } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const newSecret = () => randomBytes(32).toString('base64url')
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const SECRET = /^[\w-]{43}$/

/** The page of a secret, on this site. */
export const cleanerPath = (secret: string) => `/turnovers/${secret}`

type CleanerLinkInput = { name: string; email: string | null; propertyIds: string[] }

export type CleanerLink = { id: string; name: string; email: string | null; propertyIds: string[] }

const homesOf = sql<
  string[]
>`coalesce((select array_agg(homes.property_id order by properties.display_order, properties.name)
  from cleaner_link_properties homes join properties on properties.id = homes.property_id
  where homes.link_id = cleaner_links.id), '{}')`
const COLUMNS = { id: cleanerLinks.id, name: cleanerLinks.name, email: cleanerLinks.email, propertyIds: homesOf }

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

async function getLink(tx: Tx, id: string): Promise<CleanerLink | null> {
  await tx.select({ id: cleanerLinks.id }).from(cleanerLinks).where(eq(cleanerLinks.id, id)).for('update')
  const [link] = await tx
    .select(COLUMNS)
    .from(cleanerLinks)
    .where(and(eq(cleanerLinks.id, id), isNull(cleanerLinks.revokedAt)))
  return link ?? null
}

const isNameTaken = async (tx: Tx, { id, name }: { id?: string; name: string }) => {
  const same = sql`lower(${cleanerLinks.name}) = lower(${name}) and ${cleanerLinks.revokedAt} is null`
  const found = await tx.select({ id: cleanerLinks.id }).from(cleanerLinks).where(same)
  return found.some((link) => link.id !== id)
}

async function setHomes(tx: Tx, linkId: string, propertyIds: string[]) {
  const known = await tx.select({ id: properties.id }).from(properties).where(inArray(properties.id, propertyIds))
  await tx.delete(cleanerLinkProperties).where(eq(cleanerLinkProperties.linkId, linkId))
  if (known.length === 0) return
  await tx.insert(cleanerLinkProperties).values(known.map(({ id }) => ({ linkId, propertyId: id })))
}

type Write = Pick<Services, 'db' | 'clock'>
type Refused = { ok: false; reason: 'name-taken' | 'not-found' }

/** Makes a link. Its secret is returned this once: only a hash is stored. */
export async function createCleanerLink(
  { db, clock }: Write,
  { input, by }: { input: CleanerLinkInput; by: Operator },
): Promise<{ ok: true; secret: string } | Refused> {
  const secret = newSecret()
  const { name, email, propertyIds } = input
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table cleaner_links in share row exclusive mode`)
    if (await isNameTaken(tx, input)) return { ok: false, reason: 'name-taken' }
    const at = clock.now()
    const [link] = await tx
      .insert(cleanerLinks)
      .values({ name, email, secretHash: hashOf(secret), createdAt: at })
      .returning({ id: cleanerLinks.id })
    if (!link) throw new Error('the link was not stored')
    await setHomes(tx, link.id, propertyIds)
    const after = { name, email }
    await recordAudit(tx, { by, action: 'cleaner-link.created', subjectId: link.id, propertyIds, after, at })
    return { ok: true, secret }
  })
}

/** Changes whom a link is for, and its homes. Null as `auditId` if nothing changed. */
export async function changeCleanerLink(
  { db, clock }: Write,
  { id, input, by }: { id: string; input: CleanerLinkInput; by: Operator },
): Promise<{ ok: true; auditId: string | null } | Refused> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table cleaner_links in share row exclusive mode`)
    const link = await getLink(tx, id)
    if (!link) return { ok: false, reason: 'not-found' }
    if (await isNameTaken(tx, { id, name: input.name })) return { ok: false, reason: 'name-taken' }
    const before = { name: link.name, email: link.email, propertyIds: link.propertyIds.toSorted() }
    const after = { name: input.name, email: input.email, propertyIds: input.propertyIds.toSorted() }
    if (JSON.stringify(before) === JSON.stringify(after)) return { ok: true, auditId: null }
    await storeLink(tx, id, after)
    const propertyIds = [...new Set([...before.propertyIds, ...after.propertyIds])]
    const change = { action: 'cleaner-link.changed', subjectId: id, propertyIds, before, after } as const
    return { ok: true, auditId: await recordAudit(tx, { by, ...change, at: clock.now() }) }
  })
}

async function storeLink(tx: Tx, id: string, { name, email, propertyIds }: CleanerLinkInput) {
  await tx.update(cleanerLinks).set({ name, email }).where(eq(cleanerLinks.id, id))
  await setHomes(tx, id, propertyIds)
}

/** Makes a new secret, so that the old link stops working, and with it those in emails. */
export async function renewCleanerLink(
  { db, clock }: Write,
  { id, by }: { id: string; by: Operator },
): Promise<{ ok: true; secret: string; name: string; email: string | null } | Refused> {
  const secret = newSecret()
  return db.transaction(async (tx) => {
    const link = await getLink(tx, id)
    if (!link) return { ok: false, reason: 'not-found' }
    const { name, email, propertyIds } = link
    await tx
      .update(cleanerLinks)
      .set({ secretHash: hashOf(secret) })
      .where(eq(cleanerLinks.id, id))
    await tx.delete(cleanerMailLinks).where(eq(cleanerMailLinks.linkId, id))
    const after = { name }
    await recordAudit(tx, { by, action: 'cleaner-link.renewed', subjectId: id, propertyIds, after, at: clock.now() })
    return { ok: true, secret, name, email }
  })
}

/** Ends a link. */
export async function revokeCleanerLink(
  { db, clock }: Write,
  { id, by }: { id: string; by: Operator },
): Promise<{ ok: true; auditId: string } | Refused> {
  return db.transaction(async (tx) => {
    const link = await getLink(tx, id)
    if (!link) return { ok: false, reason: 'not-found' }
    const at = clock.now()
    await tx.update(cleanerLinks).set({ revokedAt: at }).where(eq(cleanerLinks.id, id))
    const { name, propertyIds } = link
    const change = { action: 'cleaner-link.revoked', subjectId: id, propertyIds, before: { name } } as const
    return { ok: true, auditId: await recordAudit(tx, { by, ...change, at }) }
  })
}

/** Lets a revoked link work again. */
export const undoRevokeCleanerLink: Undo = async (tx, _services, { subjectId, before }) => {
  await tx.execute(sql`lock table cleaner_links in share row exclusive mode`)
  const { name } = before as { name: string }
  if (await isNameTaken(tx, { id: subjectId, name })) {
    return { ok: false, message: `There is another link for ${name} by now.` }
  }
  const isIt = eq(cleanerLinks.id, subjectId)
  const back = await tx.update(cleanerLinks).set({ revokedAt: null }).where(isIt).returning({ id: cleanerLinks.id })
  return back.length > 0 ? undefined : { ok: false, message: 'The link was deleted: it ended long ago.' }
}

/** Brings back whom a link was for, unless it was changed again since. */
export const undoChangeCleanerLink: Undo = async (tx, _services, { subjectId, before, after }) => {
  await tx.execute(sql`lock table cleaner_links in share row exclusive mode`)
  const link = await getLink(tx, subjectId)
  const was = after as CleanerLinkInput
  const isSame = link?.name === was.name && link.email === was.email
  if (!link || !isSame || link.propertyIds.toSorted().join() !== was.propertyIds.join()) {
    return { ok: false, message: 'The link was changed or revoked since.' }
  }
  const restored = before as CleanerLinkInput
  if (await isNameTaken(tx, { id: subjectId, name: restored.name })) {
    return { ok: false, message: `There is another link for ${restored.name} by now.` }
  }
  await storeLink(tx, subjectId, restored)
  return undefined
}
