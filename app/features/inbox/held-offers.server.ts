import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { quotes } from '#app/features/bookings/bookings.tables.server.ts'
import { isOfOffer, isOpenHold } from '#app/features/bookings/hold-kinds.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { conversations, mailMessages } from './inbox.tables.server.ts'

/** Nights that are on hold for somebody who got an offer. `until` is text, at the home. */
export type HeldOffer = {
  /** The id of the hold, and that of the offer. */
  id: string
  offer: string
  property: { id: string; slug: string; name: string }
  nights: Nights
  until: string
  guest: { conversation: string; name: string }
}

/** The live holds of offers, by their first night. An email that carries one has its id (`sendAnswer`). */
export async function listHeldOffers(
  { db, clock }: { db: Tx; clock: Services['clock'] },
  where?: SQL,
): Promise<HeldOffer[]> {
  const offer = sql<string>`coalesce(${quotes.originId}, ${quotes.id})`
  const { id, slug, name, timeZone } = properties
  const rows = await db
    .select({
      id: occupancies.id,
      offer,
      nights: occupancies.nights,
      expiresAt: occupancies.expiresAt,
      property: { id, slug, name, timeZone },
      guest: { conversation: conversations.id, name: conversations.name },
    })
    .from(occupancies)
    .innerJoin(properties, eq(properties.id, occupancies.propertyId))
    .innerJoin(quotes, eq(quotes.id, occupancies.quoteId))
    .innerJoin(mailMessages, eq(mailMessages.id, offer))
    .innerJoin(conversations, eq(conversations.id, mailMessages.conversationId))
    .where(and(isOpenHold, isOfOffer, gt(occupancies.expiresAt, clock.now()), where))
    .orderBy(asc(sql`lower(${occupancies.nights})`))
  return rows.flatMap(({ expiresAt, property: { timeZone: zone, ...property }, ...row }) =>
    expiresAt ? [{ ...row, property, until: formatMoment(expiresAt, zone) }] : [],
  )
}

/** Those of one person. */
export const listHeldOffersOf = (services: Services, conversation: string) =>
  listHeldOffers(services, eq(conversations.id, conversation))
