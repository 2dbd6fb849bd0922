import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import { apiRequest } from '#app/shared/api-client.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { isQuoteOf, type OpenQuote, type PricedStay } from './session-storage.ts'

/** Of the answer, what the widget needs. */
const quoteAnswer = z.object({ id: z.string(), url: z.string(), expiresAt: z.string() })

/** The quotes of this page: one for each stay and code, however often it is requested. */
export function useQuotes(propertyId: string, given: OpenQuote | null) {
  const [quotes, setQuotes] = useState(given ? [given] : [])
  const asking = useRef(new Map<string, Promise<OpenQuote>>())

  async function make({ stay, promoCode }: PricedStay, holdId?: string): Promise<OpenQuote> {
    const { checkIn, checkOut, ...party } = stay
    const asked = { propertyId, checkInDate: checkIn, checkOutDate: checkOut, ...party, promoCode, holdId }
    const response = await apiRequest('POST', '/api/quotes', asked)
    const { id, url, expiresAt } = quoteAnswer.parse(await response.json())
    const path = new URL(url).pathname
    const quote = { id, path, stay: stayToQuery(stay), promoCode, until: Date.parse(expiresAt) }
    setQuotes((before) => [...before, quote])
    return quote
  }

  const find = (priced: PricedStay) => quotes.find((quote) => isQuoteOf(quote, priced)) ?? null
  /** `holdId`: the nights of one's own hold count as free. */
  function ask(priced: PricedStay, holdId?: string): Promise<OpenQuote> {
    const known = find(priced)
    if (known) return Promise.resolve(known)
    const key = `${stayToQuery(priced.stay)} ${priced.promoCode}`
    const made = asking.current.get(key) ?? make(priced, holdId).finally(() => asking.current.delete(key))
    asking.current.set(key, made)
    return made
  }
  return { find, ask }
}
