import { asc } from 'drizzle-orm'
import { properties, propertyUnits } from '#app/platform/db/schema.server.ts'
import { readRecord } from '#app/platform/read-record.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { galleryPresentationSchema } from './presentation.ts'
import { LIST_COLUMNS } from './properties.server.ts'

/** Every home, for the operator's list call: whether it is published, and its units and gallery groups, where images can go. */
export async function listAllProperties(services: Pick<Services, 'db' | 'clock' | 'log'>) {
  const { db } = services
  const [rows, units] = await Promise.all([
    db
      .select({ ...LIST_COLUMNS, published: properties.published, presentation: properties.presentation })
      .from(properties)
      .orderBy(asc(properties.displayOrder), asc(properties.name)),
    db
      .select({ id: propertyUnits.id, name: propertyUnits.name, propertyId: propertyUnits.propertyId })
      .from(propertyUnits)
      .orderBy(asc(propertyUnits.displayOrder)),
  ])
  return Promise.all(
    rows.map(async ({ presentation, ...home }) => {
      const stored = { record: 'properties.presentation', key: home.id, value: presentation }
      const read = await readRecord(services, galleryPresentationSchema, stored)
      return {
        ...home,
        units: units.filter((unit) => unit.propertyId === home.id).map(({ id, name }) => ({ id, name })),
        galleryGroups: read?.value.gallery.groups ?? [],
      }
    }),
  )
}
