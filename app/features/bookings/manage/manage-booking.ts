import { type Cents, formatMoney } from '#app/shared/money.ts'

/** What an operator may start a decline with, and change before it is sent. */
export const DECLINE_REASONS = [
  'The home isn’t available for those dates after all. Another of our homes may be: reply to this email and we’ll check for you.',
  'The home isn’t a good fit for your group. Tell us a little more about your plans, and we’ll suggest another.',
  'We couldn’t verify your request. If you’re still interested, please reply to this email with a phone number.',
]

/** What can go back to the guest, in cents. `paid` is null if the site does not know it: the stay is paid elsewhere. */
export type RefundChoices = { paid: Cents | null; most: Cents; byPolicy: Cents; total: Cents; taxes: Cents }

/** The part of a refund that is taxes: they go back in the same share as the rest. */
export function taxesIn(refund: Cents, { total, taxes }: Pick<RefundChoices, 'total' | 'taxes'>): Cents {
  return total === 0 ? 0 : Math.round((refund * taxes) / total)
}

/** What the cancel form asks for; `shown` is the refund by the policy that the page showed. Amounts are in cents. */
export type RefundInput = { refund: 'policy' | 'all' | 'other'; amount: Cents; shown: Cents }

/** The refund that the form asks for, in cents, or why it cannot be made. */
export function chosenRefund(
  { refund, amount, shown }: RefundInput,
  choices: RefundChoices,
): { ok: true; refund: Cents } | { ok: false; field: 'refund' | 'amount'; message: string } {
  if (refund === 'all') return { ok: true, refund: choices.most }
  if (refund === 'policy') {
    if (shown === choices.byPolicy) return { ok: true, refund: choices.byPolicy }
    const changed = `By the policy it is ${formatMoney(choices.byPolicy)} now, not ${formatMoney(shown)} as shown before.`
    return { ok: false, field: 'refund', message: `${changed} Please look at it again.` }
  }
  if (amount <= choices.most) return { ok: true, refund: amount }
  const most = `${choices.paid === null ? 'The total is' : 'The guest has paid'} ${formatMoney(choices.most)}.`
  return { ok: false, field: 'amount', message: `${most} A refund cannot be more.` }
}
