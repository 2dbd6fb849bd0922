import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { stayColumns } from '#app/features/bookings/request/store-booking.server.ts'
import { cancelQueuedMessages } from '#app/features/bookings/status/queued-messages.server.ts'
import { moveStayMessages } from '#app/features/guest-messages/moved-messages.server.ts'
import type { Price, PriceLine } from '#app/features/pricing/price.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { nightsBetween } from '#app/shared/dates.ts'
import { CURRENCY, centsFromNumeric } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { stayRecord, undoRecord } from '../undo-record.server.ts'

type Booking = typeof bookings.$inferSelect

/** Only a stay that has not ended can be moved. */
export const isMovable = (status: Booking['status']) => status === 'confirmed' || status === 'pending'

/** The stored price of a booking. */
export function priceOf({ lines, totalAmount, checkInDate, checkOutDate }: Booking): Price {
  const nights = nightsBetween(checkInDate, checkOutDate)
  return { nights, lines: lines as PriceLine[], total: centsFromNumeric(totalAmount), currency: CURRENCY }
}

const priceRecord = z.object({ total: z.int(), lines: z.array(z.object({ label: z.string(), amount: z.int() })) })

/** The earlier columns, as JSON. */
export const moveUndoRecord = undoRecord.extend({
  was: z.object({
    propertyId: z.guid(),
    movedFromPropertyId: z.guid().nullable(),
    movedFromNights: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    paymentSchedule: z.array(z.object({ amount: z.int(), dueOn: z.iso.date() })).nullable(),
    stay: stayRecord,
    price: z.custom<Price>((price) => priceRecord.safeParse(price).success),
    propertyReadyAt: z.iso.datetime().nullable(),
  }),
  /** The amount recorded with the move as paid where it was booked. Undo records it back. */
  paid: z.int().optional(),
})
export type MoveUndoRecord = z.output<typeof moveUndoRecord>

export type Moved = { booking: Booking; propertyId: string; stay: Stay; price: Price }

/** The row of the nights is updated, not replaced: between two steps nobody else can take them. */
export async function storeMove(tx: Tx, { booking, propertyId, stay, price }: Moved): Promise<void> {
  const { checkIn, checkOut } = stay
  const nights = { from: checkIn, to: checkOut }
  const before = { from: booking.checkInDate, to: booking.checkOutDate }
  const isElsewhere = propertyId !== booking.propertyId || before.from !== checkIn || before.to !== checkOut
  await tx
    .update(bookings)
    .set({
      ...stayColumns(stay, price),
      propertyId,
      ...(isElsewhere && { movedFromPropertyId: booking.propertyId, movedFromNights: before, propertyReadyAt: null }),
    })
    .where(eq(bookings.id, booking.id))
  await tx.update(occupancies).set({ propertyId, nights }).where(eq(occupancies.bookingId, booking.id))
  if (!isElsewhere) return
  await cancelQueuedMessages(tx, [booking.id])
  await moveStayMessages(tx, { bookingId: booking.id, before, nights })
}
