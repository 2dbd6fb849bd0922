import type { PriceExplanation } from '#app/features/pricing/explain-price.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'

/** What a stay costs, why a guest cannot book it, and what is offered instead. */
export type StayPrice = {
  stay: Stay
  problem: string | null
  /** It is by what is typed in a form, which is not saved. */
  isTyped: boolean
  explanation: PriceExplanation | null
  refusals: string[]
  offers: string[]
}

/** Each night from `first` on: its price, and the number of its rule in `names`; null without one. */
export type YearOfPrices = { first: IsoDate; names: string[]; nights: ([price: number, name: number] | null)[] }
