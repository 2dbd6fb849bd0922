import { and, eq, inArray, sql } from 'drizzle-orm'
import { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { ledger, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { stayDoorCodes, stayMessages } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import { importedBookings } from '#app/features/import/import.tables.server.ts'
import { stayReviews } from '#app/features/reviews/reviews.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'

/** Replaces the email address of an erased person; mail to it reaches nobody. */
export const NOBODY = { guestName: 'Erased', guestEmail: 'erased@invalid.example' } as const

/**
 * Removes the person from bookings. What the accounts need stays: reference, property, dates, party, amounts, and the
 * payment id at the gateway. The link to the guest page stops working.
 */
export async function anonymizeBookings(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const token = sql`md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid`
  await tx
    .update(bookings)
    .set({ ...NOBODY, guestPhone: null, specialRequests: null, privateNote: null, token })
    .where(inArray(bookings.id, ids))
  // The owner of the account there finds the guest by the reference.
  await tx.update(importedBookings).set({ reference: '' }).where(inArray(importedBookings.bookingId, ids))
  await tx.delete(stayDoorCodes).where(inArray(stayDoorCodes.bookingId, ids))
  await tx.delete(stayReviews).where(inArray(stayReviews.bookingId, ids))
  const unsaid = { subject: null, body: null, sentSubject: null, sentBody: null }
  await tx.update(stayMessages).set(unsaid).where(inArray(stayMessages.bookingId, ids))
  await tx.update(payments).set({ customerId: null, cardId: null }).where(inArray(payments.bookingId, ids))
  await tx.update(ledger).set({ note: null }).where(inArray(ledger.bookingId, ids))
  await tx.update(bookingChanges).set({ reason: null }).where(inArray(bookingChanges.bookingId, ids))
  await tx
    .update(audit)
    .set({ before: null, after: null, reason: null })
    .where(and(eq(audit.subject, 'booking'), inArray(audit.subjectId, ids)))
}
