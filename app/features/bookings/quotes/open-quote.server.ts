import { and, eq, gt } from 'drizzle-orm'
import { quotes } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Stay } from '#app/shared/stay.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { isBookedBy } from './quote-status.server.ts'

type Asked = { id: string; propertyId: string; stay: Stay }
type OpenQuote = { id: string; path: string; stay: Stay; promoCode: string; until: number }

/** The quote of just this stay that can be booked still; null where there is none, it is over, or somebody books by it. */
export async function findOpenQuote(
  { db, clock }: Services,
  { id, propertyId, stay }: Asked,
): Promise<OpenQuote | null> {
  if (!isUuid(id) || !isUuid(propertyId)) return null
  const { checkIn, checkOut, adults, children, infants, pets } = stay
  const [row] = await db
    .select()
    .from(quotes)
    .where(
      and(
        eq(quotes.id, id),
        eq(quotes.propertyId, propertyId),
        eq(quotes.checkInDate, checkIn),
        eq(quotes.checkOutDate, checkOut),
        eq(quotes.adults, adults),
        eq(quotes.children, children),
        eq(quotes.infants, infants),
        eq(quotes.pets, pets),
        gt(quotes.expiresAt, clock.now()),
      ),
    )
  if (!row || (await isBookedBy(db, row, { statuses: ['held', 'pending', 'confirmed'] }))) return null
  const { token, promoCode, expiresAt } = row
  return { id: row.id, path: `/quotes/${token}`, stay, promoCode: promoCode ?? '', until: expiresAt.getTime() }
}
