import { eq } from 'drizzle-orm'
import { checkAgreedStay } from '#app/features/availability/agreed-stay.server.ts'
import { checkAvailability, priceIfFree } from '#app/features/availability/availability.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatMoment } from '#app/shared/dates.ts'
import { isAboutPromo } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { quotes } from '../bookings.tables.server.ts'
import { isBinding, type QuotePage } from './quote-page.ts'
import { findQuoteStatus, quoteFromRow } from './quotes.server.ts'

/** A quote by the token of its page, and the price today; null if there is no such page. */
export async function getQuotePage(services: Services, token: string): Promise<QuotePage | null> {
  if (!isUuid(token)) return null
  const [row] = await services.db
    .select({ quote: quotes, property: properties })
    .from(quotes)
    .innerJoin(properties, eq(properties.id, quotes.propertyId))
    .where(eq(quotes.token, token))
  if (!row) return null
  const { property } = row
  const { id, propertyId, promoCode, createdAt, expiresAt, isOffer } = row.quote
  const { checkInDate, checkOutDate, adults, children, infants, pets } = row.quote
  const stay = { checkIn: checkInDate, checkOut: checkOutDate, adults, children, infants, pets }
  const { claim, holdId, heldUntil } = await findQuoteStatus(services, row.quote, property.timeZone)
  const expired = expiresAt <= services.clock.now()
  const asked = { propertyId, ...stay, holdId }
  const [now, checked] = await Promise.all([
    isBinding({ isOffer, expired }) ? checkAgreedStay(services, asked) : checkAvailability(services, asked),
    priceIfFree(services, { propertyId, ...stay, promoCode: promoCode ?? undefined }),
  ])
  const promoOver = !checked.ok && isAboutPromo(checked) ? checked.message : null
  const priced = promoOver ? await priceIfFree(services, { propertyId, ...stay }) : checked
  return {
    id,
    property: {
      name: property.name,
      title: property.title,
      path: `/property/${property.slug}`,
      theme: property.theme,
      location: property.location,
      bedrooms: property.bedrooms,
    },
    stay,
    quotedOn: dateInZone(createdAt, property.timeZone),
    goodUntil: formatMoment(expiresAt, property.timeZone),
    expired,
    isOffer,
    quote: quoteFromRow(row.quote),
    promoCode,
    promoOver,
    claim,
    heldUntil,
    today: priced.ok ? priced.price : null,
    refusal: now.ok ? null : { reason: now.reason, message: now.message },
  }
}
