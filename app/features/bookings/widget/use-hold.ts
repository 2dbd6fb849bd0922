import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { apiRequest } from '#app/shared/api-client.ts'
import { ApiError } from '#app/shared/api-error.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { readHold, readHoldOf, type StoredHold, storeHold } from './stored-hold.ts'
import { isQuoteOf, type PricedStay } from './stored-quote.ts'
import type { useQuotes } from './use-quotes.ts'

type Quotes = ReturnType<typeof useQuotes>

async function hold(
  propertyId: string,
  priced: PricedStay,
  quotes: Quotes,
  before: StoredHold | null,
): Promise<StoredHold> {
  const quote = await quotes.ask(priced, before?.id)
  const answer = await apiRequest('POST', '/api/holds', { quoteId: quote.id, replaces: before?.id })
  const hold = (await answer.json()) as { id: string; expiresAt: string }
  const { checkIn, checkOut } = priced.stay
  return { propertyId, id: hold.id, quote, checkIn, checkOut, until: Date.parse(hold.expiresAt) }
}

/**
 * Holds the nights from the moment that the guest begins to write, and moves the hold when other nights are chosen. Where that
 * does not work the guest books without: the hold is a courtesy, the booking is what counts.
 */
export function useHold(propertyId: string, quotes: Quotes) {
  const [held, setHeld] = useState<StoredHold | null>(null)
  const asking = useRef<{ wanted: string; done: Promise<void> } | null>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    setHeld(readHoldOf(propertyId))
    // A page that the browser had put aside: the hold may have a new id from the page of paying.
    const again = (event: PageTransitionEvent) => event.persisted && setHeld(readHoldOf(propertyId))
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [propertyId])

  async function ask(priced: PricedStay, wanted: string): Promise<void> {
    try {
      // One hold a window: that of a property which the guest looked at before moves here.
      const next = await hold(propertyId, priced, quotes, readHold() ?? held)
      storeHold(next)
      // At once, for a form that waits to be sent with it.
      flushSync(() => setHeld(next))
    } catch (error) {
      // Somebody was quicker: the calendar shows it.
      if (error instanceof ApiError && error.status === 409) void revalidate()
    } finally {
      if (asking.current?.wanted === wanted) asking.current = null
    }
  }

  function begin(priced: PricedStay): void {
    const wanted = `${stayToQuery(priced.stay)} ${priced.promoCode}`
    const stands = held && isQuoteOf(held.quote, priced) && held.until > Date.now()
    if (stands || asking.current?.wanted === wanted) return
    asking.current = { wanted, done: ask(priced, wanted) }
  }
  /** While the nights are being asked for: a booking sent without its hold would find them held, by its own guest. */
  const whenAsked = () => asking.current?.done ?? null
  return { held, begin, whenAsked }
}
