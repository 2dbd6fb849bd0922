import { eq, type SQL, sql } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { listPrices, NO_NIGHTS, type PropertyPrices } from './list-prices.server.ts'
import { inEffect } from './price-settings.ts'

/** A property as the pages about prices show it. `today` is its date. */
export type PricedProperty = Omit<PropertyPrices, 'overrides'> & { today: IsoDate }

type ReadServices = { db: Tx; clock: Services['clock'] }

async function findPricedProperties({ db, clock }: ReadServices, where?: SQL): Promise<PricedProperty[]> {
  const properties = await listPrices(db, where, NO_NIGHTS)
  return properties.map(({ overrides: _, ...property }) => {
    const today = dateInZone(clock.now(), property.timeZone)
    return { ...property, today, settings: inEffect(property.settings, today) }
  })
}

/** All properties with their price settings, in the operator's order, in one statement. */
export const listPricedProperties = (reads: ReadServices): Promise<PricedProperty[]> => findPricedProperties(reads)

/** A property with its price settings; null if there is none. */
export async function getPricedProperty(reads: ReadServices, slug: string): Promise<PricedProperty | null> {
  const [property] = await findPricedProperties(reads, eq(properties.slug, slug))
  return property ?? null
}

/** The same by id. Nobody else can change its prices until the transaction ends. */
export async function lockPricedProperty(reads: ReadServices, propertyId: string): Promise<PricedProperty | null> {
  await reads.db.execute(sql`select from properties where id = ${propertyId} for no key update`)
  const [property] = await findPricedProperties(reads, eq(properties.id, propertyId))
  return property ?? null
}
