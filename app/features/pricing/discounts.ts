import type { Cents } from '#app/shared/money.ts'
import { type Percent, percentOf, percentWords } from './percent.ts'
import type { PromoCode } from './promo-code.ts'

/** Percent off the nights of a stay that has so many of them. */
export type StayDiscount = { label: string; fromNights: number; percent: Percent }

type DiscountLine = { kind: 'discount'; label: string; amount: Cents }

/** What comes off the price of the nights: the discount of the longest stay that fits, then a code's share of what is left. */
export function discountLines(
  { amount, nights }: { amount: Cents; nights: number },
  discounts: readonly StayDiscount[],
  promo: PromoCode | null,
): DiscountLine[] {
  const lines: DiscountLine[] = []
  let left = amount
  const takeOff = (label: string, wanted: Cents) => {
    const off = Math.min(wanted, left)
    if (off === 0) return
    lines.push({ kind: 'discount', label, amount: -off })
    left -= off
  }
  const [long] = discounts
    .filter(({ fromNights }) => nights >= fromNights)
    .sort((a, b) => b.fromNights - a.fromNights || (a.percent < b.percent ? 1 : -1))
  if (long) takeOff(`${long.label} (${percentWords(long.percent)})`, percentOf(left, long.percent))
  if (promo?.percent) takeOff(`Code ${promo.code} (${percentWords(promo.percent)})`, percentOf(left, promo.percent))
  if (promo?.amount) takeOff(`Code ${promo.code}`, promo.amount)
  return lines
}
