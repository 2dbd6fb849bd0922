import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { adjustPayments } from '#app/features/bookings/payments/adjust-payments.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { AuditRow } from '#app/platform/change/audit.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { STATUS_WORDS } from '../list/booking-list.ts'
import { bookingState, getMoneyState, lockProperties, type UndoRecord, undoRecord } from '../undo-record.server.ts'
import { checkStayByHand } from './stay-check.server.ts'
import { moveUndoRecord, storeMove } from './store-move.server.ts'

/**
 * Moves a stay back to its earlier nights, home, party and price. It must be unchanged since the move, and those nights
 * free.
 */
export const undoMove = undoFrom({ before: z.object({ undo: moveUndoRecord }) }, async (tx, services, change, by) => {
  const { undo } = change.before
  await lockProperties(services, tx, [undo.was.propertyId, undo.left.propertyId])
  const found = await findAsLeft(services, tx, { change, undo })
  if ('message' in found) return found
  const { booking } = found
  const { stay, propertyId, price } = undo.was
  const checked = await checkStayByHand(services, tx, { propertyId, stay, moved: booking })
  if (!checked) return refuse('refused', 'The earlier home is gone.')
  if (checked.taken.length > 0)
    return refuse('refused', `The earlier nights are taken by now. ${checked.taken.join(' ')}`)
  await storeMove(tx, { booking, propertyId, stay, price })
  const { movedFromPropertyId, movedFromNights, paymentSchedule, propertyReadyAt } = undo.was
  const mark = propertyReadyAt === null ? null : new Date(propertyReadyAt)
  await tx
    .update(bookings)
    .set({ movedFromPropertyId, movedFromNights, paymentSchedule, propertyReadyAt: mark })
    .where(eq(bookings.id, booking.id))
  if (booking.status === 'pending') return undefined
  const now = services.clock.now()
  const paid = undo.paid ?? 0
  await recordPaidElsewhere(tx, { bookingId: booking.id, amount: -paid, note: 'Change undone', by, now })
  await adjustPayments(tx, { ...booking, totalAmount: numericFromCents(price.total) }, now)
  const before = { ...undo.money, paidElsewhere: undo.money.paidElsewhere - paid }
  if (!isDeepStrictEqual(await getMoneyState(tx, booking.id), before)) return refuse('refused', MONEY_MOVED)
  return undefined
})

/** Cancels a booking that was entered by hand, if it is unchanged. Its record stays. */
export const undoBookingByHand = undoFrom(
  { before: z.object({ undo: undoRecord }) },
  async (tx, services, change, by) => {
    const { undo } = change.before
    await lockProperties(services, tx, [undo.left.propertyId])
    const found = await findAsLeft(services, tx, { change, undo })
    if ('message' in found) return found
    const { booking } = found
    await storeCancellation(tx, {
      booking,
      refund: 0,
      cause: 'operator',
      by,
      reason: null,
      now: services.clock.now(),
    })
    return undefined
  },
)

const MONEY_MOVED = 'Something was paid, returned or asked for since.'

type Input = { change: Pick<AuditRow, 'subjectId' | 'happenedAt'>; undo: UndoRecord }

/** The booking, if it is unchanged since: else why it is not undone. */
export async function findAsLeft({ clock }: Services, tx: Tx, { change, undo }: Input) {
  const [row] = await tx
    .select({ booking: bookings, timeZone: properties.timeZone })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(bookings.id, change.subjectId))
  if (!row) return refuse('refused', 'The booking is gone.')
  const { booking, timeZone } = row
  const now = bookingState(booking)
  if (now.status !== undo.left.status)
    return refuse('refused', `This booking is ${STATUS_WORDS[now.status].toLowerCase()} by now.`)
  if (!isDeepStrictEqual(now, undo.left)) return refuse('refused', 'This stay was changed again since.')
  if (!isDeepStrictEqual(await getMoneyState(tx, booking.id), undo.money)) return refuse('refused', MONEY_MOVED)
  const today = dateInZone(clock.now(), timeZone)
  const isOfToday = dateInZone(change.happenedAt, timeZone) === today
  return now.stay.checkIn < today && !isOfToday ? refuse('refused', 'The stay has begun by now.') : { booking }
}
