import { eq } from 'drizzle-orm'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { makeProperty, type PropertyChange } from './factories.ts'

/** A home with these values, and its slug. */
export async function makeNamedProperty(
  db: Services['db'],
  values: PropertyChange = {},
): Promise<{ id: string; slug: string }> {
  const id = await makeProperty(db, values)
  const [row] = await db.select({ slug: properties.slug }).from(properties).where(eq(properties.id, id))
  return { id, slug: row?.slug ?? '' }
}

/** The page of a home as guests see it. Throws if they see no such home. */
export async function readAsGuest(services: Services, slug: string) {
  const shown = await getProperty(services, { slug })
  if (!shown) throw new Error('guests see no such home')
  return shown
}
