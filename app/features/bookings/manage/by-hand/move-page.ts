import type { MoneyFacts } from '#app/features/bookings/booking-summary.ts'
import type { Cents } from '#app/shared/money.ts'

/** A booking that an operator moves. Nothing is paid for a request. */
export type MovedStay = MoneyFacts & {
  reference: string
  guestName: string
  guestEmail: string
  /** The home where it is, if it has a door code of its own for that. */
  codeOf: string | null
  /** The least that a card can be charged. */
  smallest: Cents
}
