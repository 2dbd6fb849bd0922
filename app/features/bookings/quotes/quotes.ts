import { z } from 'zod'
import type { Price } from '#app/features/pricing/price.ts'
import { currencyInput, holdInput, promoInput, stayBody } from '#app/shared/stay-input.ts'

/** A request for a quote. */
export const quoteRequestSchema = z.object({
  ...stayBody,
  holdId: holdInput,
  promoCode: promoInput,
  currency: currencyInput,
})
export type QuoteRequest = z.infer<typeof quoteRequestSchema>

/** A stored price; `token` is the secret part of its page's address. */
export type StoredQuote = Price & { id: string; token: string; expiresAt: Date }
