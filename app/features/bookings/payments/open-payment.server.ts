import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { answerWithin, type GatewayPayment, PAGE_WAIT_MS, withinRequest } from '#app/platform/gateway/gateway.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { retrySoon } from '../booking-payments.server.ts'
import { payPathOf } from '../booking-summary.ts'
import { bookings } from '../bookings.tables.server.ts'
import type { BookingStatus } from '../status/change-status.server.ts'
import { getCachedPayment } from './payment-cache.server.ts'
import { payments } from './payments.tables.server.ts'

const firstOfHeld = and(eq(bookings.status, 'held'), ne(payments.kind, 'balance'))
/** A link that an operator sent for a stay that is booked already. */
const linkToPay = and(eq(bookings.status, 'confirmed'), ne(payments.kind, 'balance'), eq(payments.status, 'waiting'))
const restThatFailed = and(
  eq(bookings.status, 'confirmed'),
  eq(payments.kind, 'balance'),
  eq(payments.status, 'failed'),
  isNotNull(payments.intentId),
)

/**
 * The payment that the guest has to make now. It is that of a held booking, of a link, or of a declined balance.
 */
export async function findOpenPayment(db: Tx, bookingId: string) {
  const [row] = await db
    .select({ payment: payments, booking: bookings })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(and(eq(payments.bookingId, bookingId), or(firstOfHeld, linkToPay, restThatFailed)))
    .orderBy(sql`${payments.kind} = 'balance'`, payments.createdAt)
    .limit(1)
  return row ?? null
}
type OpenPayment = NonNullable<Awaited<ReturnType<typeof findOpenPayment>>>

/**
 * The payment for the guest's browser. However often this is called, it is created at the gateway once. Throws
 * `GatewayUnavailable` or `RateLimitError`.
 */
export async function openPayment(
  services: Services,
  { payment, booking }: OpenPayment,
): Promise<GatewayPayment | null> {
  const { db, gateway, clock } = services
  if (!gateway) return null
  if (payment.intentId) return answerWithin(PAGE_WAIT_MS, getCachedPayment(services, gateway, payment.intentId))
  await limitVisitor(services, 'payments')
  const made = await withinRequest(gateway, PAGE_WAIT_MS).createPayment({
    key: payment.id,
    amount: centsFromNumeric(payment.amount),
    description: booking.reference,
    metadata: { payment: payment.id, reference: booking.reference },
    email: booking.guestEmail,
    saveCard: payment.kind === 'deposit',
  })
  await db
    .update(payments)
    .set({ intentId: made.id, nextAt: retrySoon(clock.now()) })
    .where(eq(payments.id, payment.id))
  await db.update(bookings).set({ stripePaymentIntentId: made.id }).where(eq(bookings.id, booking.id))
  return made
}

/** The status of a new booking and, while it is held, the payment for it and where it is paid. */
export async function openBookingPayment(
  services: Services,
  bookingId: string,
): Promise<{ status: BookingStatus; clientSecret: string | null; payPath: string | null }> {
  const { db } = services
  const isIt = eq(bookings.id, bookingId)
  const [row] = await db.select({ status: bookings.status }).from(bookings).where(isIt)
  const status = row?.status ?? 'expired'
  const open = status === 'held' ? await findOpenPayment(db, bookingId) : null
  const payment = open && (await openPayment(services, open))
  return { status, clientSecret: payment?.clientSecret ?? null, payPath: open && payPathOf(open.payment) }
}
