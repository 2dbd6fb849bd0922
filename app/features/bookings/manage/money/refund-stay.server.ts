import { eq } from 'drizzle-orm'
import { getBookingMoney, promiseRefund, recordRetainedAmount } from '#app/features/bookings/booking-payments.server.ts'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { phaseOf } from '#app/features/bookings/guest-page/stay-phase.server.ts'
import { stayRefundedMail } from '#app/features/bookings/mail/booking-cancelled.mail.tsx'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { refundSchema } from '../booking-forms.server.ts'
import { type Booking, ofPayment } from '../change-booking.server.ts'
import type { RefundChoices } from '../managed-stay.ts'
import { whyNotSeen } from './money-version.server.ts'
import { comingWords, linesAfterRefund, mostWords } from './refund-amounts.ts'
import { getRefundChoices } from './refund-choices.server.ts'

/**
 * Returns money for a stay that goes on, is over, or is cancelled, and emails the guest why. The refund to a card is
 * made after the commit.
 */
export const refundStay = defineChange({
  scope: 'money:write',
  confirms: true,
  name: 'booking.refunded',
  words: 'Refund made',
  facts: { total: { label: 'Total', kind: 'money' }, refund: { label: 'Refund', kind: 'money' } },
  undo: 'The money is on its way to the guest.',
  ...ofPayment,
  form: refundSchema,
  once: 'refunds',
  run: async (tx, { amount, message, seen }, { services, now, subject: { booking } }) => {
    const { id, reference, status } = booking
    const choices = await getRefundChoices({ db: tx, clock: services.clock }, booking)
    const refusal = (await whyNotSeen(tx, booking, seen)) ?? whyNot(amount, choices)
    if (refusal) return refuse('refused', refusal)
    const { due } = await getBookingMoney(tx, booking)
    const toCard = await promiseRefund(tx, { bookingId: id, refund: amount, now })
    // An overpaid amount is no part of the price.
    const lowered = status === 'confirmed' ? Math.max(0, amount - Math.max(0, -due)) : 0
    if (lowered > 0) await lowerPrice(tx, booking, lowered)
    if (status === 'cancelled') await lowerKeptAmount(tx, { booking, amount, toCard, now })
    const data = await getBookingMailData(services, tx, id)
    const isOver = status !== 'confirmed' || phaseOf(data.booking, now) === 'over'
    await enqueueMail(services, tx, stayRefundedMail(data, { refund: amount, toCard, message, isOver }))
    services.log.info({ event: 'booking.refunded', reference }, 'an operator refunded a part of a stay')
    const after = { total: choices.total - lowered, refund: amount }
    return { subjectId: id, before: { total: choices.total }, after, reason: message }
  },
})

function whyNot(amount: Cents, choices: RefundChoices): string | null {
  if (amount === 0) return 'A refund is more than zero.'
  if (choices.isStuck) return 'An earlier refund to this card failed. Please make this one at the payment service.'
  if (choices.coming > 0) return comingWords(choices)
  return amount > choices.most ? `${mostWords(choices)} A refund can’t be more.` : null
}

/** The price of a stay is the amount that its guest pays in the end. */
async function lowerPrice(tx: Tx, booking: Booking, amount: Cents): Promise<void> {
  const lines = linesAfterRefund(booking.lines as PriceLine[], amount)
  const totalAmount = numericFromCents(centsFromNumeric(booking.totalAmount) - amount)
  await tx.update(bookings).set({ lines, totalAmount }).where(eq(bookings.id, booking.id))
}

/** A cancelled stay has the same price, and retains less of it. */
async function lowerKeptAmount(
  tx: Tx,
  { booking, amount, toCard, now }: { booking: Booking; amount: Cents; toCard: Cents; now: Date },
): Promise<void> {
  const refundAmount = numericFromCents(centsFromNumeric(booking.refundAmount ?? '0') + amount)
  await tx.update(bookings).set({ refundAmount }).where(eq(bookings.id, booking.id))
  await recordRetainedAmount(tx, { bookingId: booking.id, retained: -toCard, now })
}
