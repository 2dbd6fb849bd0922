import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromFields, recordList } from '#app/platform/change/record-list.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import { KEY_REUSED } from '#app/platform/http/idempotency.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import {
  type CleanerLink,
  cleanerPath,
  getLink,
  hashOf,
  isNameTaken,
  linkInput,
  lockNames,
  newSecret,
  renewJustCreated,
  setProperties,
  storeLink,
} from '../cleaner-links.server.ts'
import { cleanerLinks, cleanerMailLinks, turnoverImages } from '../turnovers.tables.server.ts'
import { LINK_FIELDS } from './cleaner-links.ts'

/** A new link, which is shown this once: of its secret only a hash is stored. */
export type NewLink = { name: string; email: string | null; url: string }

const { form: link, facts: CLEANER } = fromFields(LINK_FIELDS)
/** A new one has the key of its form. */
const newLink = z.intersection(link, z.object({ key: z.guid().optional() }))
const ofOne = z.object({ id: z.guid() })

const gone = 'This link is gone. Somebody else may have revoked it.'
const NAME_TAKEN = refuse('refused', 'There is a link with this name already.', { name: 'Please choose another name' })

const shownOnce = ({ config }: Services, secret: string, { name, email }: Pick<CleanerLink, 'name' | 'email'>) => ({
  shown: { name, email, url: config.siteUrl + cleanerPath(secret) },
})

const list = recordList({
  scope: 'turnovers:write',
  // A link that was revoked had only its name recorded.
  schema: z.object({
    name: z.string(),
    email: z.string().nullable().default(null),
    propertyIds: z.array(z.guid()).default([]),
  }),
  ...fromFields(LINK_FIELDS),
  propertiesOf: ({ propertyIds }) => propertyIds,
  gone,
  changed: 'The link was changed or revoked since.',
  store: {
    async lock(tx, id) {
      await lockNames(tx)
      return isUuid(id) ? getLink(tx, id) : null
    },
    read: linkInput,
    /** Lets a revoked link work again. A new one is made with its secret. */
    async add(tx, _, { id = '' }) {
      await tx.update(cleanerLinks).set({ revokedAt: null }).where(eq(cleanerLinks.id, id))
      return id
    },
    change: (tx, { id }, value) => storeLink(tx, id, value),
    async remove(tx, { id }, { now: revokedAt }) {
      await tx.update(cleanerLinks).set({ revokedAt }).where(eq(cleanerLinks.id, id))
    },
  },
  check: async (tx, { id, row, value, isUndo }) => {
    if (!value) return null
    if (await isNameTaken(tx, { ...(id && { id }), name: value.name }))
      return isUndo ? refuse('refused', `There is another link for ${value.name} by now.`) : NAME_TAKEN
    const isDeleted = !row && (await tx.$count(cleanerLinks, eq(cleanerLinks.id, id ?? ''))) === 0
    return isDeleted ? refuse('not-found', 'The link was deleted: it ended long ago.') : null
  },
})

/** Puts a photo back on the list. */
const undoHandled = undoFrom({}, async (tx, _services, { subjectId }) => {
  const isIt = eq(turnoverImages.id, subjectId)
  const back = await tx.update(turnoverImages).set({ handledAt: null }).where(isIt).returning({ id: turnoverImages.id })
  return back.length > 0 ? undefined : refuse('refused', 'This photo is gone.')
})

export const turnoverChanges = {
  create: defineChange<'cleaner-link.created', typeof newLink, undefined, NewLink>({
    scope: 'turnovers:write',
    name: 'cleaner-link.created',
    words: 'Link for a cleaner made',
    facts: CLEANER,
    undo: 'Revoke the link instead.',
    form: newLink,
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
  change: list.change({ name: 'cleaner-link.changed', words: 'Link for a cleaner changed' }),
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
  revoke: list.remove({ name: 'cleaner-link.revoked', words: 'Link for a cleaner revoked' }),
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
      const isIt = and(eq(turnoverImages.id, id), eq(turnoverImages.kind, 'damage'))
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
