import { eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, properties, quotes } from '#app/platform/db/schema.server.ts'
import { isUuid } from '#app/shared/uuid.ts'

/** The booking that a token stands for; null when there is none. */
export async function findStay(db: Tx, token: string) {
  if (!isUuid(token)) return null
  const [row] = await db
    .select({ booking: bookings, home: properties, quoteToken: quotes.token })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .leftJoin(quotes, eq(quotes.id, bookings.quoteId))
    .where(eq(bookings.token, token))
  return row ?? null
}
