import { and, eq, gt, inArray, or } from 'drizzle-orm'
import type { Price, PriceLine } from '#app/features/pricing/price.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, occupancies, quotes } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { nightsBetween, timeInZone } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import type { BookingStatus } from '../booking-changes.server.ts'
import type { QuotePage } from './quote-page.ts'

type QuoteRow = typeof quotes.$inferSelect

/** The price in a row of quotes or bookings. */
export function quoteFromRow(row: {
  checkInDate: string
  checkOutDate: string
  lines: unknown
  totalAmount: string
}): Price {
  return {
    nights: nightsBetween(row.checkInDate, row.checkOutDate),
    lines: row.lines as PriceLine[],
    total: centsFromNumeric(row.totalAmount),
    currency: 'USD',
  }
}

/** The ids of a quote, of the quote that it revises, and of all other revisions of that. */
export function revisionsOf(db: Tx, { id, originId }: Pick<QuoteRow, 'id' | 'originId'>) {
  const first = originId ?? id
  return db
    .select({ id: quotes.id })
    .from(quotes)
    .where(or(eq(quotes.id, first), eq(quotes.originId, first)))
}

/** Whether a booking by the quote or a revision of it has one of these statuses. */
export async function isBookedBy(
  db: Tx,
  quote: Pick<QuoteRow, 'id' | 'originId'>,
  { statuses }: { statuses: readonly BookingStatus[] },
): Promise<boolean> {
  const [row] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(inArray(bookings.quoteId, revisionsOf(db, quote)), inArray(bookings.status, statuses)))
    .limit(1)
  return row !== undefined
}

/** Until when an unpaid booking by the quote or a revision of it holds the nights; null if there is none. */
export async function findHeldUntil(db: Tx, quote: Pick<QuoteRow, 'id' | 'originId'>): Promise<Date | null> {
  const [row] = await db
    .select({ until: occupancies.expiresAt })
    .from(bookings)
    .innerJoin(occupancies, eq(occupancies.bookingId, bookings.id))
    .where(and(inArray(bookings.quoteId, revisionsOf(db, quote)), eq(bookings.status, 'held')))
    .limit(1)
  return row?.until ?? null
}

/** Who of those with the quote or a revision of it has its nights; null if nobody has. */
export async function findQuoteStatus(
  { db, clock }: Services,
  quote: QuoteRow,
  timeZone: string,
): Promise<{ holdId?: string; claim: QuotePage['claim'] }> {
  const chain = revisionsOf(db, quote)
  const [row] = await db
    .select({ id: occupancies.id, kind: occupancies.kind, expiresAt: occupancies.expiresAt, booking: bookings })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, occupancies.bookingId))
    .where(
      and(
        eq(occupancies.propertyId, quote.propertyId),
        eq(occupancies.nights, { from: quote.checkInDate, to: quote.checkOutDate }),
        or(eq(occupancies.kind, 'booking'), gt(occupancies.expiresAt, clock.now())),
        or(inArray(occupancies.quoteId, chain), inArray(bookings.quoteId, chain)),
      ),
    )
  if (!row) return { claim: null }
  const price = row.booking && quoteFromRow(row.booking)
  if (row.expiresAt) {
    return { holdId: row.id, claim: { state: 'held', until: timeInZone(row.expiresAt, timeZone), price } }
  }
  if (!row.booking || !price) throw new Error('occupancy refers to a missing booking')
  return { claim: { state: row.booking.status === 'pending' ? 'requested' : 'booked', until: null, price } }
}
