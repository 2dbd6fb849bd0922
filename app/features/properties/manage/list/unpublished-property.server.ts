import { eq } from 'drizzle-orm'
import { getPropertyOfAnyStatus } from '#app/features/properties/properties.server.ts'
import { properties, propertyAddresses } from '#app/features/properties/properties.tables.server.ts'
import type { PropertyView } from '#app/features/properties/properties.ts'
import type { Services } from '#app/platform/services.server.ts'
import { listMissing } from './publish-check.server.ts'
import { type EmptySection, PROPERTY_FORMS, propertyPath } from './publish-check.ts'

/** The page of a draft for operators: its empty sections, each with the link to its form. */
export type Draft = { slug: string; empty: Partial<Record<EmptySection, { title: string; path: string }>> }

type ReadServices = Pick<Services, 'db' | 'clock' | 'log'>

/**
 * The page for an address that guests cannot open. Operators see the page of a draft. A retired home links to the
 * others, and an earlier address to the current one. Null if there never was one.
 */
export async function findUnpublished(
  services: ReadServices,
  slug: string,
  isOperator: () => Promise<boolean>,
): Promise<{ property: PropertyView; draft: Draft } | { to: string } | null> {
  // PostgreSQL text rejects NUL and would throw.
  if (slug.includes('\0')) return null
  const { db } = services
  const [row] = await db.select().from(properties).where(eq(properties.slug, slug))
  if (row?.status === 'retired') return { to: '/#properties' }
  if (row?.status === 'draft' && (await isOperator())) {
    const property = await getPropertyOfAnyStatus(services, slug)
    const missing = await listMissing(services, db, row)
    const sections = missing.flatMap(({ section }) => section ?? [])
    const empty = sections.map((section) => {
      const { title } = PROPERTY_FORMS[section]
      return [section, { title, path: propertyPath(slug, section) }] as const
    })
    return property && { property, draft: { slug, empty: Object.fromEntries(empty) } }
  }
  const [earlier] = await db
    .select({ slug: properties.slug })
    .from(propertyAddresses)
    .innerJoin(properties, eq(properties.id, propertyAddresses.propertyId))
    .where(eq(propertyAddresses.slug, slug))
  return earlier ? { to: `/property/${earlier.slug}` } : null
}
