import { type Cents, formatAmount } from '#app/shared/money.ts'

/** Why a refund was not made, by its code, for the operator. */
export const REFUSAL_WORDS = {
  disputed: 'The guest disputed the charge with the bank',
  'already-refunded': 'Stripe has refunded this payment already',
  'no-funds': 'Your balance at Stripe is too small',
  returned: 'The refund went out, and then the bank returned it',
  other: 'Stripe refused it',
} as const
export type RefusalCode = keyof typeof REFUSAL_WORDS

/** The guest's reasons to the bank, in words, by the codes of Stripe. */
const REASONS: Record<string, string> = {
  credit_not_processed: 'A refund was promised and not made',
  duplicate: 'It was charged twice',
  fraudulent: 'The guest did not make this payment',
  product_not_received: 'The guest did not get the stay',
  product_unacceptable: 'The stay was not as described',
  subscription_canceled: 'It was canceled before',
  unrecognized: 'The guest does not recognize the charge',
}

export const disputeReason = (reason: string) => REASONS[reason] ?? 'Another reason, which Stripe’s dashboard names'

export type DisputeState = {
  status: 'needs-response' | 'under-review' | 'won' | 'lost' | 'closed'
  isInquiry: boolean
}

/** The state of a dispute, and the next step, for the operator. `answerBy` is a day in words. */
export function disputeSentence(
  { status, isInquiry }: DisputeState,
  { amount, answerBy }: { amount: Cents; answerBy: string | null },
): string {
  const sum = formatAmount(amount)
  const taken = isInquiry
    ? `The bank asks about ${sum} and has taken nothing yet.`
    : `The bank has taken back ${sum} for now.`
  if (status === 'needs-response') {
    const by = answerBy ? ` by ${answerBy}` : ''
    return `${taken} Answer in Stripe’s dashboard${by}. ${isInquiry ? 'Without an answer it becomes a dispute.' : 'Without an answer you lose it.'}`
  }
  if (status === 'under-review') return `${taken} You’ve answered, and the bank decides.`
  if (status === 'won') return `You won: the bank gave you back ${sum}.`
  if (status === 'lost') return `You lost: the guest has ${sum} back from the bank.`
  return `It ended without a loss: the guest got nothing of the ${sum} from the bank.`
}

/** Why no refund is possible now, for the operator. */
export const WAIT_FOR_DISPUTE =
  'Until it ends, nothing of this payment is refunded here. Don’t return it another way either: the guest would be paid twice.'

/** Why no refund is made now, for the guest. */
export const disputedWords = (disputed: Cents) =>
  `You disputed ${formatAmount(disputed)} with your bank. Until the bank has decided, we can’t refund any of that payment.`
