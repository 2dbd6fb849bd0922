import { asc, eq } from 'drizzle-orm'
import { findImages } from '#app/features/media/media.server.ts'
import type { ImageSource } from '#app/features/media/media.ts'
import { listProperties } from '#app/features/pricing/manage/prices/prices-page.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { TIME_ZONES } from '../page/time-zones.server.ts'
import { samplesOf } from './drafts.changes.server.ts'
import { listMissing } from './publish-check.server.ts'
import type { Missing } from './publish-check.ts'

/** The maximum number of drafts whose missing content the list names. */
const MOST_CHECKED = 20

/** The homes in order, with their price, status and cover, and how much a draft must still have. */
export async function listManagedProperties(services: Services) {
  const { db, demoMarks } = services
  const rows = await db.select().from(properties).orderBy(asc(properties.displayOrder), asc(properties.name))
  const priced = new Map((await listProperties(services)).map((property) => [property.slug, property]))
  const covers = await findImages(
    { db },
    rows.flatMap(({ images }) => images.slice(0, 1)),
  )
  const drafts = rows.filter(({ status }) => status === 'draft').slice(0, MOST_CHECKED)
  const musts = new Map<string, number>()
  for (const property of drafts) {
    const missing = await listMissing(services, db, property)
    musts.set(property.id, missing.filter(({ level }) => level === 'must').length)
  }
  const listed = rows.flatMap(({ id, slug, name, location, status, images }) => {
    const property = priced.get(slug)
    const cover: ImageSource | null = covers.get(images[0] ?? '') ?? null
    return property ? [{ ...property, slug, name, location, status, cover, musts: musts.get(id) ?? 0 }] : []
  })
  return {
    properties: listed,
    ready: drafts.filter(({ id }) => musts.get(id) === 0).length,
    samples: samplesOf(drafts, demoMarks).length,
    zones: TIME_ZONES,
  }
}

/** A home with its status and its missing content; null if there is none. */
export async function getPropertyOverview(services: Services, slug: string) {
  const [property] = await services.db.select().from(properties).where(eq(properties.slug, slug))
  if (!property) return null
  const { name, location, maxGuests, status } = property
  const missing: Missing[] = await listMissing(services, services.db, property)
  const versions = { status: versionOf(status), address: versionOf(slug) }
  return { slug, name, location, maxGuests, status, missing, versions, siteUrl: services.config.siteUrl }
}
