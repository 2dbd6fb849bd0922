import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { noteRemoved } from '#app/features/media/orphans.server.ts'
import { type Presentation, presentationSchema } from '#app/features/properties/presentation.ts'
import { properties, propertyUnits, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { presentationOf } from '#app/features/properties/property-records.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { slugOf } from '#app/shared/slug.ts'
import type { Category } from './images.ts'

type ReadServices = Pick<Services, 'db' | 'clock' | 'log'>

/** The place of a photo in the gallery of a unit, and its words. */
export type Place = ImageRecord['places'][number]

/** The photos of a property as they are stored. */
export type PropertyImages = {
  id: string
  slug: string
  name: string
  title: string
  timeZone: string
  published: boolean
  presentation: Presentation
  units: { id: string; name: string; heroImage: string | null }[]
  /** The addresses of all photos in their one order: those of the property, then those that only a gallery has. */
  order: string[]
  places: Map<string, Place[]>
}

/** The photos of a property; null if there is no such property. */
export async function getImageRecords(reads: ReadServices, where: SQL): Promise<PropertyImages | null> {
  const { db } = reads
  const [row] = await db.select().from(properties).where(where)
  if (!row) return null
  const { id, slug, name, title, timeZone, published, images } = row
  const units = await db
    .select({ id: propertyUnits.id, name: propertyUnits.name, heroImage: propertyUnits.heroImage })
    .from(propertyUnits)
    .where(eq(propertyUnits.propertyId, id))
    .orderBy(asc(propertyUnits.displayOrder), asc(propertyUnits.id))
  const shown = await db
    .select()
    .from(unitImages)
    .where(inArray(unitImages.unitId, idsOf(units)))
    .orderBy(asc(unitImages.displayOrder), asc(unitImages.createdAt), asc(unitImages.id))
  const byUnit = units.flatMap((unit) => shown.filter(({ unitId }) => unitId === unit.id))
  const places = new Map<string, Place[]>()
  for (const { gcsPath, unitId, category, altText, caption, displayOrder } of byUnit) {
    const place = { unitId, category, altText, caption, displayOrder }
    places.set(gcsPath, [...(places.get(gcsPath) ?? []), place])
  }
  return {
    id,
    slug,
    name,
    title,
    timeZone,
    published,
    units,
    places,
    presentation: await presentationOf(reads, presentationSchema, row),
    order: [...new Set([...images, ...places.keys()])],
  }
}

const idsOf = (units: PropertyImages['units']) => units.map(({ id }) => id)

/** The photos of a property. Nobody else can change them until the transaction ends. */
export async function lockImages(reads: ReadServices, where: SQL): Promise<PropertyImages | null> {
  await reads.db.select({ id: properties.id }).from(properties).where(where).for('no key update')
  return getImageRecords(reads, where)
}

/** Stores the one order of all photos, for the property and the galleries of its units. */
export async function storeOrder(tx: Tx, { id, units }: PropertyImages, order: string[], now: Date): Promise<void> {
  await tx.update(properties).set({ images: order, updatedAt: now }).where(eq(properties.id, id))
  const at = sql<number>`array_position(${sql.param(order, properties.images)}, ${unitImages.gcsPath}) - 1`
  await tx
    .update(unitImages)
    .set({ displayOrder: at })
    .where(inArray(unitImages.unitId, idsOf(units)))
}

/** Replaces the places of a photo in the galleries. */
export async function storePlaces(tx: Tx, property: PropertyImages, gcsPath: string, places: Place[]): Promise<void> {
  await tx
    .delete(unitImages)
    .where(and(inArray(unitImages.unitId, idsOf(property.units)), eq(unitImages.gcsPath, gcsPath)))
  if (places.length > 0) await tx.insert(unitImages).values(places.map((place) => ({ ...place, gcsPath })))
}

/** The unit that photos go to unless one was chosen. A property without units gets its first one. */
export async function mainUnit(tx: Tx, { id: propertyId, name, units }: PropertyImages): Promise<string> {
  if (units[0]) return units[0].id
  const id = randomUUID()
  await tx.insert(propertyUnits).values({ id, propertyId, name })
  units.push({ id, name, heroImage: null })
  return id
}

/** Stores a part of the presentation of a property. */
export async function storePresentation(tx: Tx, id: string, part: Partial<Presentation>, now: Date): Promise<void> {
  const presentation = sql`${properties.presentation} || ${JSON.stringify(part)}::jsonb`
  await tx.update(properties).set({ presentation, updatedAt: now }).where(eq(properties.id, id))
}

/** A new category of the gallery, or the one that is called like that. */
export function categoryFor(categories: readonly Category[], label: string): Category {
  const known = categories.find((other) => other.label.toLowerCase() === label.toLowerCase())
  const slug = slugOf(label) || 'category'
  const isTaken = slug === 'rest' || categories.some(({ category }) => category === slug)
  return known ?? { category: isTaken ? `${slug.slice(0, 40)}-${randomUUID().slice(0, 8)}` : slug, label }
}

/** Everything that a property shows of a photo, so that it can come back to its place. Earlier records had less. */
export const imageRecordSchema = z.object({
  image: z.string(),
  /** Its place in the order, from 0. */
  at: z.int().default(Number.MAX_SAFE_INTEGER),
  places: z
    .array(
      z.object({
        unitId: z.guid(),
        category: z.string(),
        altText: z.string(),
        caption: z.string(),
        displayOrder: z.int(),
      }),
    )
    .default([]),
  label: z.string().default(''),
  /** The units whose head it is, and its place between the sections of the page. */
  heads: z.array(z.guid()).default([]),
  section: z.int().max(100).default(-1),
})
export type ImageRecord = z.output<typeof imageRecordSchema>

export function recordOf(property: PropertyImages, image: string): ImageRecord {
  const places = property.places.get(image) ?? []
  const { groups } = property.presentation.gallery
  return {
    image,
    at: property.order.indexOf(image),
    places,
    label: groups.find(({ category }) => category === places[0]?.category)?.label ?? '',
    heads: property.units.filter(({ heroImage }) => heroImage === image).map(({ id }) => id),
    section: property.presentation.sectionImages.indexOf(image),
  }
}

/** Whether the property shows the photo anywhere. */
export const isShown = ({ at, heads }: ImageRecord) => at >= 0 || heads.length > 0

/** Puts another photo in the place of one, or none. The old one can come back for a while. Needs its `update` lock. */
export async function replaceImage(
  tx: Tx,
  property: PropertyImages,
  { image, places, heads, section }: ImageRecord,
  { by, now }: { by: string | null; now: Date },
): Promise<void> {
  await storePlaces(tx, property, image, [])
  if (by) await storePlaces(tx, property, by, places)
  await storeOrder(
    tx,
    property,
    property.order.flatMap((path) => (path === image ? (by ?? []) : path)),
    now,
  )
  if (heads.length > 0) await tx.update(propertyUnits).set({ heroImage: by }).where(inArray(propertyUnits.id, heads))
  if (section >= 0) {
    const left = property.presentation.sectionImages.map((path) => (path === image ? (by ?? '') : path))
    // The last one that was chosen is gone: the gallery decides again.
    const sectionImages = left.some(Boolean) ? left : []
    await storePresentation(tx, property.id, { sectionImages }, now)
  }
  await noteRemoved(tx, image, now)
}

/** Puts a removed photo back where it was. Its image must be locked. */
export async function putBack(tx: Tx, property: PropertyImages, removed: ImageRecord, now: Date): Promise<void> {
  const { image, at, places, heads, section } = removed
  const units = new Set(idsOf(property.units))
  await storePlaces(
    tx,
    property,
    image,
    places.filter(({ unitId }) => units.has(unitId)),
  )
  if (at >= 0) await storeOrder(tx, property, property.order.toSpliced(at, 0, image), now)
  if (heads.length > 0) await tx.update(propertyUnits).set({ heroImage: image }).where(inArray(propertyUnits.id, heads))
  if (section < 0) return
  const named = property.presentation.sectionImages
  const length = Math.max(named.length, section + 1)
  // Another one may have been chosen for its place since.
  const sectionImages = Array.from({ length }, (_, place) => named[place] || (place === section ? image : ''))
  await storePresentation(tx, property.id, { sectionImages }, now)
}
