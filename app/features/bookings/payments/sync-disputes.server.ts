import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { cancellationPolicySchema, refundOn } from '#app/features/properties/cancellation-policy.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Gateway, GatewayDispute } from '#app/platform/gateway/gateway.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import {
  getBookingMoney,
  NEW_TRIES,
  type PaymentRow,
  type PaymentWithBooking,
  promiseRefund,
  recordRetainedAmount,
} from '../booking-payments.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookingChanges, bookings } from '../bookings.tables.server.ts'
import { stayRefundedMail } from '../mail/booking-cancelled.mail.tsx'
import { disputeEndedMail, disputeOpenedMail } from '../mail/disputes.mail.tsx'
import { withBookingLock } from '../status/expire-bookings.server.ts'
import { disputes, ledger, payments } from './payments.tables.server.ts'

type DisputeRow = typeof disputes.$inferSelect

/** A dispute may come months after its payment, and go on for months. */
const WATCHED_MS = 540 * 86_400_000

const isOpen = ({ status }: Pick<DisputeRow, 'status'>) => status === 'needs-response' || status === 'under-review'

/**
 * Syncs the disputes of a payment, with their emails. The end of one continues waiting refunds, and settles the amount
 * that a canceled stay retains. True if anything is new.
 */
export async function syncDisputes(
  services: Services,
  gateway: Gateway,
  { payment, booking, timeZone }: PaymentWithBooking,
): Promise<boolean> {
  if (payment.intentId === null) return false
  const fetchedAt = services.clock.now()
  const read = await gateway.listDisputes({ payment: payment.intentId })
  const news = await withBookingLock(services, { where: eq(bookings.id, booking.id) }, async (tx, { status }) => {
    const changed: DisputeRow[] = []
    for (const dispute of read) changed.push(...(await storeDispute(services, tx, { payment, dispute, fetchedAt })))
    const ended = changed.filter((dispute) => !isOpen(dispute))
    if (ended.length > 0) {
      await tx
        .update(payments)
        .set({ ...NEW_TRIES, nextAt: fetchedAt })
        .where(eq(payments.id, payment.id))
      if (status === 'cancelled') await settleCanceled(services, tx, { bookingId: booking.id, timeZone, ended })
    }
    return changed.length > 0
  })
  return news ?? false
}

type Read = { payment: PaymentRow; dispute: GatewayDispute; fetchedAt: Date }

/** The dispute, if its state is new. An email says when it opens, when an inquiry becomes one, and when it ends. */
async function storeDispute(services: Services, tx: Tx, { payment, dispute, fetchedAt }: Read): Promise<DisputeRow[]> {
  const { id, intentId: _, amount, withdrawn, ...state } = dispute
  const [before] = await tx.select().from(disputes).where(eq(disputes.id, id))
  const values = {
    ...state,
    amount: numericFromCents(amount),
    withdrawn: numericFromCents(withdrawn),
    answerBy: state.answerBy ?? before?.answerBy ?? null,
    closedAt: isOpen(dispute) ? null : (before?.closedAt ?? fetchedAt),
    fetchedAt,
  }
  const [after] = await tx
    .insert(disputes)
    .values({ ...values, id, paymentId: payment.id })
    .onConflictDoUpdate({ target: disputes.id, set: values, setWhere: lte(disputes.fetchedAt, fetchedAt) })
    .returning()
  if (!after) return []
  const isSame =
    before?.status === after.status && before.isInquiry === after.isInquiry && before.withdrawn === after.withdrawn
  if (isSame) return []
  const isWordNew = !before || isOpen(before) !== isOpen(after) || before.isInquiry !== after.isInquiry
  if (isWordNew || before.status !== after.status) {
    const data = await getBookingMailData(services, tx, payment.bookingId)
    const facts = { ...after, amount: centsFromNumeric(after.amount) }
    if (isOpen(after) && isWordNew) await enqueueMail(services, tx, [disputeOpenedMail(data, facts)])
    if (!isOpen(after)) await enqueueMail(services, tx, [disputeEndedMail(data, facts)])
  }
  return [after]
}

type Ended = { bookingId: string; timeZone: string; ended: DisputeRow[] }

/**
 * Settles the amount that a canceled stay retains, once no payment of it is disputed anymore. A guest who canceled
 * meanwhile is refunded by the terms of that day. Not if the bank refunded it.
 */
async function settleCanceled(services: Services, tx: Tx, { bookingId, timeZone, ended }: Ended): Promise<void> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  const open = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), sql`${payments.disputed} > 0`))
  if (!booking || booking.refundAmount === null || open.length > 0) return
  const now = services.clock.now()
  if (ended.every(({ status }) => status !== 'lost')) await refundByTerms(services, tx, { booking, timeZone, now })
  const { byCard } = await getBookingMoney(tx, booking)
  const [retained] = await tx
    .select({ sum: sql<string>`coalesce(sum(${ledger.amount}), 0)::text` })
    .from(ledger)
    .where(and(eq(ledger.bookingId, bookingId), eq(ledger.kind, 'retained')))
  await recordRetainedAmount(tx, { bookingId, retained: byCard - centsFromNumeric(retained?.sum ?? '0'), now })
}

type Canceled = { booking: typeof bookings.$inferSelect; timeZone: string; now: Date }

async function refundByTerms(services: Services, tx: Tx, { booking, timeZone, now }: Canceled): Promise<void> {
  const { id, checkInDate: checkIn, cancellationPolicy } = booking
  const [canceled] = await tx
    .select({ at: bookingChanges.changedAt, cause: bookingChanges.cause })
    .from(bookingChanges)
    .where(and(eq(bookingChanges.bookingId, id), eq(bookingChanges.toStatus, 'cancelled')))
    .orderBy(desc(bookingChanges.number))
    .limit(1)
  if (canceled?.cause !== 'guest') return
  const { byCard, byHand } = await getBookingMoney(tx, booking)
  const promised = centsFromNumeric(booking.refundAmount ?? '0')
  const policy = cancellationPolicySchema.parse(cancellationPolicy)
  const paid = byCard + byHand + promised
  const terms = refundOn(dateInZone(canceled.at, timeZone), { policy, checkIn, paid })
  const refund: Cents = Math.min(terms - promised, byCard + byHand)
  if (refund <= 0) return
  const toCard = await promiseRefund(tx, { bookingId: id, refund, now })
  await tx
    .update(bookings)
    .set({ refundAmount: numericFromCents(promised + refund) })
    .where(eq(bookings.id, id))
  const data = await getBookingMailData(services, tx, id)
  const message = 'The dispute with your bank has ended. This is your refund by the terms of the booking.'
  await enqueueMail(services, tx, stayRefundedMail(data, { refund, toCard, message, isOver: true }))
}

/**
 * The payments of which a dispute at the gateway differs from what is stored: a webhook was lost. They are looked at
 * again, by `reconcileDuePayments`.
 */
export async function findMissedDisputes({ db, gateway, clock }: Services): Promise<void> {
  if (!gateway) return
  const now = clock.now()
  const all = await gateway.listDisputes({ from: new Date(now.getTime() - WATCHED_MS) })
  const known = new Map((await db.select().from(disputes)).map((row) => [row.id, row]))
  const isNew = ({ id, status, isInquiry, withdrawn }: GatewayDispute) => {
    const row = known.get(id)
    return row?.status !== status || row.isInquiry !== isInquiry || centsFromNumeric(row.withdrawn) !== withdrawn
  }
  const intents = all.filter(isNew).map(({ intentId }) => intentId)
  if (intents.length === 0) return
  await db.update(payments).set({ nextAt: now }).where(inArray(payments.intentId, intents))
}
