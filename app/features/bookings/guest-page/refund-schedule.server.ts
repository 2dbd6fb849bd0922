import type { bookings } from '#app/platform/db/schema.server.ts'
import { cancellationPolicySchema, refundDeadlines, refundOn } from '#app/shared/cancellation-policy.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'
import type { RefundSchedule } from './guest-page.ts'

type Booking = Pick<typeof bookings.$inferSelect, 'status' | 'checkInDate' | 'totalAmount' | 'cancellationPolicy'>

/**
 * What a guest gets back by cancelling now, by the cancellation policy that the booking was made under: of what the card was
 * `charged`, or of the whole price where the operator takes payment elsewhere (null). Nothing was paid for a request. Null once
 * the stay has begun, and for a booking that has ended.
 */
export function refundScheduleOf(
  booking: Booking,
  { charged, timeZone, now }: { charged: Cents | null; timeZone: string; now: Date },
): RefundSchedule | null {
  const today = dateInZone(now, timeZone)
  if (today >= booking.checkInDate) return null
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return null
  const price = charged ?? centsFromNumeric(booking.totalAmount)
  const paid = booking.status === 'confirmed' ? price : 0
  const stay = {
    policy: cancellationPolicySchema.parse(booking.cancellationPolicy),
    checkIn: booking.checkInDate,
    paid,
  }
  const ahead = paid > 0 ? refundDeadlines(stay).filter(({ until }) => until >= today) : []
  return { today, paid, refund: refundOn(today, stay), deadlines: ahead }
}
