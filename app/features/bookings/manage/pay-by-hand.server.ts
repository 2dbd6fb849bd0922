import { eq } from 'drizzle-orm'
import { recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric, formatMoney } from '#app/shared/money.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { withBookingLock } from '../expire-bookings.server.ts'
import { paymentRequestedMail } from '../mail/payments.mail.tsx'
import {
  adjustPayments,
  isScheduled,
  restoreBalance,
  storeLink,
  withdrawPayments,
} from '../payments/adjust-payments.server.ts'
import { SMALLEST_PAYMENT } from '../payments/payment-plan.ts'
import { getBookingMoney, listPayments, recordPaidElsewhere } from '../payments/payments.server.ts'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'
import { recordableOf } from './manage-booking.ts'
import { whyNotSeen } from './money-version.server.ts'
import { findForMoneyUndo } from './undo-record.server.ts'

type Booking = typeof bookings.$inferSelect

export type PayOutcome =
  | { ok: true; auditId: string }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'key-reused' }
  | { ok: false; reason: 'refused'; message: string }

export const refusedPayment = (message: string) => ({ ok: false as const, reason: 'refused' as const, message })

/** Runs `work` on a booking of this status under its property's lock, and reconciles its payments afterwards. */
export async function withBooking(
  services: Services,
  { reference, isPaidFor }: { reference: string; isPaidFor: (status: Booking['status']) => boolean },
  work: (tx: Tx, booking: Booking) => Promise<PayOutcome>,
): Promise<PayOutcome> {
  const where = eq(bookings.reference, reference)
  const done = await withBookingLock(services, { where }, async (tx, booking) => {
    const refused = refusedPayment('Only a confirmed stay is paid for. Nothing was changed.')
    return { bookingId: booking.id, outcome: isPaidFor(booking.status) ? await work(tx, booking) : refused }
  })
  if (!done) return { ok: false, reason: 'not-found' }
  if (done.outcome.ok) await reconcileBooking(services, done.bookingId)
  return done.outcome
}

const statusOf = ({ status, totalAmount, refundAmount }: Booking) => {
  return { status, total: centsFromNumeric(totalAmount), refund: centsFromNumeric(refundAmount ?? '0') }
}

export const isConfirmed = (status: Booking['status']) => status === 'confirmed'

/**
 * Records what a guest paid outside the site, once per `key`. What cards were still to be charged is lowered by it. Of a
 * canceled stay it is recorded so that it can be returned.
 */
export function recordPayment(
  services: Services,
  {
    by,
    key,
    seen,
    ...paid
  }: { reference: string; amount: Cents; note: string; key: string; seen: string; by: Operator },
): Promise<PayOutcome> {
  const now = services.clock.now()
  const { reference, amount, note } = paid
  const isPaidFor = (status: Booking['status']) => isConfirmed(status) || status === 'cancelled'
  return withBooking(services, { reference, isPaidFor }, (tx, booking) =>
    withIdempotency<PayOutcome>(tx, { scope: 'paid-elsewhere', key, payload: paid, now }, async () => {
      const unseen = await whyNotSeen(tx, booking, seen)
      if (unseen) return refusedPayment(unseen)
      const open = recordableOf(statusOf(booking), await getBookingMoney(tx, booking))
      if (amount > open) return refusedPayment(`Only ${formatMoney(open)} of this stay is still to be paid.`)
      await recordPaidElsewhere(tx, { bookingId: booking.id, amount, note, by, now })
      const balance = isConfirmed(booking.status) ? await lowerPlanned(tx, booking, now) : undefined
      const subject = { by, action: 'booking.paid-elsewhere' as const, subjectId: booking.id }
      const after = { amount, note, undo: { balance } }
      return { ok: true, auditId: await recordAudit(tx, { ...subject, after, at: now }) }
    }),
  )
}

/** Lowers what cards are still to be charged. The id of a balance that ended by it; undefined if none did. */
async function lowerPlanned(tx: Tx, booking: Booking, now: Date): Promise<string | undefined> {
  const before = (await listPayments(tx, booking.id)).find(isScheduled)
  await adjustPayments(tx, booking, now)
  const after = (await listPayments(tx, booking.id)).find(({ id }) => id === before?.id)
  return after?.status === 'void' ? after.id : undefined
}

/** Takes a recorded payment back, by an entry of its own, unless something was built on it. A balance is charged as before. */
export const undoRecordedPayment: Undo = async (tx, services, change, by) => {
  const { amount, undo } = change.after as { amount: Cents; undo?: { balance?: string } }
  const found = await findForMoneyUndo(services, tx, change)
  if (!found.ok) return found
  const { booking } = found
  const { byHand } = await getBookingMoney(tx, booking)
  if (byHand < amount) return { ok: false, message: 'This money was returned since, or is promised back.' }
  const now = services.clock.now()
  await recordPaidElsewhere(tx, { bookingId: booking.id, amount: -amount, note: 'Recorded by mistake', by, now })
  if (!isConfirmed(booking.status)) return
  if (undo?.balance) await restoreBalance(tx, undo.balance)
  await adjustPayments(tx, booking, now)
}

/** Lets the guest pay by card what is due, by a link to their own page; with `tellGuest` they get it by email. */
export function requestPayment(
  services: Services,
  { reference, tellGuest, seen, by }: { reference: string; tellGuest: boolean; seen: string; by: Operator },
): Promise<PayOutcome> {
  const now = services.clock.now()
  return withBooking(services, { reference, isPaidFor: isConfirmed }, async (tx, booking) => {
    if (!services.gateway) return refusedPayment('Card payments are off on this site.')
    const unseen = await whyNotSeen(tx, booking, seen)
    if (unseen) return refusedPayment(unseen)
    const { due } = await getBookingMoney(tx, booking)
    if (due < SMALLEST_PAYMENT) return refusedPayment('There is nothing to pay by card.')
    const link = await storeLink(tx, { bookingId: booking.id, amount: due, now })
    if (!link) return refusedPayment('The guest has a link to pay already.')
    const subject = { by, action: 'booking.payment-requested' as const, subjectId: booking.id }
    const auditId = await recordAudit(tx, { ...subject, after: { amount: due }, at: now })
    const data = await getBookingMailData(services, tx, booking.id)
    if (tellGuest) await enqueueMail(services, tx, paymentRequestedMail(data, link))
    return { ok: true, auditId }
  })
}

/** Withdraws what the guest was asked to pay by card and has not paid. It is due again. */
export function withdrawRequest(
  services: Services,
  { reference, by }: { reference: string; by: Operator },
): Promise<PayOutcome> {
  const now = services.clock.now()
  return withBooking(services, { reference, isPaidFor: isConfirmed }, async (tx, booking) => {
    const { planned } = await getBookingMoney(tx, booking)
    if (planned === 0) return refusedPayment('There is no open payment by now. Nothing was changed.')
    await withdrawPayments(tx, booking.id, now)
    const subject = { by, action: 'booking.payment-withdrawn' as const, subjectId: booking.id }
    return { ok: true, auditId: await recordAudit(tx, { ...subject, before: { amount: planned }, at: now }) }
  })
}
