import { eq } from 'drizzle-orm'
import { getRecordedMoney } from '#app/features/bookings/booking-payments.server.ts'
import {
  type BookingSummary,
  comingRefund,
  disputedOf,
  type MoneyFacts,
  moneyOf,
} from '#app/features/bookings/booking-summary.ts'
import type { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { cancellationPolicySchema, refundOn } from '#app/features/properties/cancellation-policy.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import type { RefundChoices } from '../managed-stay.ts'

type Refundable = MoneyFacts &
  Pick<BookingSummary, 'lines' | 'checkInDate'> & {
    cancellationPolicy: unknown
    /** The property's local date. */
    today: IsoDate
  }

/**
 * The possible refunds now: for a cancelled stay, of its retained amount. `byPolicy` is for cancelling now; after
 * check-in the policy returns nothing.
 */
export function refundChoicesOf({
  cancellationPolicy,
  today,
  checkInDate: checkIn,
  ...stay
}: Refundable): RefundChoices {
  const { status, total, lines, payments } = stay
  const { isRecorded, byCard, byHand } = moneyOf(stay)
  const isOpen = status === 'confirmed'
  const most = byCard + byHand
  const policy = cancellationPolicySchema.parse(cancellationPolicy)
  return {
    isRecorded,
    byCard,
    coming: comingRefund(payments),
    disputed: disputedOf(payments),
    most,
    byPolicy: !isOpen || today >= checkIn ? 0 : refundOn(today, { policy, checkIn, paid: most }),
    total,
    taxes: lines.filter(({ kind }) => kind === 'tax').reduce((sum, { amount }) => sum + amount, 0),
    isStuck: payments.some(({ refundFailed, disputed }) => refundFailed && disputed === 0),
  }
}

/** The possible refunds for the guest of a booking, as the transaction sees it. */
export async function getRefundChoices(
  { db, clock }: { db: Tx; clock: Services['clock'] },
  booking: typeof bookings.$inferSelect,
): Promise<RefundChoices> {
  const [property] = await db
    .select({ timeZone: properties.timeZone })
    .from(properties)
    .where(eq(properties.id, booking.propertyId))
  return refundChoicesOf({
    ...booking,
    ...(await getRecordedMoney(db, booking)),
    lines: booking.lines as PriceLine[],
    today: dateInZone(clock.now(), property?.timeZone ?? 'UTC'),
  })
}
