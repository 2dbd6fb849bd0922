import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { quotes } from './bookings.tables.server.ts'

/** A hold that no booking has taken over. */
export const isOpenHold = and(eq(occupancies.kind, 'hold'), isNull(occupancies.bookingId))

/**
 * A hold that an operator sent with an offer: it lasts as long as the offer. A hold of a guest lasts for minutes. Its quote
 * may revise the offer.
 */
export const isOfOffer = sql<boolean>`exists (
  select from ${quotes} own join ${quotes} offer on offer.id = coalesce(own.origin_id, own.id)
  where own.id = ${occupancies}.quote_id and offer.is_offer and offer.expires_at = ${occupancies}.expires_at)`

/** A card payment that took nights on hold with an offer: it alone is not extended. The offer has them back after it. */
export const isPaymentOfOffer = sql<boolean>`(${and(eq(occupancies.kind, 'hold'), isNotNull(occupancies.bookingId), eq(occupancies.extended, false))})`

/** When the offer ends that this quote is, or revises. */
export const endOfOffer = (quoteId: string) => sql<Date>`(
  select offer.expires_at from ${quotes} own join ${quotes} offer on offer.id = coalesce(own.origin_id, own.id)
  where own.id = ${quoteId})`
