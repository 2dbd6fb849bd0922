import { and, asc, eq, lte, ne } from 'drizzle-orm'
import { withMutex } from '#app/platform/db/mutex.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import {
  answerWithin,
  type Gateway,
  type GatewayPayment,
  isGatewayUnavailable,
  PRESS_WAIT_MS,
  withinRequest,
} from '#app/platform/gateway/gateway.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import {
  getPayment,
  listPayments,
  type PaymentWithBooking,
  retrySoon,
  summarizePayment,
} from '../booking-payments.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { paymentFailedMails } from '../mail/payments.mail.tsx'
import { chargeBalance, nextDayOfStay } from './charge-balance.server.ts'
import { confirmPaid } from './confirm-paid.server.ts'
import { storeLateCapture } from './late-capture.server.ts'
import { payments } from './payments.tables.server.ts'
import { NO_ATTEMPT, nextRefundCheck, type RefundState, refundPayment } from './refund.server.ts'
import { syncDisputes } from './sync-disputes.server.ts'

const OVER = ['declined', 'cancelled', 'expired']

/**
 * Reconciles a payment and its booking with the gateway, in any state that a crash or webhooks have left. Fetches the
 * payment and takes the next missing step. Captures only for a confirmed booking, and refunds if there is none. With
 * `waitMs` it waits no longer for another call for the same payment.
 */
export async function reconcilePayment(services: Services, paymentId: string, waitMs?: number): Promise<void> {
  const { gateway, database } = services
  if (!gateway) return
  const turn = Promise.withResolvers<void>()
  let isLate = false
  const work = withMutex(database, `payment:${paymentId}`, async () => {
    turn.resolve()
    if (!isLate) await reconcile(services, gateway, paymentId)
  })
  if (waitMs === undefined) return work
  // The other call may wait for a silent payment service.
  await answerWithin(waitMs, turn.promise).catch((error) => {
    isLate = true
    throw error
  })
  await work
}

async function reconcile(services: Services, gateway: Gateway, paymentId: string): Promise<void> {
  const { db } = services
  const before = await getPayment(db, paymentId)
  if (!before) return
  const { intentId, kind, status: known } = before.payment
  const isRest = kind === 'balance' && known !== 'captured' && known !== 'void'
  if (isRest && before.booking.status === 'confirmed') return chargeBalance(services, gateway, before)
  if (!intentId) return voidUncreatedPayment(services, before)
  let state = await gateway.getPayment(intentId)
  if (state.status === 'authorized' || state.status === 'captured') {
    await confirmPaid(services, { paymentId, bookingId: before.booking.id })
  }
  let row = (await getPayment(db, paymentId)) ?? before
  const { status } = row.booking
  const isWithdrawn = row.payment.status === 'void'
  if (isWithdrawn || OVER.includes(status)) state = await gateway.cancel(state.id)
  if (isWithdrawn && status === 'confirmed' && state.received > 0) {
    await storeLateCapture(services, row, state.received)
    row = (await getPayment(db, paymentId)) ?? row
  }
  if (state.status === 'authorized' && status === 'confirmed') state = await gateway.capture(state.id)
  if (state.status === 'void' && status === 'confirmed' && !isWithdrawn) return reportLostPayment(services, row)
  if (state.isDisputed && (await syncDisputes(services, gateway, row))) row = (await getPayment(db, paymentId)) ?? row
  const due = refundDue(row, state)
  const given =
    state.refunded < due ? await refundPayment(services, gateway, row, { state, due }) : { payment: row.payment, state }
  // The guest disputed it while it was being refunded.
  if (given === 'disputed') return reconcile(services, gateway, paymentId)
  await record(services, row, given, due)
}

/**
 * The refund that is due; everything if a card was charged for a booking that was never confirmed. Nothing while the
 * guest disputes the payment.
 */
function refundDue({ payment, booking }: PaymentWithBooking, { received }: GatewayPayment): Cents {
  const { refundDue: promised, refundedElsewhere, disputed, chargedBack } = summarizePayment(payment)
  if (disputed > 0) return 0
  const isNever = OVER.includes(booking.status) && booking.refundAmount === null
  // Amounts that an operator or the bank returned do not go to the card, too.
  return (isNever ? received : Math.min(received, promised) - refundedElsewhere) - chargedBack
}

/** A refund that became due during the gateway call is left to the next reconciliation, which is scheduled for it. */
async function record(
  { db, clock }: Services,
  { booking, timeZone }: PaymentWithBooking,
  given: RefundState,
  due: Cents,
): Promise<void> {
  const { payment: seen, state } = given
  const now = clock.now()
  // A refund whose response was lost, or that a person made, counts as an attempt once it is seen.
  const isFound = due > 0 && seen.refundAttemptedAt === null
  const refund = isFound ? { refundAttempts: seen.refundAttempts + 1, refundAttemptedAt: now } : {}
  const isRefunded = seen.refundAttemptTotal !== null && state.refunded >= centsFromNumeric(seen.refundAttemptTotal)
  const isOpen = state.status === 'waiting' || state.status === 'authorized'
  const isLink = state.status === 'waiting' && booking.status === 'confirmed'
  const nextLook = isLink ? nextDayOfStay({ clock }, { booking, timeZone }) : retrySoon(now)
  const update = db
    .update(payments)
    .set({
      status: state.status,
      received: numericFromCents(state.received),
      refunded: numericFromCents(state.refunded),
      customerId: state.savedCard?.customer ?? null,
      cardId: state.savedCard?.card ?? null,
      nextAt: isOpen ? nextLook : nextRefundCheck({ state, payment: { ...seen, ...refund } }, { due, now }),
      ...refund,
      ...(isRefunded && NO_ATTEMPT),
    })
    .where(and(eq(payments.id, seen.id), eq(payments.refundDue, seen.refundDue)))
  // Its booking is updated with it, in another order than by whoever cancels it.
  await retryTransaction(() => update.execute())
}

/**
 * The authorization of a confirmed booking expired before the capture: the site was down for days. People get an email.
 */
async function reportLostPayment(services: Services, { payment, booking }: PaymentWithBooking): Promise<void> {
  await services.db.transaction(async (tx) => {
    const lost = await tx
      .update(payments)
      .set({ status: 'failed', nextAt: null })
      .where(and(eq(payments.id, payment.id), ne(payments.status, 'failed')))
      .returning({ id: payments.id })
    if (lost.length === 0) return
    const data = await getBookingMailData(services, tx, booking.id)
    await enqueueMail(
      services,
      tx,
      paymentFailedMails(data, payment, { why: null, canBePaid: false, isTriedAgain: false }),
    )
  })
}

/**
 * The gateway was never reached, or its response was lost before the guest had it: nobody can pay this payment. A link
 * for a booked stay waits until its guest opens it.
 */
async function voidUncreatedPayment({ db, clock }: Services, { payment, booking }: PaymentWithBooking): Promise<void> {
  const isOver = OVER.includes(booking.status)
  const nextAt = booking.status === 'held' ? retrySoon(clock.now()) : null
  await db
    .update(payments)
    .set({ nextAt, ...(isOver && { status: 'void' as const }) })
    .where(eq(payments.id, payment.id))
}

/**
 * Reconciles the payments of a booking within a request. It waits up to `waitMs` for each answer of the payment
 * service. False if one was not: the next check retries it.
 */
export async function reconcileBooking(
  services: Services,
  bookingId: string,
  waitMs = PRESS_WAIT_MS,
): Promise<boolean> {
  const gateway = services.gateway && withinRequest(services.gateway, waitMs)
  let isDone = true
  for (const { id } of await listPayments(services.db, bookingId)) {
    const outcome = await tryToReconcile({ ...services, gateway }, id, waitMs)
    isDone &&= outcome === 'done'
    if (outcome === 'away') break
  }
  return isDone
}

type Outcome = 'done' | 'failed' | 'away'

async function tryToReconcile(services: Services, paymentId: string, waitMs?: number): Promise<Outcome> {
  const { db, clock, log } = services
  try {
    await reconcilePayment(services, paymentId, waitMs)
    return 'done'
  } catch (error) {
    log.error({ event: 'payment.not-reconciled', err: error, paymentId }, 'payment not reconciled, will be retried')
    await db
      .update(payments)
      .set({ nextAt: retrySoon(clock.now()) })
      .where(eq(payments.id, paymentId))
    return isGatewayUnavailable(error) ? 'away' : 'failed'
  }
}

/** Reconciles every payment that is due, and so makes up for lost webhooks. */
export async function reconcileDuePayments(services: Services): Promise<void> {
  const { db, clock, gateway } = services
  if (!gateway) return
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(lte(payments.nextAt, clock.now()))
    .orderBy(asc(payments.nextAt))
    .limit(100)
  // While the gateway is unavailable, every further payment would only wait for it again.
  for (const { id } of rows) if ((await tryToReconcile(services, id)) === 'away') return
}
