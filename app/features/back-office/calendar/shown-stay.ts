import type { BookingMoney } from '#app/features/bookings/booking-summary.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Party } from '#app/shared/stay.ts'

/** What the panel shows of a stay beside its bar. */
export type ShownStay = Party & {
  phone: string | null
  email: string
  source: string
  total: Cents
  money: BookingMoney
  /** Until when a request waits for an answer, in words. */
  answerBy: string | null
  privateNote: string | null
}
