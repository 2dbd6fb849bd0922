import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Party } from '#app/shared/stay.ts'
import type { SampleGuest } from './sample-guests.ts'

/** How a guest of the demo pays. Guests of a platform paid there. */
export type PaidBy = 'card' | 'check' | 'bank transfer' | 'platform'

/** What becomes of a stay after it is booked. `longer`: it ends a night later. */
type Later =
  | { kind: 'stays' }
  | { kind: 'canceled'; on: IsoDate; by: 'guest' | 'operator' }
  | { kind: 'longer'; on: IsoDate }
  | { kind: 'refunded'; on: IsoDate; percent: number }

/** A stay of the demo before its price. Its dates are the last ones; those of a longer one were a night shorter. */
export type PlannedStay = {
  slug: string
  checkIn: IsoDate
  checkOut: IsoDate
  party: Party
  guest: SampleGuest
  phone: string | null
  request: string | null
  status: 'confirmed' | 'pending' | 'declined'
  source: BookingSource
  bookedAt: Date
  paidBy: PaidBy
  /** It used the demo's discount code. */
  hasCode: boolean
  later: Later
  /** Whether the second of two payments by hand is missing after its day. */
  isLate: boolean
}
