import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, payments } from '#app/platform/db/schema.server.ts'

/** Replaces a person who was erased from a booking. The address reaches nobody. */
export const NOBODY = { guestName: 'Erased', guestEmail: 'erased@invalid.example' } as const

/**
 * Takes the person out of bookings. What the accounts need stays: reference, home, dates, party, amounts, and the payment's
 * number at the gateway. The link of the guest's page ends.
 */
export async function anonymizeBookings(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const token = sql`md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid`
  await tx
    .update(bookings)
    .set({ ...NOBODY, guestPhone: null, specialRequests: null, token })
    .where(inArray(bookings.id, ids))
  await tx.update(payments).set({ customerId: null, cardId: null }).where(inArray(payments.bookingId, ids))
}
