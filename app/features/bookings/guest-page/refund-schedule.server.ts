import type { bookings } from '#app/platform/db/schema.server.ts'
import { cancellationPolicySchema, refundDeadlines, refundOn } from '#app/shared/cancellation-policy.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'
import type { RefundSchedule } from './guest-page.ts'

type Booking = Pick<typeof bookings.$inferSelect, 'status' | 'checkInDate' | 'totalAmount' | 'cancellationPolicy'>

/**
 * The refund for cancelling now, by the cancellation policy at booking time. Its base is what was `paid`, or the total if
 * nothing is recorded (null). Nothing was paid for a request. Null once the stay has begun or
 * the booking has ended.
 */
export function refundScheduleOf(
  booking: Booking,
  { paid: recorded, timeZone, now }: { paid: Cents | null; timeZone: string; now: Date },
): RefundSchedule | null {
  const today = dateInZone(now, timeZone)
  if (today >= booking.checkInDate) return null
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return null
  const price = recorded ?? centsFromNumeric(booking.totalAmount)
  const paid = booking.status === 'confirmed' ? price : 0
  const stay = {
    policy: cancellationPolicySchema.parse(booking.cancellationPolicy),
    checkIn: booking.checkInDate,
    paid,
  }
  const ahead = paid > 0 ? refundDeadlines(stay).filter(({ until }) => until >= today) : []
  return { today, paid, refund: refundOn(today, stay), deadlines: ahead }
}
