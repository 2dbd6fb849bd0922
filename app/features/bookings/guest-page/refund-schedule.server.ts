import {
  cancellationPolicySchema,
  cancellationWords,
  refundDeadlines,
  refundOn,
} from '#app/features/properties/cancellation-policy.ts'
import { dateInZone } from '#app/shared/dates.ts'
import type { BookingMoney } from '../booking-summary.ts'
import type { bookings } from '../bookings.tables.server.ts'
import type { RefundSchedule } from './guest-page.ts'

type Booking = Pick<typeof bookings.$inferSelect, 'status' | 'checkInDate' | 'cancellationPolicy'>

/**
 * The refund for cancelling now, by the cancellation policy at booking time, of the recorded payments. Nothing was paid
 * for a request. Null once the stay has begun or the booking has ended.
 */
export function refundScheduleOf(
  booking: Booking,
  { money, timeZone, now }: { money: BookingMoney; timeZone: string; now: Date },
): RefundSchedule | null {
  const today = dateInZone(now, timeZone)
  if (today >= booking.checkInDate) return null
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return null
  const paid = booking.status === 'confirmed' ? money.byCard + money.byHand : 0
  const policy = cancellationPolicySchema.parse(booking.cancellationPolicy)
  const stay = { policy, checkIn: booking.checkInDate, paid }
  const ahead = paid > 0 ? refundDeadlines(stay).filter(({ until }) => until >= today) : []
  const byHand = Math.max(0, refundOn(today, stay) - money.byCard)
  return { today, paid, refund: refundOn(today, stay), byHand, deadlines: ahead, terms: cancellationWords(policy) }
}
