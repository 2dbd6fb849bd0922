import { addDays, eachNight, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import { shortMoney } from './board.ts'

/** So many days ago was the same weekday of last year. */
export const YEAR = 364

/** What the nights of a stay of last year sold at, from the night `on`. */
export type SoldStay = { propertyId: string; on: IsoDate; prices: Cents[] }

/** `Last year these nights sold at $455.` Null where none was sold. */
export function lastYearWords(
  sold: readonly SoldStay[],
  { propertyId, nights }: { propertyId: string; nights: readonly IsoDate[] },
): string | null {
  const priceOn = new Map(
    sold
      .filter((stay) => stay.propertyId === propertyId)
      .flatMap(({ on, prices }) =>
        eachNight(on, addDays(on, prices.length)).map((night, at) => [night, prices[at] ?? 0]),
      ),
  )
  const prices = nights.flatMap((night) => priceOn.get(addDays(night, -YEAR)) ?? [])
  if (prices.length === 0) return null
  const mean = shortMoney(prices.reduce((sum, price) => sum + price, 0) / prices.length)
  if (prices.length === nights.length)
    return `Last year ${nights.length === 1 ? 'this night' : 'these nights'} sold at ${mean}.`
  return `Last year ${prices.length} of these ${countOf(nights.length, 'night')} sold, at ${mean}.`
}
