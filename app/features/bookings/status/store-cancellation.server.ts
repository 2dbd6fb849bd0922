import { eq, inArray } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { type Cents, numericFromCents } from '#app/shared/money.ts'
import {
  endPayments,
  getBookingMoney,
  type MoneyRow,
  promiseRefund,
  recordRetainedAmount,
} from '../booking-payments.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { changeStatus } from './change-status.server.ts'

type Cancellation = {
  booking: MoneyRow
  refund: Cents
  now: Date
} & ({ cause: 'guest' | 'time' | 'platform' } | { cause: 'operator'; by?: Operator; reason: string | null })

/**
 * Ends a booking and frees its nights and promo code. What a card paid goes back up to `refund` once the transaction is
 * committed and the caller reconciles. The rest of what it paid is written to the ledger as kept. What no card can get
 * waits for the operator. Returns what goes back to the card. Needs the property's lock.
 */
export async function storeCancellation(tx: Tx, { booking, refund, now, ...change }: Cancellation): Promise<Cents> {
  const { id, status } = booking
  const { byCard } = await getBookingMoney(tx, booking)
  await changeStatus(tx, { ids: [id], from: status, to: 'cancelled', at: now, ...change })
  await tx
    .update(bookings)
    .set({ refundAmount: numericFromCents(refund) })
    .where(eq(bookings.id, id))
  await tx.delete(occupancies).where(eq(occupancies.bookingId, id))
  const returned = await promiseRefund(tx, { bookingId: id, refund, now })
  await endPayments(tx, { bookingId: id, now })
  await recordRetainedAmount(tx, { bookingId: id, retained: byCard - returned, now })
  return returned
}

/** The same for several confirmed bookings of which nothing is paid or planned, in a few statements. */
export async function cancelUnpaid(
  tx: Tx,
  { ids, now, by }: { ids: string[]; now: Date; by: Operator },
): Promise<void> {
  await changeStatus(tx, { ids, from: 'confirmed', to: 'cancelled', at: now, cause: 'operator', by, reason: null })
  await tx
    .update(bookings)
    .set({ refundAmount: numericFromCents(0) })
    .where(inArray(bookings.id, ids))
  await tx.delete(occupancies).where(inArray(occupancies.bookingId, ids))
}
