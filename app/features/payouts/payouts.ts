import type { IsoDate } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/** How far a payout is, in words. */
export const PAYOUT_STATUS = {
  pending: 'On its way',
  in_transit: 'On its way',
  paid: 'Arrived',
  failed: 'Failed',
  canceled: 'Canceled',
} as const

/** The sums of a payout's lines, by kind. They add up to the arriving amount. */
type PayoutSums = { charges: Cents; fees: Cents; refunds: Cents; disputes: Cents; other: Cents; net: Cents }

export type Payout = PayoutSums & {
  id: string
  status: keyof typeof PAYOUT_STATUS
  /** In lower case. Of another one than the site’s, the amounts are in its cents. */
  currency: string
  arrivesOn: IsoDate
  failure: string | null
  /** Whether Stripe lists its lines; never of a payout made by hand. */
  lines: 'listed' | 'not-yet' | 'never'
}

/** A stay that an amount is about. */
type OfStay = { reference: string | null; guest: string; property: string }

/** The subject of a line, in words. */
export const LINE_KIND = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  held: 'Held or returned by Stripe',
  other: 'Other',
} as const
type LineKind = keyof typeof LINE_KIND

/** A line of a payout. What arrives of it is `amount` less `fee`. */
export type PayoutLine = OfStay & {
  id: string
  payoutId: string
  kind: LineKind
  type: string
  description: string | null
  amount: Cents
  fee: Cents
  on: IsoDate
}

/** A payment or return that an operator recorded outside the site. Above 0 it came from the guest. */
export type PaidByHand = OfStay & { id: string; on: IsoDate; how: string | null; amount: Cents }

/** A mismatch, and how it was resolved, if it was. */
export type PayoutProblem = OfStay & {
  problem: keyof typeof PROBLEMS
  /** Stripe’s id of the payout, the line, or the payment. */
  subjectId: string
  payoutId: string | null
  kind: LineKind
  amount: Cents
  /** The site's own record. */
  expected: Cents
  currency: string
  on: IsoDate
  detail: string | null
  resolved: { by: string | null; note: string } | null
}

/** Each problem, of one and of several, and how to solve it. */
const PROBLEMS = {
  failed: {
    one: 'A payout failed',
    many: (count: number) => `${countOf(count, 'payout')} failed`,
    help: 'Check the bank account in Stripe’s dashboard.',
  },
  currency: {
    one: 'A payout is in another currency',
    many: (count: number) => `${countOf(count, 'payout')} are in another currency`,
    help: 'The site takes US dollars only, so it is not in the books.',
  },
  sum: {
    one: 'The lines of a payout don’t add up to it',
    many: (count: number) => `The lines of ${countOf(count, 'payout')} don’t add up`,
    help: 'Compare it with Stripe’s dashboard.',
  },
  unknown: {
    one: 'A line of a payout belongs to no booking',
    many: (count: number) => `${countOf(count, 'line')} of payouts belong to no booking`,
    help: 'Look it up in Stripe’s dashboard.',
  },
  differs: {
    one: 'A line of a payout differs from what is recorded',
    many: (count: number) => `${countOf(count, 'line')} of payouts differ from what is recorded`,
    help: 'Compare the payment with Stripe’s dashboard.',
  },
  dispute: {
    one: 'A guest disputes a payment',
    many: (count: number) => `${countOf(count, 'payment')} are disputed`,
    help: 'Answer in Stripe’s dashboard before its deadline.',
  },
  missing: {
    one: 'A charge is in no payout',
    many: (count: number) => `${countOf(count, 'charge')} are in no payout`,
    help: 'See in Stripe’s dashboard whether payouts are paused.',
  },
} as const

/** The mismatches of one kind, for a list of tasks. */
export function problemTask(problem: PayoutProblem['problem'], count: number): { title: string; detail: string } {
  const { one, many, help } = PROBLEMS[problem]
  return { title: count === 1 ? one : many(count), detail: help }
}

/** A mismatch, with its amounts. */
export function problemWords(of: PayoutProblem): { title: string; detail: string } {
  const { problem, amount, expected, currency, kind, detail } = of
  const { one, help } = PROBLEMS[problem]
  const money = formatMoney(Math.abs(amount))
  const what = LINE_KIND[kind].toLowerCase()
  const titles: Partial<Record<typeof problem, string>> = {
    failed: `A payout of ${money} failed`,
    currency: `A payout is in ${currency.toUpperCase()}`,
    sum: `${one}: ${formatMoney(expected)} of ${formatMoney(amount)}`,
    unknown: kind === 'other' ? `${one}: ${formatMoney(amount)}` : `A ${what} of ${money} belongs to no booking`,
    differs: `A ${what} of ${money} differs from what is recorded: ${formatMoney(Math.abs(expected))}`,
    dispute: amount < 0 ? `A guest disputes ${money}` : `A dispute brought back ${money}`,
    missing: `A charge of ${money} is in no payout`,
  }
  return { title: titles[problem] ?? one, detail: detail ? `${detail.replace(/\.$/, '')}. ${help}` : help }
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** The sums of some payouts. */
export const addPayouts = (all: readonly PayoutSums[]): PayoutSums => ({
  charges: sumOf(all.map(({ charges }) => charges)),
  fees: sumOf(all.map(({ fees }) => fees)),
  refunds: sumOf(all.map(({ refunds }) => refunds)),
  disputes: sumOf(all.map(({ disputes }) => disputes)),
  other: sumOf(all.map(({ other }) => other)),
  net: sumOf(all.map(({ net }) => net)),
})
