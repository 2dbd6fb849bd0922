import { asc, eq, sql } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { countsAsUse } from '#app/features/pricing/promo-codes.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'

type PromoRow = typeof promoCodes.$inferSelect

/** The terms of a promo code that can be changed. */
type PromoTerms = Pick<
  PromoRow,
  'percent' | 'amount' | 'bookFrom' | 'bookUntil' | 'stayFrom' | 'stayUntil' | 'minimumNights' | 'useLimit'
>

/** A promo code in the operator's list; `property` is null if it is valid for every property. */
export type ListedPromo = Omit<PromoRow, 'propertyId' | 'demo' | 'createdAt'> & {
  property: string | null
  propertySlug: string | null
  /** The bookings that count toward its limit. */
  uses: number
  /** The confirmed bookings, and their total price. */
  bookings: number
  revenue: Cents
  version: string
}

/** All promo codes, the newest last, in one statement. */
export async function listPromoCodes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<ListedPromo[]> {
  const isConfirmed = sql`${bookings.status} = 'confirmed'`
  const used = db
    .select({
      code: bookings.promoCode,
      uses: sql<number>`count(*) filter (where ${countsAsUse(db, clock.now())})::int`.as('uses'),
      confirmed: sql<number>`count(*) filter (where ${isConfirmed})::int`.as('confirmed'),
      revenue: sql<string | null>`sum(${bookings.totalAmount}) filter (where ${isConfirmed})`.as('revenue'),
    })
    .from(bookings)
    .where(sql`${bookings.promoCode} is not null`)
    .groupBy(bookings.promoCode)
    .as('used')
  const rows = await db
    .select({
      promo: promoCodes,
      property: properties.name,
      propertySlug: properties.slug,
      uses: used.uses,
      confirmed: used.confirmed,
      revenue: used.revenue,
    })
    .from(promoCodes)
    .leftJoin(properties, eq(properties.id, promoCodes.propertyId))
    .leftJoin(used, eq(used.code, promoCodes.code))
    .orderBy(asc(promoCodes.createdAt), asc(promoCodes.code))
  return rows.map(({ promo, property, propertySlug, uses, confirmed, revenue }) => {
    const { propertyId: _, demo: __, createdAt: ___, ...row } = promo
    return {
      ...row,
      property,
      propertySlug,
      uses: uses ?? 0,
      bookings: confirmed ?? 0,
      revenue: centsFromNumeric(revenue ?? '0'),
      version: versionOf(storedOf(promo)),
    }
  })
}

export type NewPromo = PromoTerms & {
  code: string
  /** The slug of the only property that it is valid for. */
  property: string | undefined
}

/** The terms with the property's id. Null if there is no such property. */
export async function parseTerms(tx: Tx, { property: slug, ...terms }: Omit<NewPromo, 'code'>) {
  if (slug === undefined) return { ...terms, propertyId: null }
  const [property] = await tx.select({ id: properties.id }).from(properties).where(eq(properties.slug, slug))
  return property ? { ...terms, propertyId: property.id } : null
}

/** A code as the audit stores it. */
export type StoredCode = PromoTerms & { code: string; propertyId: string | null; endedAt: string | null }

const decimal = (text: string | null) => (text === null ? null : String(Number(text)))

/** Amounts and percentages are compared as numbers: `10` is `10.0000`. */
export function storedOf(row: PromoRow): StoredCode {
  const { code, endedAt, propertyId, percent, amount, bookFrom, bookUntil, stayFrom, stayUntil } = row
  const { minimumNights, useLimit } = row
  const terms = { propertyId, bookFrom, bookUntil, stayFrom, stayUntil, minimumNights, useLimit }
  const off = { percent: decimal(percent), amount: decimal(amount) }
  return { code, ...terms, ...off, endedAt: endedAt === null ? null : endedAt.toISOString() }
}
