import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { inEffect } from './price-settings.ts'
import { NO_NIGHTS, type PropertyPrices, readPrices } from './read-prices.server.ts'

/** A property as the pages about prices show it. `today` is its date. */
export type PricedHome = Omit<PropertyPrices, 'overrides'> & { today: IsoDate }

type Reads = { db: Tx; clock: Services['clock'] }

async function readHomes({ db, clock }: Reads, where?: SQL): Promise<PricedHome[]> {
  const homes = await readPrices(db, where, NO_NIGHTS)
  return homes.map(({ overrides: _, ...home }) => {
    const today = dateInZone(clock.now(), home.timeZone)
    return { ...home, today, settings: inEffect(home.settings, today) }
  })
}

/** All properties with what is set for their prices, in the operator's order, in one statement. */
export const listPricedHomes = (reads: Reads): Promise<PricedHome[]> => readHomes(reads)

/** A property with what is set for its prices; null if there is none. */
export async function getPricedHome(reads: Reads, slug: string): Promise<PricedHome | null> {
  const [home] = await readHomes(reads, eq(properties.slug, slug))
  return home ?? null
}

/** The same by id, whose prices nobody else can change until the transaction ends. */
export async function lockPricedHome(reads: Reads, propertyId: string): Promise<PricedHome | null> {
  await reads.db.execute(sql`select from properties where id = ${propertyId} for no key update`)
  const [home] = await readHomes(reads, eq(properties.id, propertyId))
  return home ?? null
}
