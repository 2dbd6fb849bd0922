import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { CANCELLED_FOR } from '#app/features/bookings/cancelled-for.ts'
import { stayCancelledByOperatorMail } from '#app/features/bookings/mail/booking-cancelled.mail.tsx'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { cancelSchema } from '../booking-forms.server.ts'
import { ofPayment, refuseStatus, TOLD } from '../change-booking.server.ts'
import { STATUS_WORDS } from '../list/booking-list.ts'
import { whyNotSeen } from './money-version.server.ts'
import { chosenRefund } from './refund-amounts.ts'
import { getRefundChoices } from './refund-choices.server.ts'

/** Cancels a confirmed stay and frees its nights. The refund to a card is made after the commit. */
export const cancelStay = defineChange({
  scope: 'money:write',
  confirms: true,
  name: 'booking.cancelled',
  words: 'Booking canceled',
  facts: {
    status: { label: 'Status', kind: 'choice', options: STATUS_WORDS },
    refund: { label: 'Refund', kind: 'money' },
    cancelledFor: { label: 'Who canceled', kind: 'choice', options: CANCELLED_FOR },
  },
  undo: TOLD,
  ...ofPayment,
  form: cancelSchema,
  run: async (tx, input, { services, by, now, subject: { booking } }) => {
    const { id, reference, status: before } = booking
    if (before !== 'confirmed') return refuseStatus(booking)
    const unseen = await whyNotSeen(tx, booking, input.seen)
    if (unseen) return refuse('refused', unseen, { refund: unseen })
    const choices = await getRefundChoices({ db: tx, clock: services.clock }, booking)
    const chosen = chosenRefund(input, choices)
    if (!chosen.ok) return chosen
    const { refund } = chosen
    const { cancelledFor } = input
    const reason = input.message || null
    const toCard = await storeCancellation(tx, { booking, refund, now, cause: 'operator', by, reason })
    const { isRecorded } = choices
    const told = { refund, toCard, isRecorded, cancelledFor, message: reason }
    await enqueueMail(services, tx, [stayCancelledByOperatorMail(await getBookingMailData(services, tx, id), told)])
    services.log.info({ event: 'booking.cancelled', reference }, 'booking cancelled by an operator')
    return { subjectId: id, before: { status: before }, after: { status: 'cancelled', refund, cancelledFor }, reason }
  },
})
