import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { apiRequest } from '#app/shared/api-client.ts'
import { ApiError } from '#app/shared/api-error.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { type KeptHold, keepHold, readHold } from './kept-hold.ts'

async function call<T>(path: string, body: object): Promise<T> {
  return (await (await apiRequest('POST', path, body)).json()) as T
}

type Wanted = { propertyId: string; stay: Stay; promoCode: string }

async function hold({ propertyId, stay, promoCode }: Wanted, before: KeptHold | null): Promise<KeptHold> {
  const { checkIn, checkOut, ...party } = stay
  const dates = { checkInDate: checkIn, checkOutDate: checkOut }
  const quote = await call<{ id: string; url: string }>('/api/quotes', {
    propertyId,
    ...dates,
    ...party,
    promoCode,
    holdId: before?.id,
  })
  const held = await call<{ id: string; expiresAt: string }>('/api/holds', { quoteId: quote.id, replaces: before?.id })
  const receipt = new URL(quote.url).pathname
  const until = Date.parse(held.expiresAt)
  const nights = { stay: stayToQuery(stay), promoCode, checkIn, checkOut }
  return { propertyId, id: held.id, quoteId: quote.id, receipt, ...nights, until }
}

/**
 * Holds the nights from the moment that the guest begins to write, and moves the hold when other nights are chosen. Where that
 * does not work the guest books without: the hold is a courtesy, the booking is what counts.
 */
export function useHold(propertyId: string) {
  const [held, setHeld] = useState<KeptHold | null>(null)
  const asking = useRef<{ wanted: string; done: Promise<void> } | null>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => setHeld(readHold(propertyId)), [propertyId])

  async function ask(stay: Stay, promoCode: string, wanted: string): Promise<void> {
    try {
      const next = await hold({ propertyId, stay, promoCode }, held)
      keepHold(next)
      // At once, for a form that waits to be sent with it.
      flushSync(() => setHeld(next))
    } catch (error) {
      // Somebody was quicker: the calendar shows it.
      if (error instanceof ApiError && error.status === 409) void revalidate()
    } finally {
      if (asking.current?.wanted === wanted) asking.current = null
    }
  }

  function begin(stay: Stay, promoCode: string): void {
    const wanted = `${stayToQuery(stay)} ${promoCode}`
    const stands = held && `${held.stay} ${held.promoCode}` === wanted && held.until > Date.now()
    if (stands || asking.current?.wanted === wanted) return
    asking.current = { wanted, done: ask(stay, promoCode, wanted) }
  }
  /** While the nights are being asked for: a booking sent without its hold would find them held, by its own guest. */
  const whenAsked = () => asking.current?.done ?? null
  return { held, begin, whenAsked }
}
