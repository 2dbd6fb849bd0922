import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Party } from '#app/shared/stay.ts'
import { isOffered } from './filter-conditions.server.ts'
import { limitOf } from './party-limit.ts'
import type { PartyLimit } from './search.ts'

const largest = (column: PgColumn) => sql<number[]>`(array_agg(${column} order by ${column} desc))[1:3]`

/** What of a party no home takes, whatever the dates. */
export async function findPartyLimit({ db }: Services, party: Party): Promise<PartyLimit | null> {
  const { maxGuests, maxInfants, maxPets, location } = properties
  const places = await db
    .select({ guests: largest(maxGuests), infants: largest(maxInfants), pets: largest(maxPets) })
    .from(properties)
    .where(isOffered)
    .groupBy(location)
  return limitOf(places, party)
}
