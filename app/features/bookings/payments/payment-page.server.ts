import { eq } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { cancellationPolicySchema, cancellationWords } from '#app/features/properties/cancellation-policy.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isGatewayUnavailable, PAGE_WAIT_MS } from '#app/platform/gateway/gateway.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { listPayments, type PaymentRow, summarizePayment } from '../booking-payments.server.ts'
import {
  type BookingSummary,
  chargedBy,
  type LinkState,
  type PaymentSummary,
  paymentRows,
  payPathOf,
} from '../booking-summary.ts'
import { bookings } from '../bookings.tables.server.ts'
import { findBooking, findBookingByToken } from '../find-booking.server.ts'
import { findOpenPayment, openPayment } from './open-payment.server.ts'
import { dropCachedPayment } from './payment-cache.server.ts'
import { payments } from './payments.tables.server.ts'
import { reconcileBooking } from './reconcile-payment.server.ts'

/** The amount to pay, and the values that the payment service's script needs. */
type OpenCardPayment = {
  clientSecret: string
  publishableKey: string
  scriptUrl: string
  kind: PaymentSummary['kind']
  amount: Cents
  /** The hold and its seconds left; null once the nights are the guest's. */
  hold: { id: string; seconds: number } | null
}

/** The page on which a booking is paid. Another person than the guest may be asked to pay. */
type PaymentPage = {
  /** Only what the page shows: everything here is in the page's source. */
  stay: Pick<BookingSummary, 'reference' | 'checkInDate' | 'checkOutDate' | 'party' | 'total'>
  property: { id: string; name: string; slug: string; theme: 'mountain' | 'lake' }
  /** The cancellation policy in a sentence, shown before payment. */
  cancellation: string
  status: string
  /** The state of the payment of a stay that was booked before it was paid. Null if the payment books the stay. */
  link: LinkState | null
  /** The amount paid here, and the balance that follows a deposit, as lines. */
  paid: [string, Cents][]
  /** The charge to the same card on a later day. */
  later: { amount: Cents; dueOn: string } | null
  /** Null if nothing is to be paid, or the payment service is unavailable. */
  pay: OpenCardPayment | null
}

/** The payment of a token with its booking; null if there is none. */
async function findPaymentByToken(services: Services, token: string) {
  if (!isUuid(token)) return null
  const [payment] = await services.db.select().from(payments).where(eq(payments.token, token))
  const row = payment && (await findBooking(services, eq(bookings.id, payment.bookingId)))
  return row ? { ...row, payment } : null
}

/**
 * The page on which a booking is paid; null if there is no such payment. `isBack`: the guest returns from the bank, so
 * a cached response of the gateway is outdated.
 */
export async function getPaymentPage(
  services: Services,
  token: string,
  { isBack = false }: { isBack?: boolean } = {},
): Promise<PaymentPage | null> {
  const { db } = services
  const before = await findPaymentByToken(services, token)
  if (!before) return null
  const pay = await getOpenCardPayment(services, before.payment, isBack)
  // Read again: a payment made in another tab or at the bank may just have been reconciled.
  const { booking, property, payment } = (await findPaymentByToken(services, token)) ?? before
  const isOver = pay?.hold?.seconds === 0
  const { reference, checkInDate, checkOutDate, adults, children, infants, pets } = booking
  const balance = payment.kind === 'deposit' ? await findBalance(db, booking.id) : null
  const shown = [summarizePayment(payment), ...(balance ? [balance] : [])]
  return {
    stay: {
      reference,
      checkInDate,
      checkOutDate,
      party: { adults, children, infants, pets },
      total: centsFromNumeric(booking.totalAmount),
    },
    paid: paymentRows({ payments: shown, paidElsewhere: 0, returnDue: 0 }),
    later: balance?.dueOn ? { amount: balance.amount, dueOn: balance.dueOn } : null,
    property: { id: property.id, name: property.name, slug: property.slug, theme: property.theme },
    cancellation: cancellationWords(cancellationPolicySchema.parse(booking.cancellationPolicy)),
    status: isOver ? 'expired' : booking.status,
    link: linkStateOf(
      booking,
      summarizePayment(payment),
      (await findOpenPayment(db, booking.id))?.payment.id === payment.id,
    ),
    pay: isOver ? null : pay,
  }
}

async function findBalance(db: Tx, bookingId: string): Promise<PaymentSummary | null> {
  const balance = (await listPayments(db, bookingId)).find(({ kind }) => kind === 'balance')
  return balance ? summarizePayment(balance) : null
}

function linkStateOf(
  { status, source }: Pick<typeof bookings.$inferSelect, 'status' | 'source'>,
  payment: PaymentSummary,
  isOpen: boolean,
): LinkState | null {
  if (status !== 'confirmed') return null
  if (isOpen) return 'open'
  if (payment.status === 'void') return 'withdrawn'
  if (chargedBy(payment) === 0) return 'none'
  const isLater = payment.kind === 'balance' || payment.kind === 'difference'
  return isLater || source !== 'website' ? 'paid' : null
}

/**
 * The target of a link to pay that was mailed with the token of the guest page. It is the open payment, or the last
 * one. Null if the token is of no guest page, or of one without a payment.
 */
export async function findPayPathOfStay(services: Services, token: string): Promise<string | null> {
  const row = await findBookingByToken(services, token)
  if (!row) return null
  const open = await findOpenPayment(services.db, row.booking.id)
  const asked = (await listPayments(services.db, row.booking.id)).filter(({ status }) => status !== 'scheduled')
  const payment = open?.payment ?? asked.at(-1)
  return payment ? payPathOf(payment) : null
}

async function getOpenCardPayment(
  services: Services,
  { id, bookingId }: PaymentRow,
  isBack: boolean,
): Promise<OpenCardPayment | null> {
  const { db, gateway, clock, log } = services
  const open = await findOpenPayment(db, bookingId)
  if (!gateway || open?.payment.id !== id) return null
  if (isBack && open.payment.intentId) dropCachedPayment(gateway, open.payment.intentId)
  try {
    const payment = await openPayment(services, open)
    if (!payment?.clientSecret || payment.status !== 'waiting') {
      await reconcileBooking(services, bookingId, PAGE_WAIT_MS)
      return null
    }
    const [nights] = await db
      .select({ id: occupancies.id, expiresAt: occupancies.expiresAt })
      .from(occupancies)
      .where(eq(occupancies.bookingId, bookingId))
    const left = (until: Date) => Math.max(0, Math.floor((until.getTime() - clock.now().getTime()) / 1000))
    const { publishableKey, scriptUrl } = gateway
    return {
      clientSecret: payment.clientSecret,
      publishableKey,
      scriptUrl,
      kind: open.payment.kind,
      amount: centsFromNumeric(open.payment.amount),
      hold: nights?.expiresAt ? { id: nights.id, seconds: left(nights.expiresAt) } : null,
    }
  } catch (error) {
    if (!isGatewayUnavailable(error)) throw error
    log.error({ event: 'payment.gateway-unavailable', err: error }, 'guest cannot pay, gateway unavailable')
    return null
  }
}

/**
 * The status of a booking after its guest has paid: calls the gateway, whether or not a webhook arrived. `open`: this
 * payment is left to pay; `known`: the gateway has answered.
 */
export async function checkPayment(services: Services, token: string) {
  const row = await findPaymentByToken(services, token)
  if (!row) return null
  await limitVisitor(services, 'payments')
  const known = await reconcileBooking(services, row.booking.id, PAGE_WAIT_MS)
  const now = (await findPaymentByToken(services, token)) ?? row
  const open = await findOpenPayment(services.db, row.booking.id)
  if (services.gateway && open?.payment.intentId) dropCachedPayment(services.gateway, open.payment.intentId)
  return { status: now.booking.status, open: open?.payment.id === row.payment.id, known }
}
