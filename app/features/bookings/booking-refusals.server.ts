import { formatAmount } from '#app/shared/money.ts'
import { problemOf, type Refusal, refuse } from '#app/shared/refusal.ts'
import { BODY_NAMES, type StayRefusal } from '#app/shared/stay-refusal.ts'
import { durationText } from '#app/shared/words.ts'
import type { BookingReason, StoredQuote } from './bookings.ts'

/** With `price-changed`, `quote` has the current price of the stay. */
export type BookingRefusal = Refusal<BookingReason> & { quote?: StoredQuote }

/** A refused stay, with the names of the fields of the request. */
export function stayRefused(refusal: StayRefusal): BookingRefusal {
  const { fields = {} } = problemOf(refusal, BODY_NAMES)
  return { ...refusal, fields: Object.keys(fields).length > 0 ? fields : undefined }
}

export function noSuchQuote() {
  return refuse('not-found', 'We couldn’t find that quote.')
}

export function quoteMismatch(): BookingRefusal {
  const message = 'This quote is for a different home, dates, or group. Please get a quote for this stay.'
  return refuse('invalid-input', message, { quoteId: message })
}

export function quoteExpired() {
  return refuse('quote-expired', 'This quote has expired. Get a new one; it only takes a moment.')
}

export function holdExpired(): BookingRefusal {
  return refuse('quote-expired', 'Your hold has expired. Get a new quote; the nights may still be available.')
}

/** `promoOver` explains how a promo code changed the price; the form shows it at the code field and clears that. */
export function priceChanged(quote: StoredQuote, promoOver?: string): BookingRefusal {
  const message = `${promoOver ? `${promoOver} ` : ''}These nights now cost ${formatAmount(quote.total)} total. Please review the new price, then book again.`
  return { ...refuse('price-changed', message, promoOver ? { promoCode: promoOver } : undefined), quote }
}

/** A quote may be shared, so this does not disclose who booked by it: that guest has the email. */
export function alreadyBooked(): BookingRefusal {
  return refuse(
    'dates-taken',
    'These nights are already booked at this price, by you or by someone you shared it with. The confirmation email links to the stay.',
  )
}

/** An email address proves nothing: the guest continues to pay in the window that knows the booking. */
export function paymentInProgress({ seconds }: { seconds: number }): BookingRefusal {
  const wait = durationText(Math.max(1, Math.ceil(seconds)))
  return refuse(
    'dates-taken',
    `Someone is paying for these nights at this price right now: you in another window, or someone you shared it with. If it’s you, go back to the payment page. Otherwise, try again in ${wait}. If no one has paid by then, the nights open up again.`,
  )
}

export function termsChanged(): BookingRefusal {
  const message = 'Our terms have changed since you opened this page. Please read them, then book again.'
  return refuse('terms-changed', message)
}

export function keyReused(): BookingRefusal {
  const message = 'This form has already booked another stay. Reload the page to book one more.'
  return refuse('key-reused', message)
}
