import { and, asc, eq, inArray, isNotNull, notLike, or, sql } from 'drizzle-orm'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { properties, propertyUnits, unitImages } from './properties.tables.server.ts'
import type { UnitImage } from './property-answers.ts'

/** The size assumed for an image that is not in the storage: 3:2, like most. */
const UNKNOWN_SIZE = { width: 1600, height: 1067 }

/** The images of a unit in order, or null when no published property has such a unit. */
export async function listUnitImages(
  { db }: { db: Tx },
  unitId: string,
): Promise<(UnitImage & { id: string })[] | null> {
  if (!isUuid(unitId)) return null
  const [unit] = await db
    .select({ id: propertyUnits.id })
    .from(propertyUnits)
    .innerJoin(properties, eq(properties.id, propertyUnits.propertyId))
    .where(and(eq(propertyUnits.id, unitId), eq(properties.published, true)))
  if (!unit) return null
  const rows = await selectUnitImages({ db }, [unitId])
  return rows.map(({ unitId: _, ...image }) => image)
}

/** The words of images in the galleries of units: their caption, else their alt text. */
export async function selectCaptions({ db }: { db: Tx }, paths: string[]): Promise<{ path: string; words: string }[]> {
  if (paths.length === 0) return []
  const rows = await db.select().from(unitImages).where(inArray(unitImages.gcsPath, paths))
  return rows.map(({ gcsPath, caption, altText }) => ({ path: gcsPath, words: caption || altText }))
}

export async function selectUnitImages({ db }: { db: Tx }, unitIds: string[]) {
  if (unitIds.length === 0) return []
  return (
    db
      .select({
        id: unitImages.id,
        unitId: unitImages.unitId,
        category: unitImages.category,
        gcsPath: unitImages.gcsPath,
        altText: unitImages.altText,
        caption: unitImages.caption,
        width: sql<number>`coalesce(${mediaObjects.width}, ${UNKNOWN_SIZE.width})`.mapWith(Number),
        height: sql<number>`coalesce(${mediaObjects.height}, ${UNKNOWN_SIZE.height})`.mapWith(Number),
        placeholder: mediaObjects.placeholder,
      })
      .from(unitImages)
      .leftJoin(mediaObjects, eq(mediaObjects.path, unitImages.gcsPath))
      // An image under `/objects/` without a database row is gone; images from other folders never had one.
      .where(
        and(
          inArray(unitImages.unitId, unitIds),
          or(isNotNull(mediaObjects.path), notLike(unitImages.gcsPath, '/objects/%')),
        ),
      )
      .orderBy(asc(unitImages.displayOrder), asc(unitImages.createdAt), asc(unitImages.id))
  )
}
