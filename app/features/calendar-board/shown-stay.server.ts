import { and, eq } from 'drizzle-orm'
import { SOURCE_WORDS } from '#app/features/bookings/booking-sources.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { MONEY_COLUMNS, withMoney } from '#app/features/bookings/manage/list/booking-list.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { seenBy } from '#app/features/properties/seen-by.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatMoment } from '#app/shared/dates.ts'
import { may } from '#app/shared/may.ts'
import type { ShownStay } from './shown-stay.ts'

/** A booking for the panel of the board; null if this operator sees none with this reference. */
export async function getShownStay(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  reference: string,
  by: Operator,
): Promise<ShownStay | null> {
  const [row] = await db
    .select({ booking: bookings, timeZone: properties.timeZone, ...MONEY_COLUMNS })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(and(eq(bookings.reference, reference), seenBy(by, bookings.propertyId)))
  if (!row) return null
  const { price, money } = withMoney({ ...row, status: row.booking.status })
  const { adults, children, infants, pets, guestPhone, guestEmail, ...booking } = row.booking
  return {
    adults,
    children,
    infants,
    pets,
    contact: may(by, 'contacts:read') ? { phone: guestPhone, email: guestEmail, note: booking.privateNote } : null,
    source: SOURCE_WORDS[booking.source],
    total: price,
    money,
    today: dateInZone(clock.now(), row.timeZone),
    checkIn: booking.checkInDate,
    answerBy: booking.status === 'pending' && booking.answerBy ? formatMoment(booking.answerBy, row.timeZone) : null,
  }
}
