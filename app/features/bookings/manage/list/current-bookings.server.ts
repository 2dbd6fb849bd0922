import { and, asc, eq, gt, or } from 'drizzle-orm'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'

/** A request or an upcoming booking in the operator's list. */
export type ListedBooking = {
  reference: string
  status: 'pending' | 'confirmed'
  property: string
  checkInDate: IsoDate
  checkOutDate: IsoDate
  guests: number
  guestName: string
  guestEmail: string
  total: Cents
  /** When a request expires; null for never. */
  answerBy: Date | null
  /** Whether a block or an imported calendar overlaps its nights. */
  inConflict: boolean
}

/** Open requests, and confirmed bookings that are not over, by check-in date. */
export async function listBookings(services: Services): Promise<ListedBooking[]> {
  const { db, clock } = services
  const { status } = bookings
  const rows = await db
    .select({ booking: bookings, property: properties.name })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(
      or(
        eq(status, 'pending'),
        and(eq(status, 'confirmed'), gt(bookings.checkOutDate, dateInZone(clock.now(), 'UTC'))),
      ),
    )
    .orderBy(asc(bookings.checkInDate), asc(bookings.reference))
  const propertyIds = new Set(rows.map(({ booking }) => booking.propertyId))
  const contested = new Set<string | null>()
  for (const propertyId of propertyIds) {
    for (const { stay } of await listConflicts(services, { propertyId })) contested.add(stay.reference)
  }
  return rows.map(({ booking, property }) => ({
    reference: booking.reference,
    status: booking.status === 'pending' ? 'pending' : 'confirmed',
    property,
    checkInDate: booking.checkInDate,
    checkOutDate: booking.checkOutDate,
    guests: booking.numberOfGuests,
    guestName: booking.guestName,
    guestEmail: booking.guestEmail,
    total: centsFromNumeric(booking.totalAmount),
    answerBy: booking.answerBy,
    inConflict: contested.has(booking.reference),
  }))
}
