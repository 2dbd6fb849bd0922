import { and, eq, isNull } from 'drizzle-orm'
import type { Gateway, GatewayPayment } from '#app/platform/gateway/gateway.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { getPayment, type PaymentRow, type PaymentWithBooking } from '../booking-payments.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { refundFailedMails } from '../mail/payments.mail.tsx'
import { payments } from './payments.tables.server.ts'
import { syncDisputes } from './sync-disputes.server.ts'

/** How often a refund is tried, a day apart, before people get an email. */
const MAX_ATTEMPTS = 3
const DAY_MS = 86_400_000

/** A bank may return a refund within weeks, and the webhook about it may be lost. So it is checked until then. */
const WATCHED_MS = 30 * DAY_MS
const WATCH_EVERY_MS = 7 * DAY_MS

/** No refund waits for its answer. */
export const NO_ATTEMPT = { refundKey: null, refundAttemptAmount: null, refundAttemptTotal: null }

/** A payment to refund, as stored and at the gateway. */
export type RefundState = { payment: PaymentRow; state: GatewayPayment }

/**
 * Makes the due refund. Refunds that the gateway refuses or a bank returns are retried a day later. Finally they are
 * left to people alone, so that nobody is refunded twice. An unavailable gateway has not refused, so it uses up no
 * attempt. The same refund is requested again, and only then later amounts. `disputed`: it was not refunded, because
 * the guest disputes it, which is stored now.
 */
export async function refundPayment(
  services: Services,
  gateway: Gateway,
  row: PaymentWithBooking,
  { state, due }: { state: GatewayPayment; due: Cents },
): Promise<RefundState | 'disputed'> {
  const { db, clock } = services
  const { payment, booking } = row
  const { refundAttempts: attempts, refundAttemptedAt } = payment
  const now = clock.now()
  const isTooSoon = refundAttemptedAt !== null && now.getTime() < refundAttemptedAt.getTime() + DAY_MS
  if (payment.refundFailed || isTooSoon) return { payment, state }
  const asked = attempts < MAX_ATTEMPTS ? await storeAttempt(services, { payment, state, due }) : null
  const refused = asked && state.refunded < asked.goal ? await gateway.refund(state.id, asked) : null
  const after = await gateway.getPayment(state.id)
  const answered = await forgetAttempt(services, payment)
  if (refused?.code === 'disputed' && (await syncDisputes(services, gateway, row))) return 'disputed'
  if (asked && asked.goal < due && refused === null) {
    return refundPayment(services, gateway, answered, { state: after, due })
  }
  const left = due - after.refunded
  if (refused) services.log.warn({ event: 'refund.refused', paymentId: payment.id, ...refused }, 'a refund was refused')
  const isMissing = left > 0
  const change = {
    refundAttempts: attempts + 1,
    refundAttemptedAt: now,
    refundFailed: isMissing && attempts + 1 >= MAX_ATTEMPTS,
    refundRefusal: isMissing ? (refused?.code ?? ('returned' as const)) : null,
  }
  const tried = await db.transaction(async (tx) => {
    const isSame = and(eq(payments.refundAttempts, attempts), eq(payments.refundDue, payment.refundDue))
    const [stored] = await tx
      .update(payments)
      .set(change)
      .where(and(eq(payments.id, payment.id), isSame))
      .returning()
    if (stored?.refundFailed) {
      const data = await getBookingMailData(services, tx, booking.id)
      const why = stored.refundRefusal ?? 'other'
      await enqueueMail(services, tx, refundFailedMails(data, { amount: numericFromCents(left), why }))
    }
    return stored
  })
  const current = tried ?? (await getPayment(db, payment.id))?.payment ?? payment
  // Amounts that became due during the call are left to the next reconciliation.
  return { payment: current.refundDue === payment.refundDue ? current : payment, state: after }
}

type Missing = { payment: PaymentRow; state: GatewayPayment; due: Cents }

/** The refund to request, stored before the call: the missing amount, or an earlier request without an answer. */
async function storeAttempt({ db }: Services, { payment, state, due }: Missing) {
  const { id, refundAttempts: attempts } = payment
  const amount = due - state.refunded
  // A later refund of the same amount begins with the same attempt. So the key also says what it is part of.
  const key = `${id}:refund:${attempts}:${amount}:${due}`
  const values = {
    refundKey: key,
    refundAttemptAmount: numericFromCents(amount),
    refundAttemptTotal: numericFromCents(due),
  }
  await db
    .update(payments)
    .set(values)
    .where(and(eq(payments.id, id), isNull(payments.refundKey)))
  const asked = (await getPayment(db, id))?.payment
  const { refundKey, refundAttemptAmount, refundAttemptTotal } = asked ?? payment
  if (!refundKey || !refundAttemptAmount || !refundAttemptTotal) return { key, amount, goal: due }
  return { key: refundKey, amount: centsFromNumeric(refundAttemptAmount), goal: centsFromNumeric(refundAttemptTotal) }
}

async function forgetAttempt({ db }: Services, payment: PaymentRow): Promise<PaymentWithBooking> {
  await db.update(payments).set(NO_ATTEMPT).where(eq(payments.id, payment.id))
  const row = await getPayment(db, payment.id)
  if (!row) throw new Error('the payment of a refund is gone')
  return row
}

/** When to check a refund again; null if nothing can change any more. */
export function nextRefundCheck({ payment, state }: RefundState, { due, now }: { due: Cents; now: Date }): Date | null {
  const { refundFailed, refundAttemptedAt: triedAt } = payment
  // The webhook of its end may be lost.
  if (Number(payment.disputed) > 0) return new Date(now.getTime() + DAY_MS)
  if (!triedAt) return null
  if (state.refunded < due) return refundFailed ? null : new Date(triedAt.getTime() + DAY_MS)
  const isWatched = now.getTime() < triedAt.getTime() + WATCHED_MS
  return isWatched ? new Date(now.getTime() + WATCH_EVERY_MS) : null
}
