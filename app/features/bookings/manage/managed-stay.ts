import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { BookingMoney, BookingSummary } from '../booking-summary.ts'
import type { DisputeState, RefusalCode } from '../dispute-words.ts'
import type { StayPhase } from '../guest-page/guest-page.ts'
import type { ManagedBooking } from './list/booking-list.ts'
import type { timeLeft } from './time-left.ts'

/** A moment: as text in the property's time zone, and as an ISO instant for its order. */
type Timed = { at: string; time: string }

export type SentMail = Timed & {
  to: string
  subject: string
  status: string
  error: string | null
  /** The placeholders without a value for which the operator's own paragraph was left out. */
  emptyInParagraph: string[]
}

/** A movement of money. */
export type LedgerEntry = Timed & {
  kind: 'charged' | 'refunded' | 'refunded-elsewhere' | 'disputed' | 'retained' | 'paid-elsewhere'
  amount: Cents
  note: string | null
  operatorName: string | null
}

/**
 * The possible refunds to the guest, in cents. `most` is everything recorded as paid. Of that, `byCard` goes to the
 * card. `coming` is on its way to the card. `disputed` is with the bank, and can't be refunded as long as that is open.
 * `isStuck`: an earlier refund to the card failed, so that the next one would, too.
 */
export type RefundChoices = {
  isRecorded: boolean
  byCard: Cents
  coming: Cents
  disputed: Cents
  most: Cents
  byPolicy: Cents
  total: Cents
  taxes: Cents
  isStuck: boolean
}

/** A payment that the guest disputes with the bank, or disputed. Days and moments are text. */
export type StayDispute = DisputeState & {
  amount: Cents
  reason: string
  answerBy: string | null
  openedAt: string
  closedAt: string | null
}

export type StatusChange = Timed & {
  toStatus: ManagedBooking['status']
  cause: 'guest' | 'operator' | 'time' | 'payment' | 'conflict' | 'platform'
  operatorName: string | null
  reason: string | null
}

/**
 * The door code of a stay: its own or, without one, the home's. The guest of a confirmed stay sees it from `shownOn`
 * on. `isShown`: its page has it by now.
 */
export type DoorCode = {
  own: string | null
  property: string | null
  shownOn: IsoDate
  isShown: boolean
  /** The amount to be paid before the guest sees it; 0 for nothing. */
  waitsFor: Cents
  /** Whether an operator opened it for this stay, paid or not; and for the home. */
  isOpened: boolean
  isPropertyOpen: boolean
  /** The version of its own code, for the form. */
  version: string
}

/**
 * A booking with everything that an operator sees of it. Moments are text in the property's time zone. Contact data is
 * empty for operators without access to it.
 */
export type ManagedStay = BookingSummary & {
  phase: StayPhase
  /** For requests with a deadline: the time that is left to answer. */
  answerDue: ReturnType<typeof timeLeft> | null
  /** The check-in days of the guest's earlier stays. */
  pastStays: IsoDate[]
  source: ManagedBooking['source']
  /** The version of the source, for the form that corrects it. */
  sourceVersion: string
  /** The part of the price that the platform keeps which sold the stay, and its version for the form. */
  platformCommission: Cents
  commissionVersion: string
  privateNote: string
  /** Its version, for the form that changes it. */
  noteVersion: string
  /** The version of name, email, and phone, for the form that corrects them. */
  guestVersion: string
  doorCode: DoorCode
  guestUrl: string
  /** The page on which the guest, or somebody for the guest, pays by card; null if nothing is requested. */
  payUrl: string | null
  /** Nights that a block (`by` is null) or another calendar claims too, and the page that settles it. */
  /** Other claims to its nights: by another stay's `guest`, by a calendar, or by a block of ours. */
  conflicts: { from: string; to: string; by: string | null; guest: string | null; settlePath: string }[]
  promoCode: string | null
  /** Its place before it was moved last, in words. */
  movedFrom: string | null
  /** For confirmed stays, and for cancelled ones with a retained amount. */
  refundChoices: RefundChoices | null
  money: BookingMoney
  /** The version of the money, for the forms that move some. */
  moneyVersion: string
  /** The refund of a cancellation. */
  refunded: Cents
  /** When the guest was last reminded to pay, as text; null for never. */
  remindedAt: string | null
  /** The latest first. */
  disputes: StayDispute[]
  /** Why cards refused a refund, by its code; null while none did. */
  refundRefusal: RefusalCode | null
  /** All movements of money, oldest first. */
  ledger: LedgerEntry[]
  /** Whether the site takes cards. */
  takesCards: boolean
  /** For requests: texts to start a refusal with. */
  declineTexts: string[]
  history: StatusChange[]
  mails: SentMail[]
}

/** How far the review of a stay is: when it is asked for, or what it says. Null: nothing is known of it. */
export type ReviewState = { detail: string; isWritten: boolean } | null
