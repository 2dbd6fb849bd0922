import type { Price, PriceLine } from '#app/features/pricing/price.ts'
import { LG } from '#app/shared/breakpoints.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'

/** The width of the photo at the head of a quote's or a booking's page (quote-head.css). */
export const HEAD_IMAGE_SIZES = `${LG} 32rem, 100vw`

const GROUPS: Record<PriceLine['kind'], string> = {
  nights: 'Nights',
  discount: 'Discounts',
  cleaning: 'Cleaning',
  fee: 'Fees',
  pet: 'Pets',
  guest: 'Extra guests',
  tax: 'Taxes',
}

type Change = { label: string; before: Cents; after: Cents }

export function priceChanges(before: readonly PriceLine[], after: readonly PriceLine[]): Change[] {
  const sumOf = (lines: readonly PriceLine[], kind: PriceLine['kind']) =>
    lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
  const kinds = [...new Set([...before, ...after].map(({ kind }) => kind))]
  return kinds
    .map((kind) => ({ label: GROUPS[kind], before: sumOf(before, kind), after: sumOf(after, kind) }))
    .filter((change) => change.before !== change.after)
}

/** Equal shares that add up to the cent; the larger ones come first. */
export function splitEvenly(total: Cents, parts: number): { count: number; amount: Cents }[] {
  const share = Math.floor(total / parts)
  const more = total - share * parts
  return [
    { count: more, amount: share + 1 },
    { count: parts - more, amount: share },
  ].filter(({ count }) => count > 0)
}

/** The nights are held until `until` (at a fixed price during payment), requested or booked. */
type Claim =
  | { state: 'held'; until: string; price: Price | null }
  | { state: 'requested' | 'booked'; until: null; price: Price }

/** A stored quote with its current state. */
export type QuotePage = {
  /** The id of the quote, by which it is booked. */
  id: string
  property: {
    name: string
    title: string
    path: string
    theme: 'mountain' | 'lake'
    location: string
    bedrooms: number
  }
  stay: Stay
  /** The day of the quote, and until when it can be booked, in the property's time zone. */
  quotedOn: string
  goodUntil: string
  expired: boolean
  /** An operator wrote it for a guest: until it expires, its price is valid. */
  isOffer: boolean
  quote: Price
  promoCode: string | null
  /** Why the code is no longer valid; null while it is. */
  promoOver: string | null
  /** Today's price, even if the nights are taken; null if there is none. */
  today: Price | null
  /** The group member's hold or booking of the nights, by this quote or a revision of it. Null if there is none. */
  claim: Claim | null
  /** Until when the operator holds the nights for whoever books with this page; null if not. */
  heldUntil: string | null
  /** Why the nights are not available now; null if they are. */
  refusal: { reason: string; message: string } | null
}

/** The state of the nights. A hold on nights that the operator has blocked since does not count. */
export function nightsState({ claim, refusal }: Pick<QuotePage, 'claim' | 'refusal'>) {
  if (claim && claim.state !== 'held') return claim.state
  if (refusal) return 'refused'
  return claim ? 'held' : 'free'
}

/** Whether its price is booked, whatever the prices of the day are. */
export const isBinding = ({ isOffer, expired }: Pick<QuotePage, 'isOffer' | 'expired'>) => isOffer && !expired

/** The valid price: as booked, else of an offer whose nights are open, else today's, else the quoted one. */
export function currentPrice(
  page: Pick<QuotePage, 'claim' | 'refusal' | 'today' | 'quote' | 'isOffer' | 'expired'>,
): Price {
  const { claim, refusal, today, quote } = page
  return claim?.price ?? (isBinding(page) && !refusal ? quote : (today ?? quote))
}
