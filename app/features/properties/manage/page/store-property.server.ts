import { and, eq, notInArray, sql } from 'drizzle-orm'
import { factsSchema } from '#app/features/properties/facts.ts'
import { type Presentation, presentationSchema } from '#app/features/properties/presentation.ts'
import { properties, propertyUnits, reviews, rooms } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'

type Property = Pick<typeof properties.$inferSelect, 'id'>
type Columns = Partial<typeof properties.$inferInsert>

/** Stores columns of a locked home, and parts of its presentation. What pages could not read is an error. */
export async function storeProperty(
  tx: Tx,
  { id }: Property,
  { clock }: Services,
  { columns = {}, said = {} }: { columns?: Columns; said?: Partial<Presentation> },
) {
  const { shape } = presentationSchema
  for (const [key, value] of Object.entries(said)) shape[key as keyof typeof shape].parse(value)
  const presentation = sql`${properties.presentation} || ${JSON.stringify(said)}::jsonb`
  await tx
    .update(properties)
    .set({ ...columns, presentation, updatedAt: clock.now() })
    .where(eq(properties.id, id))
}

type Room = Omit<typeof rooms.$inferInsert, 'id' | 'propertyId' | 'displayOrder'>

/** Replaces the rooms of a home. `isSample`: their floors and bathrooms are invented for the demo. */
export async function storeRooms(tx: Tx, property: Property, wanted: Room[]) {
  await tx.delete(rooms).where(eq(rooms.propertyId, property.id))
  const rows = wanted.map((room, displayOrder) => ({ ...room, propertyId: property.id, displayOrder }))
  if (rows.length > 0) await tx.insert(rooms).values(rows)
}

/** The facts of a home, which say whether floors and bathrooms of its rooms are samples. */
export function withSampleRooms(facts: ReturnType<typeof factsSchema.parse>, isSample: boolean) {
  const others = (facts.sample ?? []).filter((key) => key !== 'rooms')
  const sample = isSample ? [...others, 'rooms' as const] : others
  return factsSchema.parse({ ...facts, sample: sample.length > 0 ? sample : undefined })
}

type Review = Omit<typeof reviews.$inferInsert, 'id' | 'propertyId' | 'displayOrder' | 'sample'>

/** Replaces the guests’ own reviews of a home. Its samples stay. */
export async function storeReviews(tx: Tx, property: Property, wanted: Review[]) {
  await tx.delete(reviews).where(and(eq(reviews.propertyId, property.id), eq(reviews.sample, false)))
  const rows = wanted.map((review, displayOrder) => ({ ...review, propertyId: property.id, displayOrder }))
  if (rows.length > 0) await tx.insert(reviews).values(rows)
}

/** Stores the units of a home, in order. Others are deleted with their content. */
export async function storeUnits(tx: Tx, property: Property, wanted: { id: string; name: string }[], now: Date) {
  const ids = wanted.map(({ id }) => id)
  const own = eq(propertyUnits.propertyId, property.id)
  await tx.delete(propertyUnits).where(ids.length > 0 ? and(own, notInArray(propertyUnits.id, ids)) : own)
  for (const [displayOrder, { id, name }] of wanted.entries())
    await tx
      .insert(propertyUnits)
      .values({ id, name, displayOrder, propertyId: property.id })
      .onConflictDoUpdate({ target: propertyUnits.id, set: { name, displayOrder, updatedAt: now }, setWhere: own })
}
