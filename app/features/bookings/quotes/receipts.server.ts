import { and, eq, inArray, or } from 'drizzle-orm'
import { judgeHomeStay, priceHomeStay } from '#app/features/availability/availability.server.ts'
import { isAboutPromo, type Quote, type QuoteLine } from '#app/features/availability/availability.ts'
import { bookings, occupancies, properties, quotes } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, nightsBetween } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { Receipt } from './receipt.ts'

/** A stored price by the token of its page, and what the stay costs today; null when there is no such page. */
export async function getReceipt(services: Services, token: string): Promise<Receipt | null> {
  if (!isUuid(token)) return null
  const [row] = await services.db
    .select({ quote: quotes, home: properties, holdId: occupancies.id, status: bookings.status })
    .from(quotes)
    .innerJoin(properties, eq(properties.id, quotes.propertyId))
    .leftJoin(
      bookings,
      and(eq(bookings.quoteId, quotes.id), inArray(bookings.status, ['held', 'pending', 'confirmed'])),
    )
    .leftJoin(
      occupancies,
      and(eq(occupancies.kind, 'hold'), or(eq(occupancies.quoteId, quotes.id), eq(occupancies.bookingId, bookings.id))),
    )
    .where(eq(quotes.token, token))
  if (!row) return null
  const { home } = row
  const { propertyId, checkInDate, checkOutDate, adults, children, infants, pets, createdAt, expiresAt } = row.quote
  const stay = { checkIn: checkInDate, checkOut: checkOutDate, adults, children, infants, pets }
  const quote: Quote = {
    nights: nightsBetween(checkInDate, checkOutDate),
    lines: row.quote.lines as QuoteLine[],
    total: centsFromNumeric(row.quote.totalAmount),
    currency: row.quote.currency,
  }
  const { promoCode } = row.quote
  const [now, told] = await Promise.all([
    judgeHomeStay(services, { propertyId, ...stay, holdId: row.holdId ?? undefined }),
    priceHomeStay(services, { propertyId, ...stay, promoCode: promoCode ?? undefined }),
  ])
  const promoOver = !told.ok && isAboutPromo(told) ? told.message : null
  const priced = promoOver ? await priceHomeStay(services, { propertyId, ...stay }) : told
  return {
    home: {
      name: home.name,
      title: home.title,
      path: `/property/${home.slug}`,
      place: home.place,
      location: home.location,
      bedrooms: home.bedrooms,
    },
    stay,
    quotedOn: dateInZone(createdAt, home.timeZone),
    goodUntil: dateInZone(expiresAt, home.timeZone),
    expired: expiresAt <= services.clock.now(),
    quote,
    promoCode,
    promoOver,
    booked: row.status === 'pending' || row.status === 'confirmed',
    today: priced.ok ? priced.quote : null,
    refusal: now.ok ? null : { reason: now.reason, message: now.message },
  }
}
