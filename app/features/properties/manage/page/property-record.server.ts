import { asc, count, eq, getTableColumns, type SQL } from 'drizzle-orm'
import { presentationSchema } from '#app/features/properties/presentation.ts'
import { properties, propertyUnits, reviews, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { factsOf, listRooms, presentationOf } from '#app/features/properties/property-records.server.ts'
import type { Services } from '#app/platform/services.server.ts'

type ReadServices = Pick<Services, 'db' | 'clock' | 'log'>

/** A home with the stored content of its page. */
export type PropertyRecord = NonNullable<Awaited<ReturnType<typeof getPropertyRecord>>>

/** Null if there is none. */
export async function getPropertyRecord(reads: ReadServices, where: SQL) {
  const { db } = reads
  const [property] = await db.select().from(properties).where(where)
  if (!property) return null
  const units = await db
    .select({ ...getTableColumns(propertyUnits), images: count(unitImages.id) })
    .from(propertyUnits)
    .leftJoin(unitImages, eq(unitImages.unitId, propertyUnits.id))
    .where(eq(propertyUnits.propertyId, property.id))
    .groupBy(propertyUnits.id)
    .orderBy(asc(propertyUnits.displayOrder), asc(propertyUnits.createdAt))
  const inGalleries = await db
    .selectDistinct({ path: unitImages.gcsPath })
    .from(unitImages)
    .innerJoin(propertyUnits, eq(propertyUnits.id, unitImages.unitId))
    .where(eq(propertyUnits.propertyId, property.id))
  return {
    property,
    units,
    images: new Set([...property.images, ...inGalleries.map(({ path }) => path)]),
    said: await presentationOf(reads, presentationSchema, property),
    facts: await factsOf(reads, property),
    rooms: await listRooms(reads, property.id),
    reviews: await db
      .select()
      .from(reviews)
      .where(eq(reviews.propertyId, property.id))
      .orderBy(asc(reviews.displayOrder), asc(reviews.id)),
  }
}

/** The same. Nobody else can change it until the transaction ends. */
export async function lockPropertyRecord(reads: ReadServices, where: SQL): Promise<PropertyRecord | null> {
  await reads.db.select({ id: properties.id }).from(properties).where(where).for('no key update')
  return getPropertyRecord(reads, where)
}
