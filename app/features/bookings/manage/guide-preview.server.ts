import { eq } from 'drizzle-orm'
import { contentChanges } from '#app/features/properties/manage/content.changes.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Previewed, PreviewSubject } from '#app/platform/feature/define-feature.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { insertWithReference } from '../request/store-booking.server.ts'

/**
 * Stores a confirmed and paid stay that begins today, and returns the path of its guest's page. All of the home's guide
 * is open there. Its nights may be taken, so it cannot be committed.
 */
async function showSampleStay({ services: { db, clock } }: PreviewSubject, slug: string): Promise<string> {
  const [property] = await db.select().from(properties).where(eq(properties.slug, slug))
  if (!property) return '/stay/none'
  const checkInDate = dateInZone(clock.now(), property.timeZone)
  const { token } = await insertWithReference(db, {
    propertyId: property.id,
    guestName: 'Sample guest',
    guestEmail: 'guest@example.com',
    checkInDate,
    checkOutDate: addDays(checkInDate, 3),
    numberOfGuests: 1,
    adults: 1,
    totalAmount: '0.00',
    lines: [],
    status: 'confirmed',
  })
  return `/stay/${token}`
}

/** The arrival guide as a guest reads it who checks in today. */
export const guidePreview: Previewed = {
  form: '/admin/homes/:slug/guide',
  changes: { guide: contentChanges.guide },
  seenAt: ({ slug = '' }, _, made) => showSampleStay(made, slug),
  isFramed: true,
}
