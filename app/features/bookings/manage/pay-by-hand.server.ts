import { eq } from 'drizzle-orm'
import { recordAudit, type Undo } from '#app/platform/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { withBookingsLock } from '../expire-bookings.server.ts'
import { paymentRequestedMail } from '../mail/payments.mail.tsx'
import { adjustPayments, storeLink, withdrawPayments } from '../payments/adjust-payments.server.ts'
import { SMALLEST_PAYMENT } from '../payments/payment-plan.ts'
import { getBookingMoney, recordPaidElsewhere } from '../payments/payments.server.ts'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'

type Booking = typeof bookings.$inferSelect

export type PayOutcome =
  | { ok: true; auditId: string }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'key-reused' }
  | { ok: false; reason: 'refused'; message: string }

const refused = (message: string) => ({ ok: false as const, reason: 'refused' as const, message })

/** Runs `work` on a confirmed booking under its property's lock, and reconciles its payments afterwards. */
async function withConfirmed(
  services: Services,
  reference: string,
  work: (tx: Tx, booking: Booking) => Promise<PayOutcome>,
): Promise<PayOutcome> {
  const isIt = eq(bookings.reference, reference)
  const [found] = await services.db
    .select({ id: bookings.id, propertyId: bookings.propertyId })
    .from(bookings)
    .where(isIt)
  if (!found) return { ok: false, reason: 'not-found' }
  const outcome = await withBookingsLock(services, [found.propertyId], async (tx) => {
    const [booking] = await tx.select().from(bookings).where(isIt)
    if (booking?.status !== 'confirmed') return refused('Only a confirmed stay is paid for. Nothing was changed.')
    return work(tx, booking)
  })
  if (outcome.ok) await reconcileBooking(services, found.id)
  return outcome
}

/** Records what a guest paid outside the site, once per `key`. What cards were still to be charged is lowered by it. */
export function recordPayment(
  services: Services,
  { by, key, ...paid }: { reference: string; amount: Cents; note: string; key: string; by: Operator },
): Promise<PayOutcome> {
  const now = services.clock.now()
  const { reference, amount, note } = paid
  return withConfirmed(services, reference, (tx, booking) =>
    withIdempotency<PayOutcome>(tx, { scope: 'paid-elsewhere', key, payload: paid, now }, async () => {
      const { due, planned } = await getBookingMoney(tx, booking)
      const open = due + planned
      if (amount > open) return refused(`Only ${formatMoney(Math.max(0, open))} of this stay is still to be paid.`)
      await recordPaidElsewhere(tx, { bookingId: booking.id, amount, note, by, now })
      await adjustPayments(tx, booking, now)
      const subject = { by, action: 'booking.paid-elsewhere' as const, subjectId: booking.id }
      return { ok: true, auditId: await recordAudit(tx, { ...subject, after: { amount, note }, at: now }) }
    }),
  )
}

/** Takes a recorded payment back, by an entry of its own. */
export const undoRecordedPayment: Undo = async (tx, services, { subjectId, after }, by) => {
  const { amount } = after as { amount: Cents }
  const now = services.clock.now()
  await recordPaidElsewhere(tx, { bookingId: subjectId, amount: -amount, note: 'Recorded by mistake', by, now })
  return undefined
}

/** Lets the guest pay by card what is due, by a link to their own page; with `tellGuest` they get it by email. */
export function requestPayment(
  services: Services,
  { reference, tellGuest, by }: { reference: string; tellGuest: boolean; by: Operator },
): Promise<PayOutcome> {
  const now = services.clock.now()
  return withConfirmed(services, reference, async (tx, booking) => {
    if (!services.gateway) return refused('Card payments are off on this site.')
    const { due } = await getBookingMoney(tx, booking)
    if (due < SMALLEST_PAYMENT) return refused('There is nothing to pay by card.')
    const link = await storeLink(tx, { bookingId: booking.id, amount: due, now })
    if (!link) return refused('The guest has a link to pay already.')
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
  return withConfirmed(services, reference, async (tx, booking) => {
    const { planned } = await getBookingMoney(tx, booking)
    if (planned === 0) return refused('There is no open payment by now. Nothing was changed.')
    await withdrawPayments(tx, booking.id, now)
    const subject = { by, action: 'booking.payment-withdrawn' as const, subjectId: booking.id }
    return { ok: true, auditId: await recordAudit(tx, { ...subject, before: { amount: planned }, at: now }) }
  })
}
