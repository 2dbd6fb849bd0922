import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { lockImage, orphanUnusedImage } from '#app/features/media/orphans.server.ts'
import { properties, propertyUnits, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { storePlainTexts } from '#app/features/site/manage/plain-texts.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { lockPropertyRow } from './lock-property-row.server.ts'
import { listMissing } from './publish-check.server.ts'

type Property = typeof properties.$inferSelect

const draftsOf = (tx: Tx) =>
  tx
    .select()
    .from(properties)
    .where(eq(properties.status, 'draft'))
    .orderBy(asc(properties.displayOrder), asc(properties.id))

/** The drafts of homes that come with the product, by their names or photos. */
export function samplesOf(
  properties: readonly Property[],
  { properties: names, images }: Services['demoMarks'],
): Property[] {
  return properties.filter(
    (property) => names.includes(property.name) || property.images.some((path) => path.startsWith(images)),
  )
}

const texts = z.array(z.string())

const undoPublishing = undoFrom({ after: z.array(z.guid()) }, async (tx, { clock }, { after: ids }) => {
  const isPublished = and(inArray(properties.id, ids), eq(properties.status, 'published'))
  const shown = await tx.select({ id: properties.id }).from(properties).where(isPublished).for('update')
  if (shown.length < ids.length) return refuse('refused', 'One of these homes was changed again since.')
  await tx.update(properties).set({ status: 'draft', updatedAt: clock.now() }).where(isPublished)
  return undefined
})

/** Publishes every draft with all required content, and asks once about the rest. */
export const publishDrafts = defineChange({
  scope: 'content:write',
  name: 'properties.published',
  words: fromRecorded({ after: texts }, ({ after }) => `${countOf(after.length, 'home')} published`),
  facts: { label: 'Published', kind: 'properties' },
  undo: undoPublishing,
  form: z.object({}),
  run: async (tx, _, { services, now, isConfirmed }) => {
    const ready: string[] = []
    const asks: string[] = []
    for (const property of await draftsOf(tx).for('update')) {
      const missing = await listMissing(services, tx, property)
      if (missing.some(({ level }) => level === 'must')) continue
      ready.push(property.id)
      asks.push(...missing.flatMap(({ level, words }) => (level === 'should' ? `${property.name}: ${words}` : [])))
    }
    const [first] = ready
    if (!first)
      return refuse('refused', 'No draft has everything that guests need yet. Open one to see what is missing.')
    if (asks.length > 0 && !isConfirmed) return { ...refuse('refused', ''), asks }
    await tx.update(properties).set({ status: 'published', updatedAt: now }).where(inArray(properties.id, ready))
    return { subjectId: first, propertyIds: ready, after: ready }
  },
})

/** Whether nothing of a guest or an owner hangs on a home. */
async function isUnused(tx: Tx, { id }: Property): Promise<boolean> {
  const used = sql`select 1 from ${bookings} where property_id = ${id} or moved_from_property_id = ${id}
    union all select 1 from quotes where property_id = ${id} union all select 1 from occupancies where property_id = ${id}
    union all select 1 from owner_costs where property_id = ${id}`
  return (await tx.execute(used)).rows.length === 0
}

/** Deletes a draft with all that is about it alone. */
export async function deleteDraft(tx: Tx, property: Property, now: Date) {
  const shown = await tx
    .select({ path: unitImages.gcsPath })
    .from(unitImages)
    .innerJoin(propertyUnits, eq(propertyUnits.id, unitImages.unitId))
    .where(eq(propertyUnits.propertyId, property.id))
  const { image } = property.host as { image?: string }
  const paths = new Set([...property.images, ...shown.map((image) => image.path), ...(image ? [image] : [])])
  // Nobody else begins to show one of them meanwhile. Always in the same order: two could deadlock.
  for (const path of [...paths].sort()) await lockImage(tx, path, 'update')
  await tx.delete(properties).where(eq(properties.id, property.id))
  for (const path of paths) await orphanUnusedImage(tx, path, now)
}

const GONE = 'It is gone with its texts and photos. Add it again instead.'

/** Removes a draft that was never booked. */
export const removeProperty = defineChange({
  scope: 'content:write',
  name: 'property.removed',
  words: 'Draft of a home removed',
  facts: { name: { label: 'Name', kind: 'line' }, location: { label: 'Place', kind: 'line' } },
  undo: GONE,
  form: z.object({}),
  lock: lockPropertyRow,
  gone: 'The home is gone already.',
  run: async (tx, _, { subject: property, now }) => {
    if (property.status !== 'draft') return refuse('refused', `${property.name} isn’t a draft. Retire it instead.`)
    if (!(await isUnused(tx, property))) return refuse('refused', `${property.name} has bookings. Retire it instead.`)
    await deleteDraft(tx, property, now)
    const before = { name: property.name, location: property.location }
    return { subjectId: property.id, propertyIds: [property.id], before, answer: { to: '/admin/homes' } }
  },
})

/**
 * Removes the drafts of the homes that come with the product, unless they were booked. The texts of the site about them
 * become plain.
 */
export const removeSamples = defineChange({
  scope: 'content:write',
  name: 'properties.samples-removed',
  facts: { label: 'Drafts removed', kind: 'lines' },
  words: fromRecorded({ before: texts }, ({ before: { length } }) => {
    return `${countOf(length, 'sample home')} removed, with the texts about ${length === 1 ? 'it' : 'them'}`
  }),
  undo: GONE,
  form: z.object({}),
  run: async (tx, _, { services, now }) => {
    const removed: Property[] = []
    for (const property of samplesOf(await draftsOf(tx).for('update'), services.demoMarks)) {
      if (!(await isUnused(tx, property))) continue
      await deleteDraft(tx, property, now)
      removed.push(property)
    }
    const [first] = removed
    if (first) await storePlainTexts(tx, services, now)
    return first ? { subjectId: first.id, before: removed.map(({ name }) => name) } : null
  },
})
