import type { Cents } from '#app/shared/money.ts'
import type { StayFacts, StayPayment } from '../stay-facts.ts'

/** What is to be paid, and what the payment service's script needs for it. */
export type CardToPay = {
  clientSecret: string
  publishableKey: string
  scriptUrl: string
  kind: StayPayment['kind']
  amount: Cents
  /** What holds the nights, and for how many seconds more; null when they are the guest's already. */
  hold: { id: string; seconds: number } | null
}

/** The page on which a booking is paid. */
export type PayStep = {
  /** What the page shows of it, and nothing more: whatever stands here is in the page's source. */
  stay: Pick<StayFacts, 'reference' | 'checkInDate' | 'checkOutDate' | 'party' | 'total' | 'payments'> & {
    /** Null when the stay was so long ago that nobody's details are shown any more. */
    guestEmail: string | null
  }
  token: string
  stayPath: string
  home: { id: string; name: string; path: string; place: 'mountain' | 'lake' }
  /** The terms of cancellation in a sentence, said before paying. */
  cancellation: string
  status: string
  /** What is paid and what is due, line by line. */
  paid: [string, Cents][]
  /** Null when nothing is to be paid, or the payment service does not answer. */
  pay: CardToPay | null
}
