import type { ArrivalGuide } from '#app/features/properties/arrival-guide.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { BookingSummary } from '../booking-summary.ts'

/** The refund for cancelling now, and for cancelling later. */
export type RefundSchedule = {
  /** The local date at the property. */
  today: IsoDate
  refund: Cents
  /** The part that is returned the way it was paid, and not to a card. */
  byHand: Cents
  /** The base of the refund: all that is recorded as paid. */
  paid: Cents
  deadlines: { until: IsoDate; refund: Cents }[]
  /** The cancellation policy in a sentence. */
  terms: string
}

/** In the property's time zone: before the day of check-in, from that day on, or after check-out. */
export type StayPhase = 'ahead' | 'now' | 'over'

/** A booking as its guest sees it, on a page that needs no account. */
export type GuestPage = Omit<BookingSummary, 'guest'> & {
  /** Null if the stay was so long ago that personal data is no longer shown. */
  guest: BookingSummary['guest'] | null
  token: string
  /** The page on which the guest pays the due amount by card; null if nothing is due. */
  payPath: string | null
  phase: StayPhase
  theme: 'mountain' | 'lake'
  /** Null unless the stay is confirmed and not over, and for a property without one. */
  arrivalGuide: ArrivalGuide | null
  rules: string[]
  /**
   * The deadline for answering a request, in the property's time zone; null for other bookings, or without a deadline.
   */
  answerBy: string | null
  /** The late amount today at the home, and since when; null if nothing is. */
  late: { amount: Cents; since: IsoDate; until: IsoDate } | null
  /** The last day to pay that the guest was told, after which the stay is canceled automatically; null for others. */
  cancelsAfter: IsoDate | null
  /** Null if nothing can be cancelled. */
  cancel: RefundSchedule | null
  /** Whether it ever was more than a request. */
  wasConfirmed: boolean
  /** The refund of a cancelled stay; null if none was promised. */
  refund: Cents | null
  /** The page of the quote that the booking was made by. */
  quotePath: string | null
}

/** Whether the guest is still to come, or is here. */
export function isExpected({ status, phase }: Pick<GuestPage, 'status' | 'phase'>): boolean {
  return (status === 'confirmed' || status === 'pending') && phase !== 'over'
}

/** Why a stay without `cancel` cannot be cancelled by its guest. */
export function whyNotCancellable({ status, phase }: Pick<GuestPage, 'status' | 'phase'>): string {
  if (status === 'held') {
    return 'This stay isn’t paid for yet. You don’t need to do anything: the hold expires in a few minutes and nothing is charged.'
  }
  if (status !== 'pending' && status !== 'confirmed') {
    return `This stay is already ${status === 'cancelled' ? 'canceled' : status}, so there’s nothing to cancel.`
  }
  if (phase === 'over') return 'Your stay is over, so there’s nothing to cancel.'
  const begun =
    status === 'confirmed'
      ? 'Your stay has started and can’t be canceled here.'
      : 'It’s check-in day, so this request can’t be withdrawn here anymore.'
  return `${begun} Contact us and we’ll see what we can do.`
}
