import { z } from 'zod'
import { recordPaidElsewhere, storePayments } from '#app/features/bookings/booking-payments.server.ts'
import { SOURCES } from '#app/features/bookings/booking-sources.ts'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { assignNights } from '#app/features/bookings/holds/holds.server.ts'
import { stayConfirmedMail } from '#app/features/bookings/mail/booking-confirmed.mail.tsx'
import { planPayments, SMALLEST_PAYMENT } from '#app/features/bookings/payment-plan.ts'
import { getBookingPolicies } from '#app/features/bookings/payment-settings.server.ts'
import { agreeSchedule } from '#app/features/bookings/payments/agree-schedule.server.ts'
import { insertWithReference, stayColumns } from '#app/features/bookings/request/store-booking.server.ts'
import { recordFirstStatus } from '#app/features/bookings/status/change-status.server.ts'
import { withBookingsLock } from '#app/features/bookings/status/expire-bookings.server.ts'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Cents, formatAmount, formatMoney } from '#app/shared/money.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'
import { isRefusal, type Refusal } from '#app/shared/refusal.ts'
import { getMoneyState, type UndoRecord } from '../undo-record.server.ts'
import { bookSchema } from './by-hand-forms.server.ts'
import { checkFree, choosePrice, ofChosenStay, refuseField, refuseTaken } from './stay-and-price.server.ts'
import { checkChoice } from './stay-check.server.ts'
import { parseStayChoice } from './stay-choice.ts'
import { undoBookingByHand } from './undo-by-hand.server.ts'

type Input = z.output<typeof bookSchema>

/**
 * Stores a confirmed booking for a guest who asked an operator, with its nights. Rules for guests do not apply, and
 * taken nights are refused.
 */
export const bookByHand = defineChange({
  scope: 'stays:write',
  name: 'booking.added',
  words: fromRecorded({ after: z.object({ paid: z.number().optional() }) }, ({ after: { paid } }) =>
    paid ? `Booking added by hand, ${formatAmount(paid)} paid` : 'Booking added by hand',
  ),
  facts: {
    source: { label: 'Where it was booked', kind: 'choice', options: SOURCES },
    checkIn: { label: 'Check-in', kind: 'date' },
    checkOut: { label: 'Check-out', kind: 'date' },
    total: { label: 'Total', kind: 'money' },
    byRates: { label: 'By the rates', kind: 'money' },
    paid: { label: 'Paid', kind: 'money' },
    paidNote: { label: 'How it was paid', kind: 'line' },
  },
  undo: undoBookingByHand,
  ifRecorded: true,
  ...ofChosenStay,
  form: bookSchema,
  once: 'booked-by-hand',
  beside: async ({ services }, read) =>
    checkChoice(services, { choice: parseStayChoice(read), properties: await listPropertyNames(services) }),
  transaction: ({ services, prepared: property }, _, work) =>
    refuseTaken(withBookingsLock(services, [property.id], work)),
  run: async (tx, input, { services, by, now, prepared: { id: propertyId } }) => {
    const { stay, guest, source, payment, note, notifyGuest } = input
    const checked = await checkFree(services, tx, { propertyId, stay })
    if (isRefusal(checked)) return checked
    const price = choosePrice(input.price, checked)
    if (isRefusal(price)) return price
    const { total } = price
    const refusal = whyNotPaid(services, payment, total)
    if (refusal) return refusal
    const { checkIn, checkOut } = stay
    const policies = await getBookingPolicies(tx, propertyId)
    const { id, reference } = await insertWithReference(tx, {
      ...stayColumns(stay, price),
      propertyId,
      source,
      guestName: guest.name,
      guestEmail: guest.email,
      guestPhone: guest.phone,
      status: 'confirmed',
      cancellationPolicy: policies.cancellationPolicy,
      privateNote: note || null,
      createdAt: now,
    })
    await recordFirstStatus(tx, id, { to: 'confirmed', cause: 'operator', at: now, by })
    const nights = { from: checkIn, to: checkOut }
    await assignNights(services, tx, { propertyId, nights, bookingId: id, hold: null, byCard: false })
    if (payment.by === 'elsewhere')
      await recordPaidElsewhere(tx, { bookingId: id, amount: payment.amount, note: payment.note, by, now })
    if (payment.by === 'link') {
      // By the home's deposit rules, as the guests' own do.
      const today = dateInZone(now, policies.timeZone)
      await storePayments(tx, { bookingId: id, plan: planPayments(total, policies, { today, checkIn }), now })
    }
    await agreeSchedule(tx, { bookingId: id, now })
    const undo = await recordForUndo(tx, input, { id, propertyId, total })
    if (notifyGuest) await enqueueMail(services, tx, stayConfirmedMail(await getBookingMailData(services, tx, id)))
    services.log.info({ event: 'booking.by-hand', reference }, 'booked by an operator')
    const paid = payment.by === 'elsewhere' && { paid: payment.amount, paidNote: payment.note }
    const after = { source, checkIn, checkOut, total, byRates: checked.price?.total ?? null, ...paid }
    const reason = input.price.by === 'agreement' ? input.price.reason : null
    return { subjectId: id, before: { undo }, after, reason, answer: { to: bookingPath(reference) } }
  },
})

function whyNotPaid({ gateway }: Services, payment: Input['payment'], total: Cents): Refusal | null {
  if (payment.by === 'elsewhere' && payment.amount > total) {
    return refuseField('paid', `The total is ${formatMoney(total)}. No more than that can have been paid.`)
  }
  if (payment.by !== 'link') return null
  if (!gateway) return refuseField('payment', 'Card payments are off on this site.')
  return total < SMALLEST_PAYMENT ? refuseField('payment', 'There is nothing to pay by card.') : null
}

/** The record for undoing the booking; none if somebody was emailed, or if something was paid or requested. */
async function recordForUndo(
  tx: Tx,
  { stay, payment, notifyGuest }: Input,
  { id, propertyId, total }: { id: string; propertyId: string; total: Cents },
): Promise<UndoRecord | undefined> {
  if (notifyGuest || payment.by !== 'none') return
  return { left: { propertyId, status: 'confirmed', stay, total }, money: await getMoneyState(tx, id) }
}
