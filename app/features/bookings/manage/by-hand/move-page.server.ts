import { eq } from 'drizzle-orm'
import { getRecordedMoney } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { getOwnCode } from '#app/features/bookings/door-code.server.ts'
import { SMALLEST_PAYMENT } from '#app/features/bookings/payment-plan.ts'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { propertiesInUse } from '#app/features/properties/property-status.ts'
import type { Services } from '#app/platform/services.server.ts'
import { stayOf } from '../undo-record.server.ts'
import type { MovedStay } from './move-page.ts'
import { checkChoice } from './stay-check.server.ts'
import { parseStayChoice } from './stay-choice.ts'
import { isMovable } from './store-move.server.ts'

/** The page that moves a booking, for the chosen stay. Null if there is no movable booking. */
export async function getMovePage(
  services: Services,
  { reference, read }: { reference: string; read: (name: string) => string | null },
) {
  const { db } = services
  const [row] = await db
    .select({ booking: bookings, slug: properties.slug, property: properties.name })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(bookings.reference, reference))
  if (!row || !isMovable(row.booking.status)) return null
  const { booking, slug, property } = row
  const offered = propertiesInUse(await listPropertyNames(services), slug)
  const choice = parseStayChoice(read, { property: slug, ...stayOf(booking) })
  const stay: MovedStay = {
    reference,
    ...(await getRecordedMoney(db, booking)),
    guestName: booking.guestName,
    guestEmail: booking.guestEmail,
    codeOf: (await getOwnCode(db, booking)) === null ? null : property,
    smallest: SMALLEST_PAYMENT,
  }
  return {
    properties: offered,
    stay,
    checked: await checkChoice(services, { choice, properties: offered, moved: booking }),
  }
}
