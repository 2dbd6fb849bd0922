import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Facts, factsSchema } from '../facts.ts'
import { hostSchema } from '../host.ts'
import { presentationSchema } from '../presentation.ts'
import { arrivalGuides, properties } from '../properties.tables.server.ts'
import { factsOf } from '../property-records.server.ts'
import type { ContentServices } from './property-content.server.ts'
import { FACT_PARTS, type FactPart, type PropertyContent, type StoredPart, withPart } from './property-content.ts'

const isFactPart = (part: string): part is FactPart => Object.hasOwn(FACT_PARTS, part)

/** Stores one part of the content of a property that is locked. What pages could not read is an error. */
export async function storeContent(reads: ContentServices, propertyId: string, stored: StoredPart): Promise<void> {
  const { db, clock } = reads
  const own = eq(properties.id, propertyId)
  const update = (columns: Partial<typeof properties.$inferInsert>) =>
    db
      .update(properties)
      .set({ ...columns, updatedAt: clock.now() })
      .where(own)
  const changeFacts = async (change: (facts: Facts) => Facts) => {
    const [row] = await db.select().from(properties).where(own)
    if (row) await update({ facts: factsSchema.parse(change(await factsOf(reads, row))) })
  }
  for (const [part, facts] of Object.entries(stored)) {
    if (isFactPart(part)) await changeFacts((all) => withPart(all, part, facts as Facts))
  }
  if (stored.license !== undefined) await update({ licenseNumber: stored.license })
  if (stored.host) await update({ host: hostSchema.parse(stored.host) })
  if (stored.questions) {
    const questions = JSON.stringify(presentationSchema.shape.questions.parse(stored.questions))
    const presentation = sql`jsonb_set(${properties.presentation}, '{questions}', ${questions}::jsonb)`
    await db.update(properties).set({ presentation, updatedAt: clock.now() }).where(own)
  }
  if (stored.guide) await storeGuide(reads, propertyId, stored.guide)
}

/** A guide without any text is none, so that guests are not told of it. */
async function storeGuide({ db }: ContentServices, propertyId: string, guide: PropertyContent['guide']) {
  await db
    .insert(arrivalGuides)
    .values({ propertyId, ...guide })
    .onConflictDoUpdate({ target: arrivalGuides.propertyId, set: guide })
  const { shownDays: _, sample: __, codesOpen: ___, ...texts } = guide
  const columns = (Object.keys(texts) as (keyof typeof texts)[]).map((name) => isNull(arrivalGuides[name]))
  await db.delete(arrivalGuides).where(and(eq(arrivalGuides.propertyId, propertyId), ...columns))
}
