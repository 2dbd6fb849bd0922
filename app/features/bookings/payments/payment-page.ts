import type { Cents } from '#app/shared/money.ts'
import type { BookingSummary, PaymentSummary } from '../booking-summary.ts'

/** What is to be paid, and what the payment service's script needs for it. */
export type OpenCardPayment = {
  clientSecret: string
  publishableKey: string
  scriptUrl: string
  kind: PaymentSummary['kind']
  amount: Cents
  /** What holds the nights, and for how many seconds more; null when they are the guest's already. */
  hold: { id: string; seconds: number } | null
}

/** The page on which a booking is paid. */
export type PaymentPage = {
  /** What the page shows of it, and nothing more: whatever stands here is in the page's source. */
  stay: Pick<BookingSummary, 'reference' | 'checkInDate' | 'checkOutDate' | 'party' | 'total' | 'payments'> & {
    /** Null when the stay was so long ago that nobody's details are shown any more. */
    guestEmail: string | null
  }
  token: string
  stayPath: string
  property: { id: string; name: string; path: string; place: 'mountain' | 'lake' }
  /** The terms of cancellation in a sentence, said before paying. */
  cancellation: string
  status: string
  /** What is paid and what is due, line by line. */
  paid: [string, Cents][]
  /** Null when nothing is to be paid, or the payment service does not answer. */
  pay: OpenCardPayment | null
}
