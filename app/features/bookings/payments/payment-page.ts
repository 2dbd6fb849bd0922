import type { Cents } from '#app/shared/money.ts'
import type { BookingSummary, PaymentSummary } from '../booking-summary.ts'

/** The amount to pay, and what the payment service's script needs. */
export type OpenCardPayment = {
  clientSecret: string
  publishableKey: string
  scriptUrl: string
  kind: PaymentSummary['kind']
  amount: Cents
  /** The hold and its seconds left; null once the nights are the guest's. */
  hold: { id: string; seconds: number } | null
}

/** The page on which a booking is paid. */
export type PaymentPage = {
  /** Only what the page shows: everything here is in the page's source. */
  stay: Pick<BookingSummary, 'reference' | 'checkInDate' | 'checkOutDate' | 'party' | 'total' | 'payments'> & {
    /** Null if the stay was so long ago that personal data is no longer shown. */
    guestEmail: string | null
  }
  token: string
  stayPath: string
  property: { id: string; name: string; path: string; place: 'mountain' | 'lake' }
  /** The cancellation policy in a sentence, shown before payment. */
  cancellation: string
  status: string
  /** Payments made and due, as lines. */
  paid: [string, Cents][]
  /** Null if nothing is to be paid, or the payment service is unavailable. */
  pay: OpenCardPayment | null
}
