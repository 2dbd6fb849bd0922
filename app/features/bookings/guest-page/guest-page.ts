import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { BookingSummary } from '../booking-summary.ts'

/** What the guest gets back by cancelling now, and what later. */
export type RefundSchedule = {
  /** Today, at the home. */
  today: IsoDate
  refund: Cents
  /** Refunded from this: all that was paid, or the total where the operator takes payment elsewhere. */
  paid: Cents
  deadlines: { until: IsoDate; refund: Cents }[]
}

/** In the property's time zone: before the day of check-in, from that day on, or after check-out. */
export type StayPhase = 'ahead' | 'now' | 'over'

/** A booking as its guest sees it, on a page that needs no account. */
export type GuestPage = Omit<BookingSummary, 'guest'> & {
  /** Null when the stay was so long ago that nobody's details are shown any more. */
  guest: BookingSummary['guest'] | null
  token: string
  status: 'held' | 'pending' | 'confirmed' | 'declined' | 'cancelled' | 'expired'
  phase: StayPhase
  theme: 'mountain' | 'lake'
  rules: string[]
  /** By when a request is answered, in the property's time zone; null for none, or without a deadline. */
  answerBy: string | null
  /** Null when nothing can be cancelled. */
  cancel: RefundSchedule | null
  /** Of a cancelled stay; null when nothing was promised. */
  refund: Cents | null
  /** The page of the quote that it was booked by. */
  quotePath: string | null
}

/** Why a stay without `cancel` cannot be cancelled by its guest. */
export function whyNotCancellable({ status, phase }: Pick<GuestPage, 'status' | 'phase'>): string {
  if (status === 'held') {
    return 'This stay is not paid yet. Leave it: its time runs out by itself within minutes, and nothing is charged.'
  }
  if (status !== 'pending' && status !== 'confirmed') {
    return `This stay is ${status} already. There is nothing left to cancel.`
  }
  if (phase === 'over') return 'The stay is over. There is nothing left to cancel.'
  const begun =
    status === 'confirmed'
      ? 'The stay has begun and cannot be cancelled here.'
      : 'The day of check-in is here, and the request cannot be taken back on this page any more.'
  return `${begun} Write to us, and we will see what we can do.`
}
