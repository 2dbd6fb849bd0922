import type { MoneyFacts } from '#app/features/bookings/booking-summary.ts'
import type { Cents } from '#app/shared/money.ts'

/** A booking that an operator moves. Nothing is paid for a request. */
export type MovedStay = MoneyFacts & {
  reference: string
  guestName: string
  guestEmail: string
  /** The current home, if the stay has its own door code there. */
  codeOf: string | null
  /** The minimum charge to a card. */
  smallest: Cents
}
