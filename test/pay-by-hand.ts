import { eq } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { ledger } from '#app/features/bookings/payments/payments.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { NOON } from './factories.ts'

/** Records that a booking was paid outside the site, by default all of it. */
export async function payByHand(db: Services['db'], bookingId: string, paid?: string): Promise<void> {
  const [booking] = await db.select({ amount: bookings.totalAmount }).from(bookings).where(eq(bookings.id, bookingId))
  const amount = paid ?? booking?.amount ?? '0'
  await db.insert(ledger).values({ bookingId, kind: 'paid-elsewhere', amount, happenedAt: NOON })
}
