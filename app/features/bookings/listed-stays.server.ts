import { and, asc, eq, gt, or } from 'drizzle-orm'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { bookings, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'

/** A request or a stay ahead, as the operator's list has it. */
export type ListedStay = {
  reference: string
  status: 'pending' | 'confirmed'
  home: string
  checkInDate: IsoDate
  checkOutDate: IsoDate
  guests: number
  guestName: string
  guestEmail: string
  total: Cents
  /** Of a request: when it runs out; null waits for as long as it takes. */
  answerBy: Date | null
  /** Whether a block or another calendar wants nights of it. */
  inConflict: boolean
}

/** The requests that wait for an answer, and the stays that are not over, in the order of their nights. */
export async function listStays(services: Services): Promise<ListedStay[]> {
  const { db, clock } = services
  const { status } = bookings
  const rows = await db
    .select({ booking: bookings, home: properties.name })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(
      or(
        eq(status, 'pending'),
        and(eq(status, 'confirmed'), gt(bookings.checkOutDate, dateInZone(clock.now(), 'UTC'))),
      ),
    )
    .orderBy(asc(bookings.checkInDate), asc(bookings.reference))
  const homes = new Set(rows.map(({ booking }) => booking.propertyId))
  const contested = new Set<string | null>()
  for (const propertyId of homes) {
    for (const { stay } of await listConflicts(services, { propertyId })) contested.add(stay.reference)
  }
  return rows.map(({ booking, home }) => ({
    reference: booking.reference,
    status: booking.status === 'pending' ? 'pending' : 'confirmed',
    home,
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
