import { eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Gateway, GatewayPayment } from '#app/platform/gateway/gateway.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { getPayment, listPayments, type PaymentRow, type PaymentWithBooking } from '../booking-payments.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { balanceChargedMails, paymentFailedMails } from '../mail/payments.mail.tsx'
import { withBookingLock } from '../status/expire-bookings.server.ts'
import { returnOverpaid } from './late-capture.server.ts'
import { payments } from './payments.tables.server.ts'

/** How often a card is tried, a day apart. People are told of the first refusal. */
const MAX_ATTEMPTS = 3
const DAY_MS = 86_400_000

/**
 * Charges the balance to the card of the deposit once it is due. The payment's id is stored before the charge, and an attempt
 * is claimed before it is made. After a crash, or in a concurrent process, the same payment is found and no second one is
 * made. An unavailable gateway has not refused, so it uses up no attempt.
 */
export async function chargeBalance(services: Services, gateway: Gateway, row: PaymentWithBooking): Promise<void> {
  const { payment } = row
  const isDue = isToBeTried(payment) && payment.nextAt !== null && payment.nextAt <= services.clock.now()
  if (!isDue && payment.intentId === null) return
  const deposit = await getDeposit(services.db, row)
  const isUnsure = deposit?.status === 'waiting' || Number(deposit?.disputed ?? 0) > 0
  if (isDue && isUnsure) return waitForDeposit(services, row)
  const savedCard = savedCardOf(deposit)
  const intentId = payment.intentId ?? (savedCard && (await prepare(services, gateway, row, savedCard)))
  let state = intentId ? await gateway.getPayment(intentId) : null
  const tryNow = isDue && savedCard !== null && state?.status === 'waiting'
  if (tryNow && state) {
    if (!(await claimAttempt(services, row))) return
    state = await gateway.charge(state.id, savedCard.card)
  }
  const attempts = payment.attempts + (tryNow ? 1 : 0)
  const isLast = attempts >= MAX_ATTEMPTS || savedCard === null || state?.status !== 'waiting'
  await settle(services, row, { state, attempts, isLast, isRefused: tryNow || (isDue && isLast) })
}

/** Planned, or refused and not for the last time: the guest may pay it with another card meanwhile. */
const isToBeTried = ({ status, attempts }: PaymentRow): boolean =>
  status === 'scheduled' || (status === 'failed' && attempts > 0 && attempts < MAX_ATTEMPTS)

type SavedCard = NonNullable<GatewayPayment['savedCard']>

const getDeposit = async (db: Tx, { booking }: PaymentWithBooking) =>
  (await listPayments(db, booking.id)).find(({ kind }) => kind === 'deposit')

const savedCardOf = (deposit: PaymentRow | undefined): SavedCard | null =>
  deposit?.customerId && deposit.cardId && Number(deposit.chargedBack) === 0
    ? { customer: deposit.customerId, card: deposit.cardId }
    : null

/**
 * A guest who pays the deposit by a link has not done so yet, or disputes it. So there is no card to charge. One whose deposit was
 * lost is not charged again.
 */
async function waitForDeposit(services: Services, row: PaymentWithBooking): Promise<void> {
  const nextAt = nextDayOfStay(services, row)
  await services.db.update(payments).set({ nextAt }).where(eq(payments.id, row.payment.id))
}

async function prepare(
  { db }: Services,
  gateway: Gateway,
  { payment, booking }: PaymentWithBooking,
  savedCard: SavedCard,
): Promise<string> {
  const { id } = await gateway.prepareCharge({
    key: payment.id,
    amount: centsFromNumeric(payment.amount),
    description: `${booking.reference}, balance`,
    metadata: { payment: payment.id, reference: booking.reference },
    savedCard,
  })
  await db.update(payments).set({ intentId: id }).where(eq(payments.id, payment.id))
  return id
}

/** Under the booking's lock, so that the stay cannot be moved or cancelled meanwhile, and with the current payment. */
function underLock<T>(
  services: Services,
  { payment, booking }: PaymentWithBooking,
  work: (tx: Tx, now: PaymentWithBooking | null) => Promise<T>,
): Promise<T | null> {
  const where = eq(bookings.id, booking.id)
  return withBookingLock(services, { where }, async (tx) => work(tx, await getPayment(tx, payment.id)))
}

/** Only one of several processes charges the card; the others, and later runs, find the next attempt set to tomorrow. */
function claimAttempt(services: Services, row: PaymentWithBooking): Promise<boolean | null> {
  const { id, status, nextAt } = row.payment
  return underLock(services, row, async (tx, now) => {
    const unchanged = now?.payment.status === status && now.payment.nextAt?.getTime() === nextAt?.getTime()
    if (!unchanged || now.booking.status !== 'confirmed') return false
    const tomorrow = new Date(services.clock.now().getTime() + DAY_MS)
    await tx.update(payments).set({ nextAt: tomorrow }).where(eq(payments.id, id))
    return true
  })
}

type Attempt = { state: GatewayPayment | null; attempts: number; isLast: boolean; isRefused: boolean }

/**
 * Stores the outcome, with its emails. The emails about a refusal leave at the first one only. A booking cancelled meanwhile is
 * refunded in full elsewhere.
 */
async function settle(
  services: Services,
  row: PaymentWithBooking,
  { state, attempts, isLast, isRefused }: Attempt,
): Promise<void> {
  await underLock(services, row, async (tx, now) => {
    if (now?.booking.status !== 'confirmed' || now.payment.status === 'captured') return
    if (now.payment.status === 'void' && state?.status !== 'captured') return
    const set = (change: Partial<typeof payments.$inferInsert>) =>
      tx.update(payments).set(change).where(eq(payments.id, now.payment.id))
    const data = await getBookingMailData(services, tx, now.booking.id)
    if (state?.status === 'captured') {
      await set({ status: 'captured', received: numericFromCents(state.received), attempts, nextAt: null })
      await enqueueMail(services, tx, balanceChargedMails(data, now.payment))
      // Somebody may have recorded a check while the card was charged.
      await returnOverpaid(services, tx, now.payment.id)
    } else if (isRefused) {
      const canBePaid = state?.status === 'waiting'
      const lookAgain = canBePaid ? nextDayOfStay(services, now) : null
      await set({ status: 'failed', attempts, nextAt: isLast ? lookAgain : now.payment.nextAt })
      if (now.payment.status === 'failed') return
      const why = state?.declined ?? null
      await enqueueMail(services, tx, paymentFailedMails(data, now.payment, { why, canBePaid, isTriedAgain: !isLast }))
    } else if (now.payment.status === 'failed' && !isToBeTried(now.payment)) {
      await set({ nextAt: nextDayOfStay(services, now) })
    }
  })
}

/** A guest may still pay with another card, so the payment is checked until the stay is over. */
export function nextDayOfStay(
  { clock }: Pick<Services, 'clock'>,
  { booking, timeZone }: Pick<PaymentWithBooking, 'booking' | 'timeZone'>,
): Date | null {
  const over = dateInZone(clock.now(), timeZone) > booking.checkOutDate
  return over ? null : new Date(clock.now().getTime() + DAY_MS)
}
