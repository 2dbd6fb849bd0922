import { eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, occupancies } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { type Cents, numericFromCents } from '#app/shared/money.ts'
import { changeStatus } from './booking-changes.server.ts'
import { listPayments, paidByCard, promiseRefund, recordKept } from './payments/payments.server.ts'

type Cancellation = {
  booking: Pick<typeof bookings.$inferSelect, 'id' | 'status'>
  refund: Cents
  now: Date
} & ({ cause: 'guest' } | { cause: 'operator'; by?: Operator; reason: string | null })

/**
 * Ends a booking and frees its nights and promo code. What a card paid goes back up to `refund` once the transaction is
 * committed and the caller reconciles; the rest is written to the ledger as kept. Needs the property's lock.
 */
export async function storeCancellation(tx: Tx, { booking, refund, now, ...change }: Cancellation): Promise<void> {
  const { id, status } = booking
  const charged = paidByCard(await listPayments(tx, id))
  await changeStatus(tx, { ids: [id], from: status, to: 'cancelled', at: now, ...change })
  await tx
    .update(bookings)
    .set({ refundAmount: numericFromCents(refund) })
    .where(eq(bookings.id, id))
  await tx.delete(occupancies).where(eq(occupancies.bookingId, id))
  if (charged === null) return
  await promiseRefund(tx, { bookingId: id, refund, now })
  await recordKept(tx, { bookingId: id, kept: charged - refund, now })
}
