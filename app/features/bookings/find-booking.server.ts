import { eq, type SQL } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { retainedSince } from '#app/shared/retention.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { bookings, quotes } from './bookings.tables.server.ts'

/**
 * The booking of a token; null if there is none. No page shows personal data once a stay `isLongAgo`: somebody may find an
 * old link in an email.
 */
export async function findBookingByToken(services: Pick<Services, 'db' | 'clock'>, token: string) {
  return isUuid(token) ? findBooking(services, eq(bookings.token, token)) : null
}

/** The one booking that meets a condition, with its property. */
export async function findBooking({ db, clock }: Pick<Services, 'db' | 'clock'>, where: SQL) {
  const [row] = await db
    .select({ booking: bookings, property: properties, quoteToken: quotes.token })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .leftJoin(quotes, eq(quotes.id, bookings.quoteId))
    .where(where)
  if (!row) return null
  const shownSince = dateInZone(retainedSince('stayPage', clock.now()), row.property.timeZone)
  return { ...row, isLongAgo: row.booking.checkOutDate < shownSince }
}
