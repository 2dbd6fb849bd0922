import { z } from 'zod/mini'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'

/** A price that is kept and has a page of its own. */
export const quoteSchema = z.object({
  id: z.string(),
  /** The path of its page. */
  path: z.string(),
  /** The stay that it is for, as a query. */
  stay: z.string(),
  /** The code that is in its price, or nothing. */
  promoCode: z.string(),
  /** Until then it can be booked, in milliseconds since 1970. */
  until: z.number(),
})
export type OpenQuote = z.infer<typeof quoteSchema>

/** What a guest asks the price of: a stay, with the code that is in it or none. */
export type PricedStay = { stay: Stay; promoCode: string }

/** Whether it is the price of just this, and can be booked still. */
export function isQuoteOf(quote: OpenQuote, { stay, promoCode }: PricedStay): boolean {
  return quote.stay === stayToQuery(stay) && quote.promoCode === promoCode && quote.until > Date.now()
}
