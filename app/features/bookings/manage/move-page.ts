import type { Cents } from '#app/shared/money.ts'
import type { MoneyFacts } from '../booking-summary.ts'

/** A booking that an operator moves. Nothing is paid for a request. */
export type MovedStay = MoneyFacts & {
  reference: string
  guestName: string
  guestEmail: string
  /** The least that a card can be charged. */
  smallest: Cents
}
