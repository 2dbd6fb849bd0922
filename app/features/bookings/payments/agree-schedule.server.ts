import { eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { listPayments } from '../booking-payments.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { planByHand } from '../payment-plan.ts'
import { getBookingPolicies } from '../payment-settings.server.ts'

/**
 * Stores the amounts and days of payment of a booking, from today on. It runs when a booking is confirmed or moved. No
 * day is agreed while guests are not told how to pay, or where a card is charged. Needs the property's lock.
 */
export async function agreeSchedule(tx: Tx, { bookingId, now }: { bookingId: string; now: Date }): Promise<void> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) throw new Error('booking not found')
  const terms = await getBookingPolicies(tx, booking.propertyId)
  const planned = (await listPayments(tx, bookingId)).filter(({ kind }) => kind !== 'difference')
  const byCard = planned.some(({ status }) => status === 'waiting' || status === 'scheduled')
  const days = { today: dateInZone(now, terms.timeZone), checkIn: booking.checkInDate }
  const plan =
    terms.paymentText === null || byCard ? null : planByHand(centsFromNumeric(booking.totalAmount), terms, days)
  await tx.update(bookings).set({ paymentSchedule: plan }).where(eq(bookings.id, bookingId))
}
