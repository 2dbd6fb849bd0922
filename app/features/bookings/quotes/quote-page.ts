import type { Price, PriceLine } from '#app/features/pricing/price.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'

/** Why a line is not part of every stay: without this the price would be lower. */
export const OPTIONAL_LINES: Partial<Record<PriceLine['kind'], string>> = { pet: 'only with a pet' }

const GROUPS: Record<PriceLine['kind'], string> = {
  nights: 'Nights',
  discount: 'Discounts',
  cleaning: 'Cleaning',
  pet: 'Pets',
  guest: 'Extra guests',
  tax: 'Taxes',
}

type Change = { label: string; before: Cents; after: Cents }

/** What of a price moved, by what it is for. */
export function priceChanges(before: readonly PriceLine[], after: readonly PriceLine[]): Change[] {
  const sumOf = (lines: readonly PriceLine[], kind: PriceLine['kind']) =>
    lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
  const kinds = [...new Set([...before, ...after].map(({ kind }) => kind))]
  return kinds
    .map((kind) => ({ label: GROUPS[kind], before: sumOf(before, kind), after: sumOf(after, kind) }))
    .filter((change) => change.before !== change.after)
}

/** Equal shares that add up to the cent: those that pay a cent more come first. */
export function splitEvenly(total: Cents, parts: number): { count: number; amount: Cents }[] {
  const share = Math.floor(total / parts)
  const more = total - share * parts
  return [
    { count: more, amount: share + 1 },
    { count: parts - more, amount: share },
  ].filter(({ count }) => count > 0)
}

/** The nights are held `until` then, at a price that binds once they are being paid; or they are asked for, or booked. */
type Claim =
  | { state: 'held'; until: string; price: Price | null }
  | { state: 'requested' | 'booked'; until: null; price: Price }

/** A stored price, with what has become of it. */
export type QuotePage = {
  /** The quote's, by which it is booked. */
  id: string
  property: {
    name: string
    title: string
    path: string
    place: 'mountain' | 'lake'
    location: string
    bedrooms: number
  }
  stay: Stay
  /** The day it was told, and the moment until which it can be booked, by the home's clocks. */
  quotedOn: string
  goodUntil: string
  expired: boolean
  quote: Price
  /** The code that it was told with. */
  promoCode: string | null
  /** Why that is good no more; null while it is. */
  promoOver: string | null
  /** What it costs today, whoever has the nights; null when it cannot be said. */
  today: Price | null
  /** What one of the group has made of it, or of a quote made anew from it; null while nobody has. */
  claim: Claim | null
  /** Why the nights cannot be had now; null while they can. */
  refusal: { reason: string; message: string } | null
}

/** How things stand with the nights. A hold that the operator's own nights came over is worth nothing. */
export function nightsState({ claim, refusal }: Pick<QuotePage, 'claim' | 'refusal'>) {
  if (claim && claim.state !== 'held') return claim.state
  if (refusal) return 'refused'
  return claim ? 'held' : 'free'
}

/** The price that can be had: as it is booked, else as it is today, else (where that cannot be said) as it was told. */
export function currentPrice({ claim, today, quote }: Pick<QuotePage, 'claim' | 'today' | 'quote'>): Price {
  return claim?.price ?? today ?? quote
}
