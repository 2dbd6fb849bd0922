import { and, eq, inArray, sql } from 'drizzle-orm'
import { setAltText } from '#app/features/media/media.server.ts'
import { objectKey } from '#app/features/media/object-address.server.ts'
import { deleteOrphans, lockImage, orphanUnusedImage } from '#app/features/media/orphans.server.ts'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import { type Config, isLoopback } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import { properties, propertyUnits, unitImages } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { Attachment } from './attach-image.ts'

type NotFound = { ok: false; reason: 'no-image' | 'no-property' | 'no-unit' }
const refuse = (reason: NotFound['reason']): NotFound => ({ ok: false, reason })

/** Adds a stored image to a property, and to a gallery if one is named. Repeating it changes and records nothing. */
export async function attachImage(
  services: Pick<Services, 'config' | 'db' | 'clock'>,
  attachment: Attachment,
  by: Operator,
): Promise<NotFound | { ok: true; objectPath: string; images: string[] }> {
  const { propertyId, unitId, altText } = attachment
  const objectPath = pathOnSite(attachment.objectPath, services.config)
  if (!objectPath) return refuse('no-image')
  if (!isUuid(propertyId)) return refuse('no-property')
  if (unitId !== undefined && !isUuid(unitId)) return refuse('no-unit')

  return retryTransaction(() =>
    services.db.transaction(async (tx) => {
      if (!(await lockImage(tx, objectPath, altText === undefined ? 'share' : 'update'))) return refuse('no-image')
      const property = await lockProperty(tx, propertyId)
      if (!property) return refuse('no-property')
      if (unitId !== undefined && !(await unitsOf(tx, propertyId)).includes(unitId)) return refuse('no-unit')
      const gallery = unitId === undefined ? null : await showInGallery(tx, { ...attachment, unitId, objectPath })
      if (altText !== undefined) await setAltText(tx, { path: objectPath, altText })
      const isNew = !property.images.includes(objectPath)
      const images = isNew ? [...property.images, objectPath] : property.images
      const at = services.clock.now()
      if (isNew) await tx.update(properties).set({ images, updatedAt: at }).where(eq(properties.id, propertyId))
      const image = { image: objectPath, ...gallery?.after }
      const change = { by, subjectId: propertyId, propertyIds: [propertyId], after: image, at }
      if (isNew || gallery?.before === null) await recordAudit(tx, { ...change, action: 'image.added' })
      else if (gallery && canonical(gallery.before) !== canonical(gallery.after))
        await recordAudit(tx, { ...change, action: 'image.changed', before: { ...image, ...gallery.before } })
      return { ok: true as const, objectPath, images }
    }),
  )
}

/** Removes an image from a property and the galleries of its units. If nothing else shows it, its object is deleted too. */
export async function detachImage(
  services: Pick<Services, 'config' | 'db' | 'storage' | 'clock' | 'log'>,
  { propertyId, imagePath, by }: { propertyId: string; imagePath: string; by: Operator },
): Promise<NotFound | { ok: true }> {
  // PostgreSQL text rejects NUL and would throw.
  if (!isUuid(propertyId) || imagePath.includes('\0')) return refuse('no-image')
  const now = services.clock.now()

  const outcome = await retryTransaction(() =>
    services.db.transaction(async (tx) => {
      await lockImage(tx, imagePath, 'update')
      const property = await lockProperty(tx, propertyId)
      if (!property) return refuse('no-property')
      if (!(await takeOut(tx, { property, imagePath }))) return refuse('no-image')
      const images = property.images.filter((image) => image !== imagePath)
      const presentation = sql`case when ${properties.presentation} ? 'sectionImages' then
        jsonb_set(${properties.presentation}, '{sectionImages}', (${properties.presentation} -> 'sectionImages') - ${imagePath}::text)
        else ${properties.presentation} end`
      await tx.update(properties).set({ images, presentation, updatedAt: now }).where(eq(properties.id, propertyId))
      await orphanUnusedImage(tx, imagePath, now)
      const change = { by, action: 'image.removed', subjectId: propertyId, propertyIds: [propertyId], at: now } as const
      await recordAudit(tx, { ...change, before: { image: imagePath } })
      return { ok: true as const }
    }),
  )
  if (outcome.ok) {
    // The image is already removed from the property; what is not deleted now is deleted later.
    await deleteOrphans(services).catch((error) =>
      services.log.error({ event: 'images.cleanup-failed', err: error }, 'orphan cleanup failed'),
    )
  }
  return outcome
}

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
