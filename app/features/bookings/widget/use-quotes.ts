import { useRef, useState } from 'react'
import { apiRequest } from '#app/shared/api-client.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { isQuoteOf, type OpenQuote, type PricedStay } from './stored-quote.ts'

type Answer = { id: string; url: string; expiresAt: string }

/** The quotes of this page of the browser: one for each stay and code, whoever asks first and however often. */
export function useQuotes(propertyId: string, given: OpenQuote | null) {
  const [quotes, setQuotes] = useState(given ? [given] : [])
  const asking = useRef(new Map<string, Promise<OpenQuote>>())

  async function make({ stay, promoCode }: PricedStay, holdId?: string): Promise<OpenQuote> {
    const { checkIn, checkOut, ...party } = stay
    const asked = { propertyId, checkInDate: checkIn, checkOutDate: checkOut, ...party, promoCode, holdId }
    const { id, url, expiresAt } = (await (await apiRequest('POST', '/api/quotes', asked)).json()) as Answer
    const path = new URL(url).pathname
    const quote = { id, path, stay: stayToQuery(stay), promoCode, until: Date.parse(expiresAt) }
    setQuotes((before) => [...before, quote])
    return quote
  }

  const find = (priced: PricedStay) => quotes.find((quote) => isQuoteOf(quote, priced)) ?? null
  /** The nights of a hold of one's own are free to oneself. */
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
