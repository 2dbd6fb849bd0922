import type { CancellationPolicy } from '#app/features/properties/cancellation-policy.ts'
import type { DepositRules } from './payment-plan.ts'

/** The terms that a guest of a property agrees to before booking. */
export type BookingTerms = {
  /** The charge to a card, and its day; null if the operator takes payment elsewhere. */
  deposit: DepositRules | null
  /** The ways to pay where no card is charged: `by check or bank transfer`; null if they are not known. */
  ways: string | null
  /** The longest time that a request waits for an answer. */
  requestHours: number
  cancellationPolicy: CancellationPolicy
  /** The cancellation policy in words. */
  cancellation: string
  /** The version of the legal terms to accept; null while the operator has none. */
  version: string | null
}
