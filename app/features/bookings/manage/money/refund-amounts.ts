import type { BookingMoney } from '#app/features/bookings/booking-summary.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { ManagedStay, RefundChoices } from '../managed-stay.ts'

/** The part of a refund that is taxes: they go back in the same share as the rest. */
export function taxesIn(refund: Cents, { total, taxes }: Pick<RefundChoices, 'total' | 'taxes'>): Cents {
  return total === 0 ? 0 : Math.round((refund * taxes) / total)
}

/** `$500.00, of that $45.45 taxes`. */
export const refundWords = (refund: Cents, choices: Pick<RefundChoices, 'total' | 'taxes'>) =>
  `${formatMoney(refund)}${refund > 0 ? `, of that ${formatMoney(taxesIn(refund, choices))} taxes` : ''}`

/** The input of the cancel form; `shown` is the refund by the policy that the page showed. Amounts are in cents. */
type RefundInput = { refund: 'policy' | 'all' | 'other'; amount: Cents; shown: Cents }

/** The chosen refund, in cents, or why it cannot be made. */
export function chosenRefund(
  { refund, amount, shown }: RefundInput,
  choices: RefundChoices,
): { ok: true; refund: Cents } | Refusal {
  if (refund === 'all') return { ok: true, refund: choices.most }
  if (refund === 'policy') {
    if (shown === choices.byPolicy) return { ok: true, refund: choices.byPolicy }
    const changed = `By the policy it is ${formatMoney(choices.byPolicy)} now, not ${formatMoney(shown)} as shown before.`
    const message = `${changed} Please look at it again.`
    return refuse('refused', message, { refund: message })
  }
  if (amount <= choices.most) return { ok: true, refund: amount }
  const message = `${mostWords(choices)} A refund can’t be more.`
  return refuse('refused', message, { amount: message })
}

/**
 * The amount that can still be recorded as paid. For a canceled stay, at most its price, and the amount that a wrong
 * record lacks.
 */
export function recordableOf(
  { status, total, refund }: { status: string; total: Cents; refund: Cents },
  { paid, planned, due, missing }: BookingMoney,
): Cents {
  const open = status === 'confirmed' ? due + planned : total - refund - paid
  return Math.max(0, open) + missing
}

/** A payment of a canceled stay can be recorded, too, so that it can be returned. */
const wasBooked = ({ status, history }: Pick<ManagedStay, 'status' | 'history'>) =>
  status === 'confirmed' || (status === 'cancelled' && history.some(({ toStatus }) => toStatus === 'confirmed'))

/** The same for a booking as its page has it; 0 for one that never was more than a request. */
export const recordableIn = (stay: ManagedStay): Cents =>
  wasBooked(stay) ? recordableOf({ status: stay.status, total: stay.total, refund: stay.refunded }, stay.money) : 0

/** A second press, or a reloaded page, finds the first refund. */
export const comingWords = ({ coming }: Pick<RefundChoices, 'coming'>) =>
  `A refund of ${formatMoney(coming)} is on its way to the card. Once it is done, you can make another.`

export function mostWords({ isRecorded, most, disputed }: Pick<RefundChoices, 'isRecorded' | 'most' | 'disputed'>) {
  if (!isRecorded) return 'No payment is recorded.'
  if (disputed > 0) return `${formatMoney(disputed)} is disputed with the bank, and ${formatMoney(most)} can go back.`
  return `The guest has paid ${formatMoney(most)}.`
}

const REFUND = 'Refund'

/**
 * The lines of a stay whose price is lowered by a refund. Every tax is lower by its share, and the rest is a line of
 * its own.
 */
export function linesAfterRefund(lines: readonly PriceLine[], refund: Cents): PriceLine[] {
  const sum = (some: readonly PriceLine[]) => some.reduce((total, { amount }) => total + amount, 0)
  const taxLines = lines.filter(({ kind }) => kind === 'tax')
  const choices = { total: sum(lines), taxes: sum(taxLines) }
  const returned = taxesIn(refund, choices)
  const share = choices.total === 0 ? 0 : refund / choices.total
  const lessTax = taxLines.map((line) => {
    const { taxable } = line
    const lower = { ...line, amount: line.amount - Math.round(line.amount * share) }
    return taxable === undefined ? lower : { ...lower, taxable: taxable - Math.round(taxable * share) }
  })
  const largest = lessTax.toSorted((a, b) => b.amount - a.amount)[0]
  // Rounding each tax may differ from rounding all of them by a cent or two.
  if (largest) largest.amount += choices.taxes - returned - sum(lessTax)
  const before = lines.find(({ kind, label }) => kind === 'discount' && label === REFUND)
  const untaxed = lines.filter((line) => line.kind !== 'tax' && line !== before)
  const amount = (before?.amount ?? 0) - (refund - returned)
  return [...untaxed, { kind: 'discount', label: REFUND, amount }, ...lessTax]
}
