import { and, eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { occupancies, quotes } from '#app/platform/db/schema.server.ts'
import type { Stay } from '#app/shared/stay.ts'
import { notFound } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { type BookingRefusal, holdExpired, noSuchQuote, quoteMismatch, stayRefused } from './booking-refusals.server.ts'
import type { BookingRequest } from './bookings.ts'
import { isOpenHold } from './holds/holds.server.ts'

type QuoteRow = typeof quotes.$inferSelect

/** What a request books: a stay, given directly or by its quote, and the guest's own hold if it names one. */
export type RequestedStay = {
  ok: true
  propertyId: string
  stay: Stay
  quote: QuoteRow | null
  holdId: string | null
  promoCode?: string
}

export function stayOfQuote({ checkInDate, checkOutDate, adults, children, infants, pets }: QuoteRow): Stay {
  return { checkIn: checkInDate, checkOut: checkOutDate, adults, children, infants, pets }
}

const COUNTS = ['adults', 'children', 'infants', 'pets'] as const

/** Whether the stay of a request is the stay of its quote. A missing party matches any. */
function isOfStay(quote: QuoteRow, input: BookingRequest): boolean {
  const { propertyId = quote.propertyId, checkInDate = quote.checkInDate, checkOutDate = quote.checkOutDate } = input
  const saysWho = COUNTS.some((count) => input[count] > 0)
  return (
    propertyId.toLowerCase() === quote.propertyId &&
    checkInDate === quote.checkInDate &&
    checkOutDate === quote.checkOutDate &&
    (!saysWho || COUNTS.every((count) => input[count] === quote[count]))
  )
}

/** Resolves what is to be booked: the property must be known before it can be locked. */
export async function findRequestedStay(db: Tx, input: BookingRequest): Promise<RequestedStay | BookingRefusal> {
  const { quoteId, holdId, promoCode, propertyId, checkInDate, checkOutDate } = input
  const byQuote = (quote: QuoteRow): RequestedStay => ({
    ok: true,
    propertyId: quote.propertyId,
    stay: stayOfQuote(quote),
    quote,
    holdId: holdId ?? null,
    promoCode: promoCode ?? quote.promoCode ?? undefined,
  })
  // An empty string is not a missing value: it names no property, and is refused.
  if (quoteId !== undefined) {
    const [quote] = await db.select().from(quotes).where(eq(quotes.id, quoteId))
    if (!quote) return noSuchQuote()
    return isOfStay(quote, input) ? byQuote(quote) : quoteMismatch()
  }
  if (propertyId !== undefined && checkInDate !== undefined && checkOutDate !== undefined) {
    if (!isUuid(propertyId)) return stayRefused(notFound())
    const { adults, children, infants, pets } = input
    const stay = { checkIn: checkInDate, checkOut: checkOutDate, adults, children, infants, pets }
    return { ok: true, propertyId, stay, quote: null, holdId: holdId ?? null, promoCode }
  }
  if (holdId === undefined) throw new Error('a booking request needs a stay, a quote or a hold')
  const [held] = await db
    .select({ quote: quotes })
    .from(occupancies)
    .innerJoin(quotes, eq(quotes.id, occupancies.quoteId))
    .where(and(eq(occupancies.id, holdId), isOpenHold))
  return held ? byQuote(held.quote) : holdExpired()
}
