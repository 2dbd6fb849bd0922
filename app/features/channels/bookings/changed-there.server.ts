import type { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { priceOf } from '#app/features/bookings/manage/by-hand/store-move.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import type { AppliedTerms } from '../channels.tables.server.ts'
import { type DatedRevision, priceFor, totalOf } from './platform-stay.server.ts'

type Booking = typeof bookings.$inferSelect

export const termsOf = (revision: DatedRevision, propertyId: string): AppliedTerms => ({
  propertyId,
  checkIn: revision.checkIn,
  checkOut: revision.checkOut,
  total: totalOf(revision),
  party: revision.party,
  isCanceled: false,
})

/** What a booking becomes. A part that the platform did not change since `before` stays as it is here. */
export async function changedThere(
  tx: Tx,
  {
    booking,
    propertyId,
    before,
    revision,
  }: { booking: Booking; propertyId: string; before: AppliedTerms | null; revision: DatedRevision },
): Promise<{ propertyId: string; stay: Stay; price: Price; isElsewhere: boolean }> {
  const now = termsOf(revision, propertyId)
  const areDatesNew = now.checkIn !== before?.checkIn || now.checkOut !== before?.checkOut
  const isElsewhere = areDatesNew || propertyId !== before?.propertyId
  const home = propertyId === before?.propertyId ? booking.propertyId : propertyId
  const countOf = (who: 'adults' | 'children' | 'infants') => {
    const count = now.party[who]
    return count === null || count === before?.party[who] ? booking[who] : count
  }
  const stay = {
    checkIn: areDatesNew ? now.checkIn : booking.checkInDate,
    checkOut: areDatesNew ? now.checkOut : booking.checkOutDate,
    adults: Math.max(1, countOf('adults')),
    children: countOf('children'),
    infants: countOf('infants'),
    // Platforms name none: those that an operator added stay.
    pets: booking.pets,
  }
  const isPriceNew = now.total !== null && now.total !== before?.total
  const total = isPriceNew && now.total !== null ? now.total : centsFromNumeric(booking.totalAmount)
  const price = isPriceNew || isElsewhere ? await priceFor(tx, { propertyId: home, stay, total }) : priceOf(booking)
  return { propertyId: home, stay, price, isElsewhere }
}
