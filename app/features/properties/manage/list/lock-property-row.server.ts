import { eq } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'

/** The home that the page's address names, or one of a list by its slug. Nobody else can change it meanwhile. */
export async function lockPropertyRow(tx: Tx, { params, id }: Pick<Posted, 'params' | 'id'>) {
  const slug = params.slug ?? id
  const [property] = await tx.select().from(properties).where(eq(properties.slug, slug)).for('update')
  return property ?? null
}
