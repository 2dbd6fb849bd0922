import { z } from 'zod/mini'
import type { StayChoice } from '#app/features/availability/stay-picker/stay-choice.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'

const quoteSchema = z.object({
  id: z.string(),
  /** The path of its page. */
  path: z.string(),
  /** Its stay, as a query. */
  stay: z.string(),
  /** The code in its price, or empty. */
  promoCode: z.string(),
  /** When it expires, in milliseconds since 1970. */
  until: z.number(),
})
/** A quote that can be booked until it expires. */
export type OpenQuote = z.infer<typeof quoteSchema>

/** A stay and the promo code in its price, or an empty one. */
export type PricedStay = { stay: Stay; promoCode: string }

/** Whether the quote is for exactly this stay and code, and has not expired. */
export function isQuoteOf(quote: OpenQuote, { stay, promoCode }: PricedStay): boolean {
  return quote.stay === stayToQuery(stay) && quote.promoCode === promoCode && quote.until > Date.now()
}

const holdSchema = z.object({
  propertyId: z.string(),
  id: z.string(),
  quote: quoteSchema,
  checkIn: z.string(),
  checkOut: z.string(),
  /** When it expires, in milliseconds since 1970. */
  until: z.number(),
})
/** The hold of this window, and its quote. */
export type StoredHold = z.infer<typeof holdSchema>

const bookingSchema = z.object({
  propertyId: z.string(),
  stayPath: z.string(),
  checkIn: z.string(),
  checkOut: z.string(),
})
/** The last booking of this window. The address of its page is secret, and is gone when the window closes. */
export type StoredBooking = z.infer<typeof bookingSchema>

const payingSchema = z.object({ payPath: z.string(), stayPath: z.string(), guestEmail: z.nullable(z.string()) })
/**
 * Whose payment page this window opened. The page itself does not have the address of the guest page: the link to pay
 * may be somebody else's.
 */
export type StoredPaying = z.infer<typeof payingSchema>

function read<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.infer<Schema> | null {
  try {
    return schema.parse(JSON.parse(window.sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/** Does nothing if the browser denies storage to frames: a reload then forgets the hold and the booking. */
function write(key: string, value: StoredHold | StoredBooking | StoredPaying | null): void {
  try {
    if (value) window.sessionStorage.setItem(key, JSON.stringify(value))
    else window.sessionStorage.removeItem(key)
  } catch {}
}

export const storeHold = (hold: StoredHold | null) => write('hold', hold)

/** The hold of this window, of any property; null once it has expired. */
export function getStoredHold(): StoredHold | null {
  const hold = read('hold', holdSchema)
  return hold && hold.until > Date.now() ? hold : null
}

/** The hold of this window, if it is for this property. */
export function getStoredHoldOf(propertyId: string): StoredHold | null {
  const hold = getStoredHold()
  return hold?.propertyId === propertyId ? hold : null
}

/** A booking that waits for payment gives its hold a new id and more time. A guest who goes back needs both. */
export function renewHold(propertyId: string, renewed: Pick<StoredHold, 'id' | 'until'>): void {
  const hold = read('hold', holdSchema)
  if (hold?.propertyId === propertyId) storeHold({ ...hold, ...renewed })
}

export const storeBooking = (booking: StoredBooking) => write('booking', booking)

/** The last booking of this window, if it is for this property. */
export function getStoredBooking(propertyId: string): StoredBooking | null {
  const booking = read('booking', bookingSchema)
  return booking?.propertyId === propertyId ? booking : null
}

export const storePaying = (paying: StoredPaying) => write('paying', paying)

/** The stored facts of the payment page that this window opened; null for a link from elsewhere. */
export function getStoredPaying(payPath: string): StoredPaying | null {
  const paying = read('paying', payingSchema)
  return paying?.payPath === payPath ? paying : null
}

/** Forgets a booking that was cancelled, declined or has expired. */
export function forgetBooking(stayPath: string): void {
  if (read('booking', bookingSchema)?.stayPath === stayPath) write('booking', null)
}

/** Whether the chosen nights overlap those of the booking. */
export function isBookedAlready(booking: StoredBooking | null, { checkIn, checkOut }: StayChoice): boolean {
  return !!booking && !!checkIn && !!checkOut && booking.checkIn < checkOut && checkIn < booking.checkOut
}
