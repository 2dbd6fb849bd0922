import { eq } from 'drizzle-orm'
import { MONEY_COLUMNS, withMoney } from '#app/features/bookings/manage/list/booking-list.server.ts'
import { SOURCE_WORDS } from '#app/features/bookings/manage/list/booking-list.ts'
import { bookings, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMoment } from '#app/shared/dates.ts'
import type { ShownStay } from './shown-stay.ts'

/** A booking for the panel of the board; null if there is none with this reference. */
export async function getShownStay({ db }: Pick<Services, 'db'>, reference: string): Promise<ShownStay | null> {
  const [row] = await db
    .select({ booking: bookings, timeZone: properties.timeZone, ...MONEY_COLUMNS })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(bookings.reference, reference))
  if (!row) return null
  const { price, money } = withMoney({ ...row, status: row.booking.status })
  const { adults, children, infants, pets, guestPhone, guestEmail, ...booking } = row.booking
  return {
    ...{ adults, children, infants, pets },
    phone: guestPhone,
    email: guestEmail,
    source: SOURCE_WORDS[booking.source],
    total: price,
    money,
    answerBy: booking.status === 'pending' && booking.answerBy ? formatMoment(booking.answerBy, row.timeZone) : null,
    privateNote: booking.privateNote,
  }
}
