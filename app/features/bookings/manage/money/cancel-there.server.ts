import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { getPaidElsewhere, listPayments, recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { changeStatus } from '#app/features/bookings/status/change-status.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { checkStayByHand } from '../by-hand/stay-check.server.ts'
import { findAsLeft } from '../by-hand/undo-by-hand.server.ts'
import type { Booking } from '../change-booking.server.ts'
import { bookingState, getMoneyState, lockProperties, stayOf, undoRecord } from '../undo-record.server.ts'

type CanceledThere = {
  booking: Booking
  /** The amount recorded as paid where it was booked, and the refund there. */
  paid: Cents
  returned: Cents
  by: Operator
  now: Date
}

const PAID_HERE =
  'Payments of this stay were made or recorded here. Cancel it on its own page, where you choose what goes back.'

/**
 * Cancels a confirmed stay that was canceled where it was booked. Nobody is mailed, and no card is refunded: a stay
 * with payments of its own is refused. Needs the property's lock.
 */
export async function cancelThere(tx: Tx, { booking, paid, returned, by, now }: CanceledThere) {
  const { id, status: before } = booking
  const isPaidHere = (await listPayments(tx, id)).length > 0 || (await getPaidElsewhere(tx, id)) !== paid
  if (isPaidHere || centsFromNumeric(booking.returnDue) !== 0) return refuse('refused', PAID_HERE)
  await recordPaidElsewhere(tx, { bookingId: id, amount: -returned, note: 'Canceled where it was booked', by, now })
  await storeCancellation(tx, { booking, refund: 0, now, cause: 'operator', by, reason: null })
  const [left] = await tx.select().from(bookings).where(eq(bookings.id, id))
  if (!left) throw new Error('the canceled booking is gone')
  const undo = { left: bookingState(left), money: await getMoneyState(tx, id), returned }
  return {
    subjectId: id,
    before: { status: before, paid, undo },
    after: { status: 'cancelled', paid: paid - returned },
  }
}

export const canceledRecord = z.object({ undo: undoRecord.extend({ returned: z.number() }) })

/** Confirms the stay again, if it is unchanged and its nights are free. */
export const undoCancelThere = undoFrom({ before: canceledRecord }, async (tx, services, change, by) => {
  const { undo } = change.before
  await lockProperties(services, tx, [undo.left.propertyId])
  const found = await findAsLeft(services, tx, { change, undo })
  if ('message' in found) return found
  const { booking } = found
  const { id, propertyId } = booking
  const stay = stayOf(booking)
  const checked = await checkStayByHand(services, tx, { propertyId, stay, moved: booking })
  if (!checked) return refuse('refused', 'The home is gone.')
  if (checked.taken.length > 0) {
    return refuse('refused', `These nights are taken by now. ${checked.taken.join(' ')}`)
  }
  const now = services.clock.now()
  await changeStatus(tx, { ids: [id], from: 'cancelled', to: 'confirmed', cause: 'operator', at: now, by })
  await tx.update(bookings).set({ refundAmount: null }).where(eq(bookings.id, id))
  const nights = { from: stay.checkIn, to: stay.checkOut }
  await tx.insert(occupancies).values({ propertyId, nights, kind: 'booking', bookingId: id })
  await recordPaidElsewhere(tx, { bookingId: id, amount: undo.returned, note: 'Change undone', by, now })
  return undefined
})
