import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'
import { notFound, type StayRefusal } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { isPublished, listPropertyRules } from './property-rules.server.ts'
import { checkDates, datesTaken, notAvailable } from './stay-rules.ts'
import { listTakenNights } from './taken-nights.server.ts'

/**
 * Whether a stay can be booked whose price and rules an operator has agreed to. The home must still be open,
 * the day of check-in not over, and the nights free. Rules such as the minimum stay may have changed since.
 */
export async function checkAgreedStay(
  { db, clock, config }: Services,
  { propertyId, holdId, ...stay }: Stay & { propertyId: string; holdId?: string },
  tx: Tx = db,
): Promise<StayRefusal | { ok: true }> {
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const [property] = isUuid(propertyId) ? await listPropertyRules(tx, isPublished(propertyId), nights) : []
  if (!property) return notFound()
  if (!property.isAvailable) return notAvailable()
  const now = clock.now()
  const limits = { maxStayNights: config.maxStayNights, bookingWindowDays: config.bookingWindowDays }
  const refusal = checkDates(stay, dateInZone(now, property.timeZone), limits)
  if (refusal) return refusal
  const taken = await listTakenNights(tx, propertyId, nights, { now, holdId })
  return taken.size > 0 ? datesTaken() : { ok: true }
}
