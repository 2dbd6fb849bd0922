import { and, count, eq, gte } from 'drizzle-orm'
import { isOneOf } from '#app/features/availability/property-rules.server.ts'
import { bookings, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { PricedProperty } from './check-properties.server.ts'
import type { Sort } from './search.ts'

const POPULAR_MS = 365 * 86_400_000

async function rankOf(
  services: Services,
  homes: PricedProperty[],
  sort: Sort,
): Promise<(home: PricedProperty) => number> {
  const { db, clock } = services
  if (sort === 'price_low') return ({ price }) => price.total
  if (sort === 'price_high') return ({ price }) => -price.total
  const ids = homes.map(({ propertyId }) => propertyId)
  if (sort === 'newest') {
    const rows = await db
      .select({ id: properties.id, createdAt: properties.createdAt })
      .from(properties)
      .where(isOneOf(properties.id, ids))
    const since = new Map(rows.map(({ id, createdAt }) => [id, createdAt.getTime()]))
    return ({ propertyId }) => -(since.get(propertyId) ?? 0)
  }
  const lately = gte(bookings.createdAt, new Date(clock.now().getTime() - POPULAR_MS))
  const rows = await db
    .select({ id: bookings.propertyId, booked: count() })
    .from(bookings)
    .where(and(isOneOf(bookings.propertyId, ids), eq(bookings.status, 'confirmed'), lately))
    .groupBy(bookings.propertyId)
  const times = new Map(rows.map(({ id, booked }) => [id, booked]))
  return ({ propertyId }) => -(times.get(propertyId) ?? 0)
}

/** The homes in the order that was asked for; equal ones stay in the operator's. */
export async function sortProperties(
  services: Services,
  homes: PricedProperty[],
  sort?: Sort,
): Promise<PricedProperty[]> {
  if (!sort || homes.length < 2) return homes
  const rank = await rankOf(services, homes, sort)
  return homes.toSorted((a, b) => rank(a) - rank(b))
}
