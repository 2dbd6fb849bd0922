import { type Cents, formatAmount } from '#app/shared/money.ts'

/** Why an operator cancels a confirmed stay; the guest reads other words for each. */
export const CANCELLED_FOR = {
  guest: 'The guest asked',
  operator: 'We have to cancel',
  'no-show': 'The guest did not arrive',
} as const
export type CancelledFor = keyof typeof CANCELLED_FOR

/** The sentence for the guest: `stay` names the stay. */
export const CANCELLED_WORDS: Record<CancelledFor, { what: (stay: string) => string; close: string }> = {
  guest: {
    what: (stay) => `As you asked, we canceled ${stay}. The dates are open again.`,
    close: 'We’re sorry you can’t make it and hope to host you another time.',
  },
  operator: {
    what: (stay) => `We’re very sorry: we had to cancel ${stay}.`,
    close: 'Reply to this email, and we’ll help you find another home or other dates.',
  },
  'no-show': {
    what: (stay) => `You didn’t arrive for ${stay}, so we canceled the rest of the stay.`,
    close: 'If something went wrong on your way to us, please reply to this email.',
  },
}

/** A refund, and the part of it that goes to a card. `isRecorded`: whether any payment is recorded. */
export type Returned = { refund: Cents; toCard: Cents; isRecorded: boolean }

/** For guests who may have paid in a way that the site does not know: nothing else is returned. */
export const TELL_US = 'If you have paid outside this site, tell us.'

/** The refund and its way, for the guest; for a refund above zero. */
export function returnedSentence({ refund, toCard }: Pick<Returned, 'refund' | 'toCard'>): string {
  if (toCard === 0) return `You’ll get back ${formatAmount(refund)}, the same way you paid it.`
  const rest = refund - toCard
  const byCard = `${formatAmount(toCard)} is going back to your card. Banks usually take 5 to 10 days.`
  return rest > 0 ? `${byCard} You’ll get back the other ${formatAmount(rest)} the same way you paid it.` : byCard
}

/** The refund after a cancellation, without a reason: an operator may return more than the terms say. */
export function refundSentence(returned: Returned): string {
  if (returned.refund > 0) return returnedSentence(returned)
  if (!returned.isRecorded) return `No payment of yours is recorded, so nothing is refunded. ${TELL_US}`
  return 'There is no refund for this cancellation.'
}
