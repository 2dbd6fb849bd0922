import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { StayFacts } from '../stay-facts.ts'

/** What the guest gets back by cancelling now, and what later. */
export type CancelTerms = {
  /** Today, at the home. */
  today: IsoDate
  refund: Cents
  /** Of what: all that was paid, or the total where the operator takes the money by other ways. */
  paid: Cents
  deadlines: { until: IsoDate; refund: Cents }[]
}

/** A booking as its guest sees it, on a page that needs no account. */
export type StayView = StayFacts & {
  token: string
  status: 'held' | 'pending' | 'confirmed' | 'declined' | 'cancelled' | 'expired'
  place: 'mountain' | 'lake'
  rules: string[]
  /** Until when a request is answered, at the home; null when it is none or waits for as long as it takes. */
  answerBy: string | null
  /** Null when there is nothing to cancel any more. */
  cancel: CancelTerms | null
  /** Of a cancelled stay; null when nothing was promised. */
  refund: Cents | null
  /** The page of the quote that it was booked by. */
  receiptPath: string | null
}
