import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { setAltText } from '#app/features/media/media.server.ts'
import { objectKey } from '#app/features/media/object-address.server.ts'
import { deleteOrphans, lockImage, orphanUnusedImage } from '#app/features/media/orphans.server.ts'
import { refuse } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { type Config, isLoopback } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import { properties, propertyUnits, unitImages } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { type Attachment, attachSchema } from './attach-image.ts'

const NO_IMAGE = refuse(404, 'We couldn’t find that image.')
const NO_HOME = refuse(404, 'We couldn’t find that home.')
const NO_UNIT = refuse(404, 'That home doesn’t have that unit.')

/** Adds a stored image to a property, and to a gallery if one is named. */
export const attachImage = defineChange({
  names: {
    'image.added': { words: 'Image added', undo: 'Delete the image where it was added instead.' },
    'image.changed': { words: 'Words or group of an image changed', undo: 'Write the old words again instead.' },
  },
  form: attachSchema,
  run: async (tx, attachment, { services, now }) => {
    const { propertyId, unitId, altText } = attachment
    const objectPath = pathOnSite(attachment.objectPath, services.config)
    if (!objectPath) return NO_IMAGE
    if (!isUuid(propertyId)) return NO_HOME
    if (unitId !== undefined && !isUuid(unitId)) return NO_UNIT
    if (!(await lockImage(tx, objectPath, altText === undefined ? 'share' : 'update'))) return NO_IMAGE
    const property = await lockProperty(tx, propertyId)
    if (!property) return NO_HOME
    if (unitId !== undefined && !(await unitsOf(tx, propertyId)).includes(unitId)) return NO_UNIT
    const gallery = unitId === undefined ? null : await showInGallery(tx, { ...attachment, unitId, objectPath })
    if (altText !== undefined) await setAltText(tx, { path: objectPath, altText })
    const isNew = !property.images.includes(objectPath)
    const images = [...property.images, objectPath]
    if (isNew) await tx.update(properties).set({ images, updatedAt: now }).where(eq(properties.id, propertyId))
    const after = { image: objectPath, ...gallery?.after }
    const record = { subjectId: propertyId, propertyIds: [propertyId], after }
    if (isNew || gallery?.before === null) return { name: 'image.added' as const, ...record }
    if (!gallery || canonical(gallery.before) === canonical(gallery.after)) return null
    return { name: 'image.changed' as const, ...record, before: { ...after, ...gallery.before } }
  },
})

/** What a property shows after an image was attached, and the path of that image. */
export async function getAttached({ db, config }: Pick<Services, 'db' | 'config'>, attached: Attachment) {
  const isIt = eq(properties.id, attached.propertyId)
  const [row] = await db.select({ images: properties.images }).from(properties).where(isIt)
  return { objectPath: pathOnSite(attached.objectPath, config) ?? '', images: row?.images ?? [] }
}

/** Removes an image from a property and the galleries of its units. If nothing else shows it, its object is deleted too. */
export const detachImage = defineChange({
  name: 'image.removed',
  words: 'Image removed',
  undo: 'It is deleted. Add it again instead.',
  form: z.object({ propertyId: boundedText(100), imagePath: boundedText(2001) }),
  transaction: async ({ services }, _, work) => {
    const outcome = await retryTransaction(() => services.db.transaction(work))
    if (!outcome.ok) return outcome
    // The image is already removed from the property; what is not deleted now is deleted later.
    await deleteOrphans(services).catch((error) =>
      services.log.error({ event: 'images.cleanup-failed', err: error }, 'orphan cleanup failed'),
    )
    return outcome
  },
  run: async (tx, { propertyId, imagePath }, { now }) => {
    // PostgreSQL text rejects NUL and would throw.
    if (!isUuid(propertyId) || imagePath.includes('\0')) return NO_IMAGE
    await lockImage(tx, imagePath, 'update')
    const property = await lockProperty(tx, propertyId)
    if (!property) return NO_HOME
    if (!(await takeOut(tx, { property, imagePath }))) return NO_IMAGE
    const images = property.images.filter((image) => image !== imagePath)
    const presentation = sql`case when ${properties.presentation} ? 'sectionImages' then
      jsonb_set(${properties.presentation}, '{sectionImages}', (${properties.presentation} -> 'sectionImages') - ${imagePath}::text)
      else ${properties.presentation} end`
    await tx.update(properties).set({ images, presentation, updatedAt: now }).where(eq(properties.id, propertyId))
    await orphanUnusedImage(tx, imagePath, now)
    return { subjectId: propertyId, propertyIds: [propertyId], before: { image: imagePath } }
  },
})

/** The path of an address, which may be an absolute URL of this site. */
function pathOnSite(address: string, config: Config): string | null {
  if (!URL.canParse(address, config.siteUrl)) return null
  const { hostname, origin, pathname } = new URL(address, config.siteUrl)
  const here = origin === config.siteUrl || (config.demo && isLoopback(hostname))
  return here && objectKey(pathname) ? pathname : null
}

async function lockProperty(tx: Tx, propertyId: string) {
  const [property] = await tx
    .select({ id: properties.id, images: properties.images })
    .from(properties)
    .where(eq(properties.id, propertyId))
    .for('update')
  return property ?? null
}

async function unitsOf(tx: Tx, propertyId: string): Promise<string[]> {
  const units = tx.select({ id: propertyUnits.id }).from(propertyUnits).where(eq(propertyUnits.propertyId, propertyId))
  return (await units).map((unit) => unit.id)
}

type Shown = Pick<Attachment, 'category' | 'altText' | 'caption'> & { unitId: string; objectPath: string }

/** What the gallery showed of an image before, null for a new one, and shows after. */
async function showInGallery(tx: Tx, { unitId, objectPath, category = '', altText, caption }: Shown) {
  const own = and(eq(unitImages.unitId, unitId), eq(unitImages.gcsPath, objectPath))
  const columns = { category: unitImages.category, description: unitImages.altText, caption: unitImages.caption }
  const [before = null] = await tx.select(columns).from(unitImages).where(own)
  const after = {
    category,
    description: altText ?? before?.description ?? '',
    caption: caption ?? before?.caption ?? '',
  }
  const stored = { category, altText: after.description, caption: after.caption }
  if (before) await tx.update(unitImages).set(stored).where(own)
  else {
    const last = sql<number>`(select coalesce(max(display_order), -1) + 1 from ${unitImages} where unit_id = ${unitId})`
    await tx.insert(unitImages).values({ ...stored, unitId, gcsPath: objectPath, displayOrder: last })
  }
  return { before, after }
}

/** False when the property does not show the image. */
async function takeOut(
  tx: Tx,
  { property, imagePath }: { property: { id: string; images: string[] }; imagePath: string },
) {
  const units = await unitsOf(tx, property.id)
  const shown = await tx
    .delete(unitImages)
    .where(and(inArray(unitImages.unitId, units), eq(unitImages.gcsPath, imagePath)))
    .returning({ id: unitImages.id })
  const heads = await tx
    .update(propertyUnits)
    .set({ heroImage: null })
    .where(and(inArray(propertyUnits.id, units), eq(propertyUnits.heroImage, imagePath)))
    .returning({ id: propertyUnits.id })
  return property.images.includes(imagePath) || shown.length > 0 || heads.length > 0
}
