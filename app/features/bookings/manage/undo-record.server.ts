import type { Tx } from '#app/platform/db/database.server.ts'
import type { bookings } from '#app/platform/db/schema.server.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { getPaidElsewhere, listPayments } from '../payments/payments.server.ts'

type Booking = typeof bookings.$inferSelect

/** A booking as a change by hand left it, and its money. If either is different by now, the change is not undone. */
export type UndoRecord = { left: BookingState; money: MoneyState }

type BookingState = Pick<Booking, 'propertyId' | 'status'> & { stay: Stay; total: Cents }
type MoneyState = { payments: string[]; paidElsewhere: Cents }

/** The dates and party of a booking. */
export function stayOf({ checkInDate, checkOutDate, adults, children, infants, pets }: Booking): Stay {
  return { checkIn: checkInDate, checkOut: checkOutDate, adults, children, infants, pets }
}

/** What of a booking an undo would change. */
export function bookingState(booking: Booking): BookingState {
  const { propertyId, status, totalAmount } = booking
  return { propertyId, status, stay: stayOf(booking), total: centsFromNumeric(totalAmount) }
}

/**
 * What was paid, returned, asked for or withdrawn. The amount of a balance that is to come is not part of it: a change of the
 * total changes that, and the undo changes it back.
 */
export async function getMoneyState(tx: Tx, bookingId: string): Promise<MoneyState> {
  const rows = await listPayments(tx, bookingId)
  const payments = rows.map(({ id, status, received, refundDue }) => `${id} ${status} ${received} ${refundDue}`)
  return { payments, paidElsewhere: await getPaidElsewhere(tx, bookingId) }
}
