import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { PaymentSettings, PaymentWay } from '#app/features/site/payment-terms.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/site.tables.server.ts'

/** A home's own terms, else those of the site. Without a site, as in an empty database, the home's count. */
const termOf = (own: PgColumn, ofSite: PgColumn) =>
  sql<number>`case when ${properties.depositPercent} is null then coalesce(${ofSite}, ${own}) else ${own} end`

/** How and when the guests of a property pay, of `properties` joined with `site`. */
export const PAYMENT_COLUMNS = {
  depositPercent: sql<number | null>`coalesce(${properties.depositPercent}, ${site.depositPercent})`,
  depositDays: termOf(properties.depositDays, site.depositDays),
  balanceDays: termOf(properties.balanceDays, site.balanceDays),
  cancelUnpaidDays: sql<
    number | null
  >`case when ${properties.depositPercent} is null then coalesce(${properties.cancelUnpaidDays}, ${site.cancelUnpaidDays}) else ${properties.cancelUnpaidDays} end`,
  paymentText: sql<string | null>`coalesce(${properties.paymentText}, ${site.paymentText})`,
  // A home's own text may say other ways than the site does.
  paymentWays: sql<
    PaymentWay[]
  >`case when ${properties.paymentText} is null and cardinality(${properties.paymentWays}) = 0 then coalesce(${site.paymentWays}, '{}') else ${properties.paymentWays} end`,
}

/** How and when the guests of a property pay, with its time zone and cancellation policy. */
export async function getBookingPolicies(tx: Tx, propertyId: string) {
  const { cancellationPolicy, timeZone } = properties
  const [property] = await tx
    .select({ ...PAYMENT_COLUMNS, cancellationPolicy, timeZone })
    .from(properties)
    .leftJoin(site, sql`true`)
    .where(eq(properties.id, propertyId))
  if (!property) throw new Error('property of a booking not found')
  return property satisfies PaymentSettings
}
