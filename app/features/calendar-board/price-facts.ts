import { priceOfNight } from '#app/features/pricing/rates.ts'
import { weekday } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { type BoardProperty, type Night, shortMoney } from './board.ts'

type Priced = Pick<Night, 'date' | 'price'>

/** The lowest and the highest price, or the only one; null without one. */
export function rangeOf(nights: readonly Priced[]): string | null {
  const prices = nights.flatMap(({ price }) => price ?? [])
  if (prices.length === 0) return null
  const [least, most] = [Math.min(...prices), Math.max(...prices)].map(shortMoney)
  return least === most ? (least ?? null) : `${least}–${most}`
}

/** `$480, Fri and Sat $590`: weekends apart, where they cost something else. */
function pricesWords(nights: readonly Priced[]): string | null {
  const [weekend, week] = [true, false].map((is) => rangeOf(nights.filter(({ date }) => weekday(date) >= 5 === is)))
  if (!weekend || !week || weekend === week) return rangeOf(nights)
  return `${week}, Fri and Sat ${weekend}`
}

/** `Now $520. Usually $480, Fri and Sat $590.` Null where the home has no prices. */
export function priceFacts({ pricing }: BoardProperty, nights: readonly Night[]): string | null {
  const usual = nights.map(({ date }): { date: string; price: Cents | null } => ({
    date,
    price: priceOfNight({ ...pricing, overrides: {} }, date),
  }))
  const now = pricesWords(nights)
  if (!now) return null
  const isUsual = nights.every(({ price }, at) => price === usual[at]?.price)
  return isUsual ? `Now ${now}, as usual.` : `Now ${now}. Usually ${pricesWords(usual)}.`
}
