import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { getRecordedMoney, promiseRefund, recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { SMALLEST_PAYMENT } from '#app/features/bookings/payment-plan.ts'
import { adjustPayments } from '#app/features/bookings/payments/adjust-payments.server.ts'
import { agreeSchedule } from '#app/features/bookings/payments/agree-schedule.server.ts'
import { previewTotal, type TotalPreview } from '#app/features/bookings/payments/preview-total.ts'
import type { Price } from '#app/features/pricing/price.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { type Cents, centsFromNumeric, formatMoney, numericFromCents } from '#app/shared/money.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Stay } from '#app/shared/stay.ts'
import type { BookedStay, Booking } from '../change-booking.server.ts'
import { bookingState, getMoneyState, stayOf, type UndoRecord } from '../undo-record.server.ts'
import type { Property } from './stay-choice.ts'
import { type Moved, type MoveUndoRecord, priceOf, storeMove } from './store-move.server.ts'

type Move = {
  subject: BookedStay
  property: Pick<Property, 'id' | 'name'>
  stay: Stay
  price: Price
  /** The refund to the guest, as the operator saw it. */
  returnedShown: Cents
  /** The amount paid with it where the stay was booked; below 0 if it was returned there. */
  paid: Cents
  /** Whether payment days are agreed again. */
  agrees: boolean
  by: Operator
  now: Date
}

/**
 * Moves a booking to free nights, with the effects on its payments. Returns its record for History. `returned` was paid
 * too much, and `toCard` is the part that a card gets back. Needs the locks of both homes.
 */
export async function moveBooking(
  tx: Tx,
  { subject: { booking, property: left }, property, stay, price, returnedShown, paid, agrees, by, now }: Move,
) {
  const move = { booking, propertyId: property.id, stay, price }
  if (isSame(move)) return refuse('refused', 'This is the stay as it is. Choose what changes.')
  const { returned } = await previewMove(tx, { booking, total: price.total, paid })
  if (returned !== returnedShown) return refuseReturned(returned, returnedShown)
  const note = 'Changed where it was booked'
  await recordPaidElsewhere(tx, { bookingId: booking.id, amount: paid, note, by, now })
  const money = await getMoneyState(tx, booking.id)
  await storeMove(tx, move)
  const toCard = booking.status === 'confirmed' ? await settle(tx, { booking, price, agrees, now }) : 0
  const undo = await recordForUndo(tx, { booking, money, paid })
  const made = {
    subjectId: booking.id,
    propertyIds: [...new Set([booking.propertyId, property.id])],
    before: { property: left.name, ...stayOf(booking), total: centsFromNumeric(booking.totalAmount), undo },
    after: { property: property.name, ...stay, total: price.total },
  }
  return { made, returned, toCard }
}

function refuseReturned(returned: Cents, shown: Cents): Refusal {
  const words = `${formatMoney(returned)} goes back to the guest now, not ${formatMoney(shown)} as shown.`
  return refuse('refused', `${words} Please look at it again.`)
}

/** The record for undoing the move; none if the move itself moved money or withdrew a payment. */
async function recordForUndo(
  tx: Tx,
  { booking, money, paid }: Pick<UndoRecord, 'money'> & { booking: Booking; paid: Cents },
): Promise<MoveUndoRecord | undefined> {
  const { id, propertyId, movedFromPropertyId, movedFromNights, paymentSchedule } = booking
  if (!isDeepStrictEqual(await getMoneyState(tx, id), money)) return
  const [moved] = await tx.select().from(bookings).where(eq(bookings.id, id))
  if (!moved) return
  const propertyReadyAt = booking.propertyReadyAt?.toISOString() ?? null
  const stay = stayOf(booking)
  const before = { propertyId, movedFromPropertyId, movedFromNights, paymentSchedule }
  const was = { ...before, stay, price: priceOf(booking), propertyReadyAt }
  return { left: bookingState(moved), money, was, paid }
}

/** The facts of a move in History. */
export const STAY_FACTS: FactFields = {
  property: { label: 'Home', kind: 'line' },
  checkIn: { label: 'Check-in', kind: 'date' },
  checkOut: { label: 'Check-out', kind: 'date' },
  adults: { label: 'Adults', kind: 'number' },
  children: { label: 'Children', kind: 'number' },
  infants: { label: 'Infants', kind: 'number' },
  pets: { label: 'Pets', kind: 'number' },
  total: { label: 'Total', kind: 'money' },
}

type Previewed = { booking: Booking; total: Cents; paid: Cents }

/** The effects of another total, once `paid` more is paid where the stay was booked. A request is not paid yet. */
export async function previewMove(tx: Tx, { booking, total, paid }: Previewed): Promise<TotalPreview> {
  if (booking.status !== 'confirmed') return { returned: 0, balance: null, due: 0 }
  const facts = await getRecordedMoney(tx, booking)
  const paidElsewhere = facts.paidElsewhere + paid
  return previewTotal({ ...facts, paidElsewhere }, { total, smallest: SMALLEST_PAYMENT })
}

function isSame({ booking, propertyId, stay, price }: Moved): boolean {
  const before = Object.entries(stayOf(booking)) as [keyof Stay, string | number][]
  const isSameStay = propertyId === booking.propertyId && before.every(([name, value]) => stay[name] === value)
  return isSameStay && price.total === centsFromNumeric(booking.totalAmount)
}

/** Adjusts payments to the price. Returns the overpaid amount that goes back to a card. */
async function settle(
  tx: Tx,
  { booking, price, agrees, now }: { booking: Booking } & Pick<Move, 'price' | 'agrees' | 'now'>,
): Promise<Cents> {
  if (agrees) await agreeSchedule(tx, { bookingId: booking.id, now })
  const due = await adjustPayments(tx, { ...booking, totalAmount: numericFromCents(price.total) }, now)
  return due < 0 ? promiseRefund(tx, { bookingId: booking.id, refund: -due, now }) : 0
}
