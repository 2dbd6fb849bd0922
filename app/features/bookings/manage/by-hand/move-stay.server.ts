import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { getRecordedMoney, promiseRefund } from '#app/features/bookings/booking-payments.server.ts'
import { referenceFrom } from '#app/features/bookings/booking-reference.ts'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { stayMovedMail } from '#app/features/bookings/mail/booking-moved.mail.tsx'
import { SMALLEST_PAYMENT } from '#app/features/bookings/payment-plan.ts'
import { adjustPayments } from '#app/features/bookings/payments/adjust-payments.server.ts'
import { agreeSchedule } from '#app/features/bookings/payments/agree-schedule.server.ts'
import { previewTotal, type TotalPreview } from '#app/features/bookings/payments/preview-total.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { isRefusal, refuse } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { type Cents, centsFromNumeric, formatMoney, numericFromCents } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { type Booking, ofPayment } from '../change-booking.server.ts'
import { bookingState, getMoneyState, stayOf, type UndoRecord } from '../undo-record.server.ts'
import { moveSchema } from './by-hand-forms.server.ts'
import { getMovePage } from './move-page.server.ts'
import { checkFree, choosePrice, ofChosenStay, refuseTaken } from './stay-and-price.server.ts'
import { isMovable, type Moved, type MoveUndoRecord, priceOf, storeMove } from './store-move.server.ts'
import { undoMove } from './undo-by-hand.server.ts'

/**
 * Moves a booking to other nights, another home or another party. Its nights change in one step, and its price by
 * choice. What was paid too much goes back. What is due more is added to a balance that is to come, or stays due.
 */
export const moveStay = defineChange({
  scope: 'stays:write',
  name: 'booking.moved',
  words: 'Stay moved',
  undo: undoMove,
  ifRecorded: true,
  ...{ ...ofPayment, ...ofChosenStay, form: moveSchema, once: 'stays-moved' },
  beside: async ({ services, params }, read) =>
    (await getMovePage(services, { reference: referenceFrom(params.reference ?? ''), read }))?.checked,
  transaction: (posted, input, work) => refuseTaken(ofPayment.transaction(posted, input, work, [posted.prepared.id])),
  run: async (tx, input, { services, now, prepared: home, subject: { booking, property } }) => {
    // The page of a booking that has ended says so.
    if (!isMovable(booking.status)) return null
    const { stay, message, returnedShown, tellGuest } = input
    const checked = await checkFree(services, tx, { propertyId: home.id, stay, moved: booking })
    if (isRefusal(checked)) return checked
    const price = input.price.by === 'before' ? priceOf(booking) : choosePrice(input.price, checked)
    if (isRefusal(price)) return price
    const move = { booking, propertyId: home.id, stay, price }
    if (isSame(move)) return refuse(409, 'This is the stay as it is. Choose what changes.')
    const { returned } = await previewOf(tx, booking, price.total)
    if (returned !== returnedShown) {
      const words = `${formatMoney(returned)} goes back to the guest now, not ${formatMoney(returnedShown)} as shown.`
      return refuse(409, `${words} Please look at it again.`)
    }
    const money = await getMoneyState(tx, booking.id)
    await storeMove(tx, move)
    const toCard = booking.status === 'confirmed' ? await settle(tx, { booking, price, now }) : 0
    const isMailed = tellGuest && booking.guestEmail !== ''
    const undo = isMailed ? undefined : await recordForUndo(tx, { booking, money })
    if (tellGuest) {
      const data = await getBookingMailData(services, tx, booking.id)
      await enqueueMail(services, tx, stayMovedMail(data, { returned: { refund: returned, toCard }, message }))
    }
    services.log.info({ event: 'booking.moved', reference: booking.reference }, 'booking moved by an operator')
    const agreed = input.price.by === 'agreement' ? input.price.reason : null
    return {
      subjectId: booking.id,
      propertyIds: [...new Set([booking.propertyId, home.id])],
      before: { home: property.name, ...stayOf(booking), total: centsFromNumeric(booking.totalAmount), undo },
      after: { home: home.name, ...stay, total: price.total },
      reason: [agreed, message].filter(Boolean).join('\n') || null,
    }
  },
})

/** What undoing the move needs; nothing if the move itself moved money or withdrew a payment. */
async function recordForUndo(
  tx: Tx,
  { booking, money }: Pick<UndoRecord, 'money'> & { booking: Booking },
): Promise<MoveUndoRecord | undefined> {
  const { id, propertyId, movedFromPropertyId, movedFromNights, paymentSchedule } = booking
  if (!isDeepStrictEqual(await getMoneyState(tx, id), money)) return
  const [moved] = await tx.select().from(bookings).where(eq(bookings.id, id))
  if (!moved) return
  const homeReadyAt = booking.homeReadyAt?.toISOString() ?? null
  const stay = stayOf(booking)
  const before = { propertyId, movedFromPropertyId, movedFromNights, paymentSchedule }
  const was = { ...before, stay, price: priceOf(booking), homeReadyAt }
  return { left: bookingState(moved), money, was }
}

/** A request is not paid yet. */
async function previewOf(tx: Tx, booking: Booking, total: Cents): Promise<TotalPreview> {
  if (booking.status !== 'confirmed') return { returned: 0, balance: null, due: 0 }
  return previewTotal(await getRecordedMoney(tx, booking), { total, smallest: SMALLEST_PAYMENT })
}

function isSame({ booking, propertyId, stay, price }: Moved): boolean {
  const before = Object.entries(stayOf(booking)) as [keyof Stay, string | number][]
  const isSameStay = propertyId === booking.propertyId && before.every(([name, value]) => stay[name] === value)
  return isSameStay && price.total === centsFromNumeric(booking.totalAmount)
}

/** Agrees anew what is paid by when. Returns what was paid too much: the part that goes back to a card. */
async function settle(tx: Tx, { booking, price, now }: { booking: Booking; price: Price; now: Date }): Promise<Cents> {
  await agreeSchedule(tx, { bookingId: booking.id, now })
  const due = await adjustPayments(tx, { ...booking, totalAmount: numericFromCents(price.total) }, now)
  return due < 0 ? promiseRefund(tx, { bookingId: booking.id, refund: -due, now }) : 0
}
