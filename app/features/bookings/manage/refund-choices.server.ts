import type { PriceLine } from '#app/features/pricing/price.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { bookings } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { cancellationPolicySchema, refundOn } from '#app/shared/cancellation-policy.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'
import { type BookingSummary, moneyOf } from '../booking-summary.ts'
import { getPaidElsewhere, listPayments, summarizePayment } from '../payments/payments.server.ts'
import type { ManagedBooking } from './booking-list.ts'
import type { RefundChoices } from './manage-booking.ts'

type Refundable = Pick<BookingSummary, 'total' | 'lines' | 'payments' | 'paidElsewhere' | 'checkInDate'> & {
  status: ManagedBooking['status']
  cancellationPolicy: unknown
  /** What is to be returned outside the site, and so is promised already. */
  returnDue: Cents
  /** The property's local date. */
  today: IsoDate
}

/**
 * What can go back to the guest now: of a cancelled stay, what was kept of it. `byPolicy` is for cancelling now; after
 * check-in the policy returns nothing.
 */
export function refundChoicesOf({
  cancellationPolicy,
  today,
  checkInDate: checkIn,
  ...stay
}: Refundable): RefundChoices {
  const { status, total, lines, payments, returnDue } = stay
  const { byCard, paid } = moneyOf(stay)
  const isOpen = status === 'confirmed'
  const unrecorded = isOpen ? total : 0
  const most = paid === null ? unrecorded : paid - returnDue
  const policy = cancellationPolicySchema.parse(cancellationPolicy)
  return {
    byCard,
    paid,
    most,
    byPolicy: !isOpen || today >= checkIn ? 0 : refundOn(today, { policy, checkIn, paid: most }),
    total,
    taxes: lines.filter(({ kind }) => kind === 'tax').reduce((sum, { amount }) => sum + amount, 0),
    isStuck: payments.some(({ refundFailed }) => refundFailed),
  }
}

/** What can go back to the guest of a booking, as the transaction sees it. */
export async function getRefundChoices(
  { db, clock }: { db: Tx; clock: Services['clock'] },
  { booking, timeZone }: { booking: typeof bookings.$inferSelect; timeZone: string },
): Promise<RefundChoices> {
  return refundChoicesOf({
    ...booking,
    total: centsFromNumeric(booking.totalAmount),
    lines: booking.lines as PriceLine[],
    payments: (await listPayments(db, booking.id)).map(summarizePayment),
    returnDue: centsFromNumeric(booking.returnDue),
    paidElsewhere: await getPaidElsewhere(db, booking.id),
    today: dateInZone(clock.now(), timeZone),
  })
}
