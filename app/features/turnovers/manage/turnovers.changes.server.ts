import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { KEY_REUSED } from '#app/platform/http/idempotency.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { emailOrNone } from '#app/shared/input/typed-input.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import {
  type CleanerLink,
  type CleanerLinkInput,
  cleanerPath,
  getLink,
  hashOf,
  isNameTaken,
  lockNames,
  newSecret,
  renewJustCreated,
  setProperties,
  storeLink,
} from '../cleaner-links.server.ts'
import { cleanerLinks, cleanerMailLinks, turnoverImages } from '../turnovers.tables.server.ts'

const CLEANER: FactFields = {
  name: { label: 'Name', kind: 'line' },
  email: { label: 'Email', kind: 'line' },
  propertyIds: { label: 'Homes', kind: 'homes' },
}

/** A new link, which is shown this once: of its secret only a hash is stored. */
export type NewLink = { name: string; email: string | null; url: string }

const NAME = 'Please enter a name of up to 80 characters'
const EMAIL = 'Please enter an email address, such as maria@example.com'

/** Whom a link is for, and the ids of its homes. A new one has the key of its form. */
const link = z
  .object({
    name: boundedText(80, NAME).trim().min(1, NAME),
    email: emailOrNone(EMAIL),
    homes: z
      .union([z.guid().transform((id) => [id]), z.array(z.guid()).max(100)])
      .optional()
      .transform((ids = []) => ids)
      .refine((ids) => ids.length > 0, 'Please choose at least one home'),
    key: z.guid().optional(),
  })
  .transform(({ homes: properties, ...whom }): CleanerLinkInput & { key?: string } => ({
    ...whom,
    propertyIds: properties.toSorted(),
  }))
const ofOne = z.object({ id: z.guid() })

const gone = 'This link is gone. Somebody else may have revoked it.'
const NAME_TAKEN = refuse('refused', 'There is a link with this name already.', { name: 'Please choose another name' })

const shownOnce = ({ config }: Services, secret: string, { name, email }: Pick<CleanerLink, 'name' | 'email'>) => ({
  shown: { name, email, url: config.siteUrl + cleanerPath(secret) },
})

const otherLink = (name: string) => refuse('refused', `There is another link for ${name} by now.`)

/** Lets a revoked link work again. */
const undoRevoke = undoFrom({ before: z.object({ name: z.string() }) }, async (tx, _services, change) => {
  const {
    subjectId,
    before: { name },
  } = change
  await lockNames(tx)
  if (await isNameTaken(tx, { id: subjectId, name })) return otherLink(name)
  const isIt = eq(cleanerLinks.id, subjectId)
  const back = await tx.update(cleanerLinks).set({ revokedAt: null }).where(isIt).returning({ id: cleanerLinks.id })
  return back.length > 0 ? undefined : refuse('refused', 'The link was deleted: it ended long ago.')
})

const recorded = z.object({
  name: z.string(),
  email: z.string().nullable(),
  propertyIds: z.array(z.guid()),
}) satisfies z.ZodType<CleanerLinkInput>

/** Brings back whom a link was for, unless it was changed again since. */
const undoChange = undoFrom({ before: recorded, after: recorded }, async (tx, _services, change) => {
  const { subjectId, before: restored, after: was } = change
  await lockNames(tx)
  const now = await getLink(tx, subjectId)
  const isSame = now?.name === was.name && now.email === was.email
  if (!now || !isSame || now.propertyIds.toSorted().join() !== was.propertyIds.join()) {
    return refuse('refused', 'The link was changed or revoked since.')
  }
  if (await isNameTaken(tx, { id: subjectId, name: restored.name })) return otherLink(restored.name)
  await storeLink(tx, subjectId, restored)
  return undefined
})

/** Puts a photo back on the list. */
const undoHandled = undoFrom({}, async (tx, _services, { subjectId }) => {
  const isIt = eq(turnoverImages.id, subjectId)
  const back = await tx.update(turnoverImages).set({ handledAt: null }).where(isIt).returning({ id: turnoverImages.id })
  return back.length > 0 ? undefined : refuse('refused', 'This photo is gone.')
})

/** What the page of the turnovers changes. */
export const turnoverChanges = {
  create: defineChange<'cleaner-link.created', typeof link, undefined, NewLink>({
    scope: 'turnovers:write',
    name: 'cleaner-link.created',
    words: 'Link for a cleaner made',
    facts: CLEANER,
    undo: 'Revoke the link instead.',
    form: link,
    run: async (tx, { propertyIds, key, ...whom }, { services, now: createdAt }) => {
      await lockNames(tx)
      const secret = newSecret()
      const row = { ...whom, id: key, secretHash: hashOf(secret), createdAt }
      if (key && (await renewJustCreated(tx, { ...row, id: key, propertyIds }))) {
        return { ok: true, subjectId: key, ...shownOnce(services, secret, whom) }
      }
      if (await isNameTaken(tx, whom)) return NAME_TAKEN
      const [made] = await tx.insert(cleanerLinks).values(row).onConflictDoNothing().returning({ id: cleanerLinks.id })
      if (!made) return KEY_REUSED
      await setProperties(tx, made.id, propertyIds)
      return { subjectId: made.id, propertyIds, after: whom, answer: shownOnce(services, secret, whom) }
    },
  }),
  change: defineChange<'cleaner-link.changed', typeof link, CleanerLink, NewLink>({
    scope: 'turnovers:write',
    name: 'cleaner-link.changed',
    words: 'Link for a cleaner changed',
    facts: CLEANER,
    undo: undoChange,
    form: link,
    gone,
    lock: async (tx: Tx, { id }) => {
      await lockNames(tx)
      return isUuid(id) ? getLink(tx, id) : null
    },
    run: async (tx, { key: _, ...after }, { subject: { id, name, email, propertyIds } }) => {
      if (await isNameTaken(tx, { id, name: after.name })) return NAME_TAKEN
      const before = { name, email, propertyIds: propertyIds.toSorted() }
      if (canonical(before) === canonical(after)) return null
      await storeLink(tx, id, after)
      return { subjectId: id, propertyIds: [...new Set([...propertyIds, ...after.propertyIds])], before, after }
    },
  }),
  /** Makes a new secret, so that the old link stops working, and with it those in emails. */
  renew: defineChange<'cleaner-link.renewed', typeof ofOne, CleanerLink, NewLink>({
    scope: 'turnovers:write',
    name: 'cleaner-link.renewed',
    words: 'Link for a cleaner replaced',
    facts: CLEANER,
    undo: 'The old link stays closed.',
    form: ofOne,
    gone,
    lock: (tx, _, { id }) => getLink(tx, id),
    run: async (tx, { id }, { services, subject }) => {
      const secret = newSecret()
      await tx
        .update(cleanerLinks)
        .set({ secretHash: hashOf(secret) })
        .where(eq(cleanerLinks.id, id))
      await tx.delete(cleanerMailLinks).where(eq(cleanerMailLinks.linkId, id))
      const { name, propertyIds } = subject
      return { subjectId: id, propertyIds, after: { name }, answer: shownOnce(services, secret, subject) }
    },
  }),
  revoke: defineChange<'cleaner-link.revoked', typeof ofOne, CleanerLink, NewLink>({
    scope: 'turnovers:write',
    name: 'cleaner-link.revoked',
    words: 'Link for a cleaner revoked',
    facts: CLEANER,
    undo: undoRevoke,
    form: ofOne,
    gone,
    lock: (tx, _, { id }) => getLink(tx, id),
    run: async (tx, { id }, { now: revokedAt, subject: { name, propertyIds } }) => {
      await tx.update(cleanerLinks).set({ revokedAt }).where(eq(cleanerLinks.id, id))
      return { subjectId: id, propertyIds, before: { name } }
    },
  }),
  /** Takes a photo of damage off the list. */
  handled: defineChange<'damage.handled', typeof ofOne, typeof turnoverImages.$inferSelect, NewLink>({
    scope: 'turnovers:write',
    name: 'damage.handled',
    words: 'Damage dealt with',
    facts: {},
    undo: undoHandled,
    form: ofOne,
    gone: 'This photo is gone.',
    lock: async (tx, _, { id }) => {
      const isIt = and(eq(turnoverImages.id, id), eq(turnoverImages.shows, 'damage'))
      const [image] = await tx.select().from(turnoverImages).where(isIt).for('update')
      return image ?? null
    },
    run: async (tx, { id }, { now: handledAt, subject: { propertyId, handledAt: before } }) => {
      if (before) return null
      await tx.update(turnoverImages).set({ handledAt }).where(eq(turnoverImages.id, id))
      return { subjectId: id, propertyIds: [propertyId] }
    },
  }),
}
