import { asc, eq } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { channelListings, channelRatePlans } from '../channels.tables.server.ts'

/** A home at the channel manager, with its prices for each platform. */
export type Listing = typeof channelListings.$inferSelect & {
  timeZone: string
  ratePlans: (typeof channelRatePlans.$inferSelect)[]
}

/** Null if it is gone. */
export async function getListing(db: Tx, id: string): Promise<Listing | null> {
  const [found] = await db
    .select({ listing: channelListings, timeZone: properties.timeZone })
    .from(channelListings)
    .innerJoin(properties, eq(properties.id, channelListings.propertyId))
    .where(eq(channelListings.id, id))
  if (!found) return null
  const ratePlans = await db
    .select()
    .from(channelRatePlans)
    .where(eq(channelRatePlans.listingId, id))
    .orderBy(asc(channelRatePlans.platform))
  return { ...found.listing, timeZone: found.timeZone, ratePlans }
}
