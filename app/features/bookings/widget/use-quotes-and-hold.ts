import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { ApiError, apiRequest } from '#app/shared/browser/api-client.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { holdSchema, quoteLinkSchema } from '../booking-answers.ts'
import {
  getStoredHold,
  getStoredHoldOf,
  isQuoteOf,
  type OpenQuote,
  type PricedStay,
  type StoredHold,
  storeHold,
} from './session-storage.ts'

/** The quotes of this page: one for each stay and code, however often it is requested. */
export function useQuotes(propertyId: string, given: OpenQuote | null) {
  const [quotes, setQuotes] = useState(given ? [given] : [])
  const asking = useRef(new Map<string, Promise<OpenQuote>>())

  async function make({ stay, promoCode }: PricedStay, holdId?: string): Promise<OpenQuote> {
    const { checkIn, checkOut, ...party } = stay
    const asked = { propertyId, checkInDate: checkIn, checkOutDate: checkOut, ...party, promoCode, holdId }
    const response = await apiRequest('POST', '/api/quotes', asked)
    const { id, url, expiresAt } = quoteLinkSchema.parse(await response.json())
    const path = new URL(url).pathname
    const quote = { id, path, stay: stayToQuery(stay), promoCode, until: Date.parse(expiresAt) }
    setQuotes((before) => [...before, quote])
    return quote
  }

  const find = (priced: PricedStay) => quotes.find((quote) => isQuoteOf(quote, priced)) ?? null
  /** `holdId`: the nights of the guest's own hold count as free. */
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

type Quotes = ReturnType<typeof useQuotes>

async function placeHold(
  propertyId: string,
  priced: PricedStay,
  quotes: Quotes,
  before: StoredHold | null,
): Promise<StoredHold> {
  const quote = await quotes.ask(priced, before?.id)
  const response = await apiRequest('POST', '/api/holds', { quoteId: quote.id, replaces: before?.id })
  const hold = holdSchema.parse(await response.json())
  const { checkIn, checkOut } = priced.stay
  return { propertyId, id: hold.id, quote, checkIn, checkOut, until: Date.parse(hold.expiresAt) }
}

/**
 * Holds the nights once the guest starts to fill the form, and moves the hold with the chosen nights. If that fails, the
 * guest books without a hold.
 */
export function useHold(propertyId: string, quotes: Quotes) {
  const [hold, setHold] = useState<StoredHold | null>(null)
  const asking = useRef<{ wanted: string; done: Promise<void> } | null>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    setHold(getStoredHoldOf(propertyId))
    // A page from the back-forward cache: the payment page may have renewed the hold under a new id.
    const again = (event: PageTransitionEvent) => event.persisted && setHold(getStoredHoldOf(propertyId))
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [propertyId])

  async function ask(priced: PricedStay, wanted: string): Promise<void> {
    try {
      // One hold per window: a hold of another property moves here.
      const next = await placeHold(propertyId, priced, quotes, getStoredHold() ?? hold)
      storeHold(next)
      // At once, for a form that waits for it to submit.
      flushSync(() => setHold(next))
    } catch (error) {
      // Somebody else took the nights: reload the calendar.
      if (error instanceof ApiError && error.status === 409) void revalidate()
    } finally {
      if (asking.current?.wanted === wanted) asking.current = null
    }
  }

  function begin(priced: PricedStay): void {
    const wanted = `${stayToQuery(priced.stay)} ${priced.promoCode}`
    const stands = hold && isQuoteOf(hold.quote, priced) && hold.until > Date.now()
    if (stands || asking.current?.wanted === wanted) return
    asking.current = { wanted, done: ask(priced, wanted) }
  }
  /** Resolves when no request is running: a booking sent before could find the nights held by its own guest. */
  async function settled(): Promise<void> {
    while (asking.current) await asking.current.done
  }
  return { hold, begin, settled }
}
