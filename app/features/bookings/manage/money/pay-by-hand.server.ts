import { z } from 'zod'
import { getBookingMoney, listPayments, recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { paymentRequestedMail } from '#app/features/bookings/mail/payments.mail.tsx'
import { SMALLEST_PAYMENT } from '#app/features/bookings/payment-plan.ts'
import {
  adjustPayments,
  isScheduled,
  restoreBalance,
  storeLink,
  withdrawPayments,
} from '#app/features/bookings/payments/adjust-payments.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { centsFromNumeric, formatMoney } from '#app/shared/money.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { paidElsewhereSchema, requestPaymentSchema, withdrawSchema } from '../booking-forms.server.ts'
import { type Booking, ofPayment } from '../change-booking.server.ts'
import { findForMoneyUndo } from '../undo-record.server.ts'
import { whyNotSeen } from './money-version.server.ts'
import { recordableOf } from './refund-amounts.ts'

const statusOf = ({ status, totalAmount, refundAmount }: Booking) => {
  return { status, total: centsFromNumeric(totalAmount), refund: centsFromNumeric(refundAmount ?? '0') }
}

const isConfirmed = ({ status }: Booking) => status === 'confirmed'

/** For a booking that nobody pays for. */
export const refuseUnpaid = (booking: Booking): Refusal | null =>
  isConfirmed(booking) ? null : refuse('refused', 'Only a confirmed stay is paid for. Nothing was changed.')

/** Lowers future charges to cards. The id of a balance that ended by it; undefined if none did. */
async function lowerPlanned(tx: Tx, booking: Booking, now: Date): Promise<string | undefined> {
  const before = (await listPayments(tx, booking.id)).find(isScheduled)
  await adjustPayments(tx, booking, now)
  const after = (await listPayments(tx, booking.id)).find(({ id }) => id === before?.id)
  return after?.status === 'void' ? after.id : undefined
}

const recorded = z.object({
  amount: z.number(),
  undo: z.object({ balance: z.string().optional() }).optional(),
})

/**
 * Reverts a recorded payment, by an entry of its own, unless something builds on it. A balance is charged as before.
 */
const undo = undoFrom({ after: recorded }, async (tx, services, change, by) => {
  const { amount, undo } = change.after
  const found = await findForMoneyUndo(services, tx, change)
  if (!found.ok) return found
  const { booking } = found
  const { byHand } = await getBookingMoney(tx, booking)
  if (byHand < amount) return refuse('refused', 'This money was returned since, or is promised back.')
  const now = services.clock.now()
  await recordPaidElsewhere(tx, { bookingId: booking.id, amount: -amount, note: 'Recorded by mistake', by, now })
  if (!isConfirmed(booking)) return undefined
  if (undo?.balance) await restoreBalance(tx, undo.balance)
  await adjustPayments(tx, booking, now)
  return undefined
})

/**
 * Records a payment outside the site. Future charges to cards are lowered by it. For a canceled stay it is recorded so
 * that it can be returned.
 */
export const recordPayment = defineChange({
  scope: 'money:write',
  name: 'booking.paid-elsewhere',
  words: 'Payment recorded',
  facts: { amount: { label: 'Amount', kind: 'money' }, note: { label: 'How', kind: 'line' } },
  undo,
  ...ofPayment,
  form: paidElsewhereSchema,
  once: 'paid-elsewhere',
  run: async (tx, { amount, note, seen }, { by, now, subject: { booking } }) => {
    const refusal = booking.status === 'cancelled' ? null : refuseUnpaid(booking)
    if (refusal) return refusal
    const unseen = await whyNotSeen(tx, booking, seen)
    if (unseen) return refuse('refused', unseen)
    const open = recordableOf(statusOf(booking), await getBookingMoney(tx, booking))
    if (amount > open) return refuse('refused', `Only ${formatMoney(open)} of this stay is still to be paid.`)
    await recordPaidElsewhere(tx, { bookingId: booking.id, amount, note, by, now })
    const balance = isConfirmed(booking) ? await lowerPlanned(tx, booking, now) : undefined
    return { subjectId: booking.id, after: { amount, note, undo: { balance } } }
  },
})

/** Lets the guest pay the due amount by card, by a link to their own page. With `notifyGuest` they get it by email. */
export const requestPayment = defineChange({
  scope: 'money:write',
  name: 'booking.payment-requested',
  words: 'Payment by card asked for',
  facts: { amount: { label: 'Amount', kind: 'money' } },
  undo: 'Withdraw the link to pay instead.',
  ...ofPayment,
  form: requestPaymentSchema,
  run: async (tx, { notifyGuest, seen }, { services, now, subject: { booking } }) => {
    const refusal = refuseUnpaid(booking)
    if (refusal) return refusal
    if (!services.gateway) return refuse('refused', 'Card payments are off on this site.')
    const unseen = await whyNotSeen(tx, booking, seen)
    if (unseen) return refuse('refused', unseen)
    const { due: amount } = await getBookingMoney(tx, booking)
    if (amount < SMALLEST_PAYMENT) return refuse('refused', 'There is nothing to pay by card.')
    const link = await storeLink(tx, { bookingId: booking.id, amount, now })
    if (!link) return refuse('refused', 'The guest has a link to pay already.')
    const data = await getBookingMailData(services, tx, booking.id)
    if (notifyGuest) await enqueueMail(services, tx, paymentRequestedMail(data, link))
    return { subjectId: booking.id, after: { amount } }
  },
})

/** Withdraws an unpaid request to pay by card. The amount is due again. */
export const withdrawRequest = defineChange({
  scope: 'money:write',
  name: 'booking.payment-withdrawn',
  words: 'Link to pay withdrawn',
  facts: { amount: { label: 'Amount', kind: 'money' } },
  undo: 'Ask for the payment again instead.',
  ...ofPayment,
  form: withdrawSchema,
  run: async (tx, _, { now, subject: { booking } }) => {
    const refusal = refuseUnpaid(booking)
    if (refusal) return refusal
    const { planned: amount } = await getBookingMoney(tx, booking)
    if (amount === 0) return refuse('refused', 'There is no open payment by now. Nothing was changed.')
    await withdrawPayments(tx, booking.id, now)
    return { subjectId: booking.id, before: { amount } }
  },
})
