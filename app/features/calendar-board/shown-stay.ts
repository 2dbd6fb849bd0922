import type { BookingMoney } from '#app/features/bookings/booking-summary.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Party } from '#app/shared/stay.ts'

/** What the panel shows of a stay beside its bar. */
export type ShownStay = Party & {
  /** How to reach the guest, and the private note; null for whoever may not see that. */
  contact: { phone: string | null; email: string; note: string | null } | null
  source: string
  total: Cents
  money: BookingMoney
  checkIn: IsoDate
  /** The day at the home. */
  today: IsoDate
  /** Until when a request waits for an answer, in words. */
  answerBy: string | null
}
