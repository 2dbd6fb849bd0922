import type { Cents } from '#app/shared/money.ts'
import type { BookingSummary } from '../booking-summary.ts'

/** A booking that an operator moves. Nothing is paid for a request. */
export type MovedStay = Pick<BookingSummary, 'reference' | 'total' | 'payments' | 'paidElsewhere'> & {
  guestName: string
  guestEmail: string
  isConfirmed: boolean
  /** The least that a card can be charged. */
  smallest: Cents
}
