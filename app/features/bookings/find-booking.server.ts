import { eq } from 'drizzle-orm'
import { bookings, properties, quotes } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { retainedSince } from '#app/shared/retention.ts'
import { isUuid } from '#app/shared/uuid.ts'

/**
 * The booking that a token stands for; null when there is none. Of a stay that `isLongAgo` no page shows the guest's details:
 * anybody may find an old link in somebody's mail.
 */
export async function findBookingByToken({ db, clock }: Pick<Services, 'db' | 'clock'>, token: string) {
  if (!isUuid(token)) return null
  const [row] = await db
    .select({ booking: bookings, property: properties, quoteToken: quotes.token })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .leftJoin(quotes, eq(quotes.id, bookings.quoteId))
    .where(eq(bookings.token, token))
  if (!row) return null
  const shownSince = dateInZone(retainedSince('stayPage', clock.now()), row.property.timeZone)
  return { ...row, isLongAgo: row.booking.checkOutDate < shownSince }
}
