import type { CancellationPolicy } from '#app/features/properties/cancellation-policy.ts'
import type { DepositRules } from './payment-plan.ts'

/** What a guest of a property agrees to before booking. */
export type BookingTerms = {
  /** What a card is charged, and when; null if the operator takes payment elsewhere. */
  deposit: DepositRules | null
  /** The ways to pay where no card is charged: `by check or bank transfer`; null if they are not known. */
  ways: string | null
  cancellationPolicy: CancellationPolicy
  /** The cancellation policy in words. */
  cancellation: string
  /** The version of the legal terms to accept; null while the operator has none. */
  version: string | null
}
