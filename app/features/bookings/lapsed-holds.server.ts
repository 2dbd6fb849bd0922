import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, occupancies } from '#app/platform/db/schema.server.ts'

/** Frees the nights of a home's holds whose time is over; a booking that was only held by one is expired with it. */
export async function expireLapsedHolds(tx: Tx, propertyId: string, now: Date): Promise<void> {
  const lapsed = await tx
    .delete(occupancies)
    .where(and(eq(occupancies.propertyId, propertyId), eq(occupancies.kind, 'hold'), lte(occupancies.expiresAt, now)))
    .returning({ bookingId: occupancies.bookingId })
  const held = lapsed.flatMap((row) => row.bookingId ?? [])
  if (held.length === 0) return
  await tx
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(inArray(bookings.id, held), eq(bookings.status, 'held')))
}
