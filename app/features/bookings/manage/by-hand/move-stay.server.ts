import { referenceFrom } from '#app/features/bookings/booking-reference.ts'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { stayMovedMail } from '#app/features/bookings/mail/booking-moved.mail.tsx'
import { defineChange } from '#app/platform/change/define.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { isRefusal } from '#app/shared/refusal.ts'
import { ofPayment } from '../change-booking.server.ts'
import { moveSchema } from './by-hand-forms.server.ts'
import { moveBooking, STAY_FACTS } from './move-booking.server.ts'
import { getMovePage } from './move-page.server.ts'
import { checkFree, choosePrice, ofChosenStay, refuseTaken } from './stay-and-price.server.ts'
import { isMovable, priceOf } from './store-move.server.ts'
import { undoMove } from './undo-by-hand.server.ts'

/**
 * Moves a booking to other nights, another home or another party. Its nights change in one step, and its price by
 * choice. Overpaid amounts are returned. An additional amount is added to a coming balance, or stays due.
 */
export const moveStay = defineChange({
  scope: 'stays:write',
  name: 'booking.moved',
  words: 'Stay moved',
  facts: STAY_FACTS,
  undo: undoMove,
  ifRecorded: true,
  ...ofPayment,
  ...ofChosenStay,
  form: moveSchema,
  once: 'stays-moved',
  beside: async ({ services, params }, read) =>
    (await getMovePage(services, { reference: referenceFrom(params.reference ?? ''), read }))?.checked,
  transaction: (posted, input, work) => refuseTaken(ofPayment.transaction(posted, input, work, [posted.prepared.id])),
  run: async (tx, input, { services, by, now, prepared: property, subject }) => {
    const { booking } = subject
    // The page of a booking that has ended says so.
    if (!isMovable(booking.status)) return null
    const { stay, message, returnedShown, notifyGuest } = input
    const checked = await checkFree(services, tx, { propertyId: property.id, stay, moved: booking })
    if (isRefusal(checked)) return checked
    const price = input.price.by === 'before' ? priceOf(booking) : choosePrice(input.price, checked)
    if (isRefusal(price)) return price
    const move = { subject, property, stay, price, returnedShown, paid: 0, agrees: true, by, now }
    const moved = await moveBooking(tx, move)
    if (isRefusal(moved)) return moved
    const { made, returned, toCard } = moved
    if (notifyGuest) {
      const data = await getBookingMailData(services, tx, booking.id)
      await enqueueMail(services, tx, stayMovedMail(data, { returned: { refund: returned, toCard }, message }))
    }
    const isMailed = notifyGuest && booking.guestEmail !== ''
    services.log.info({ event: 'booking.moved', reference: booking.reference }, 'booking moved by an operator')
    const agreed = input.price.by === 'agreement' ? input.price.reason : null
    return {
      ...made,
      ...(isMailed && { before: { ...made.before, undo: undefined } }),
      reason: [agreed, message].filter(Boolean).join('\n') || null,
    }
  },
})
