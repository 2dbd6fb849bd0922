import { eq } from 'drizzle-orm'
import { type bookings, occupancies } from '#app/platform/db/schema.server.ts'
import { isGatewayUnavailable } from '#app/platform/gateway/gateway.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { cancellationPolicySchema, cancellationWords } from '#app/shared/cancellation-policy.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'
import { summarizeBooking } from '../booking-summary.server.ts'
import { type BookingSummary, chargedBy, type LinkState, type PaymentSummary, paymentRows } from '../booking-summary.ts'
import { findBookingByToken } from '../find-booking.server.ts'
import { findOpenPayment, openPayment } from './open-payment.server.ts'
import { dropCachedPayment } from './payment-cache.server.ts'
import { reconcileBooking } from './reconcile-payment.server.ts'

/** The amount to pay, and what the payment service's script needs. */
type OpenCardPayment = {
  clientSecret: string
  publishableKey: string
  scriptUrl: string
  kind: PaymentSummary['kind']
  amount: Cents
  /** The hold and its seconds left; null once the nights are the guest's. */
  hold: { id: string; seconds: number } | null
}

/** The page on which a booking is paid. */
type PaymentPage = {
  /** Only what the page shows: everything here is in the page's source. */
  stay: Pick<BookingSummary, 'reference' | 'checkInDate' | 'checkOutDate' | 'party' | 'total' | 'payments'> & {
    /** Null if the stay was so long ago that personal data is no longer shown. */
    guestEmail: string | null
  }
  token: string
  stayPath: string
  property: { id: string; name: string; path: string; theme: 'mountain' | 'lake' }
  /** The cancellation policy in a sentence, shown before payment. */
  cancellation: string
  status: string
  /** Of a stay that was booked before it was paid: what became of the payment. Null if the payment books the stay. */
  link: LinkState | null
  /** Payments made and due, as lines. */
  paid: [string, Cents][]
  /** Null if nothing is to be paid, or the payment service is unavailable. */
  pay: OpenCardPayment | null
}

/**
 * The page on which a booking is paid; null if there is no such booking. `isBack`: the guest returns from the bank, so a
 * cached response of the gateway is outdated.
 */
export async function getPaymentPage(
  services: Services,
  token: string,
  { isBack = false }: { isBack?: boolean } = {},
): Promise<PaymentPage | null> {
  const { db } = services
  const before = await findBookingByToken(services, token)
  if (!before) return null
  const pay = await getOpenCardPayment(services, before.booking.id, isBack)
  // Read again: a payment made in another tab or at the bank may just have been reconciled.
  const row = (await findBookingByToken(services, token)) ?? before
  const { booking, property } = row
  const isOver = pay?.hold?.seconds === 0
  const stay = await summarizeBooking(db, row)
  return {
    stay: {
      reference: stay.reference,
      checkInDate: stay.checkInDate,
      checkOutDate: stay.checkOutDate,
      party: stay.party,
      total: stay.total,
      payments: stay.payments,
      guestEmail: row.isLongAgo ? null : stay.guest.email,
    },
    paid: paymentRows(stay),
    stayPath: `/stay/${token}`,
    token,
    property: { id: property.id, name: property.name, path: `/property/${property.slug}`, theme: property.theme },
    cancellation: cancellationWords(cancellationPolicySchema.parse(booking.cancellationPolicy)),
    status: isOver ? 'expired' : booking.status,
    link: linkStateOf({
      ...booking,
      payments: stay.payments,
      isOpen: (await findOpenPayment(db, booking.id)) !== null,
    }),
    pay: isOver ? null : pay,
  }
}

type LinkFacts = Pick<typeof bookings.$inferSelect, 'status' | 'source'> & {
  payments: PaymentSummary[]
  isOpen: boolean
}

function linkStateOf({ status, source, payments, isOpen }: LinkFacts): LinkState | null {
  if (status !== 'confirmed') return null
  if (isOpen) return 'open'
  const charged = payments.filter((payment) => chargedBy(payment) > 0)
  if (charged.length === 0) return 'none'
  const isLater = charged.some(({ kind }) => kind === 'balance' || kind === 'difference')
  return isLater || source !== 'website' ? 'paid' : null
}

async function getOpenCardPayment(
  services: Services,
  bookingId: string,
  isBack: boolean,
): Promise<OpenCardPayment | null> {
  const { db, gateway, clock, log } = services
  const open = await findOpenPayment(db, bookingId)
  if (!gateway || !open) return null
  if (isBack && open.payment.intentId) dropCachedPayment(gateway, open.payment.intentId)
  try {
    const payment = await openPayment(services, open)
    if (!payment?.clientSecret || payment.status !== 'waiting') {
      await reconcileBooking(services, bookingId)
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
 * The status of a booking after its guest has paid: calls the gateway, whether or not a webhook arrived. `open`: something is
 * left to pay; `known`: the gateway has answered.
 */
export async function checkPayment(services: Services, token: string) {
  const { db } = services
  const row = await findBookingByToken(services, token)
  if (!row) return null
  await limitVisitor(services, 'payments')
  const known = await reconcileBooking(services, row.booking.id)
  const [now, open] = [await findBookingByToken(services, token), await findOpenPayment(db, row.booking.id)]
  if (services.gateway && open?.payment.intentId) dropCachedPayment(services.gateway, open.payment.intentId)
  return { status: now?.booking.status ?? row.booking.status, open: open !== null, known }
}
