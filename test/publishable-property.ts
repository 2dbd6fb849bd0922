import { eq } from 'drizzle-orm'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { properties, propertyUnits, rooms, unitImages } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Gives a priced home everything that guests must find: photos, beds, a story, amenities, and an address. */
export async function makePublishable(db: Services['db'], id: string): Promise<void> {
  const [unit] = await db.insert(propertyUnits).values({ propertyId: id, name: 'Home' }).returning()
  for (let at = 0; at < 8; at++) {
    const path = `/objects/uploads/${id}-${at}.jpg`
    await db.insert(mediaObjects).values({ path, contentType: 'image/jpeg', bytes: 1, width: 4, height: 3 })
    const category = at === 0 ? 'bedroom' : 'bathroom'
    await db.insert(unitImages).values({ unitId: unit?.id ?? '', gcsPath: path, altText: 'Snow', category })
  }
  await db.insert(rooms).values({ propertyId: id, name: 'Loft', beds: [{ kind: 'king', count: 7 }] })
  const presentation = { lead: 'Snow.', amenityGroups: [{ name: 'Warm', items: ['Sauna'] }] }
  const place = { address: '12 Main St, West Union, SC', latitude: '40.1', longitude: '-106.8', city: 'West Union' }
  const cancellationPolicy = [{ days: 30, percent: 100 }]
  await db
    .update(properties)
    .set({ presentation, ...place, cancellationPolicy })
    .where(eq(properties.id, id))
}
