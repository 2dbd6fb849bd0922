import type { BookingMoney } from '#app/features/bookings/booking-summary.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Party } from '#app/shared/stay.ts'

/** The details of a stay in the panel, beside its bar. */
export type ShownStay = Party & {
  /** The guest's contact data, and the private note; null for operators without access to them. */
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
