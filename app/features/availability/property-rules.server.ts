import { and, asc, eq, gte, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#app/platform/db/database.server.ts'
import {
  arrivalMinimums,
  fees,
  feeTaxes,
  nightlyRates,
  properties,
  propertyAvailability,
  seasons,
  stayDiscounts,
  taxes,
} from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { PropertyRules } from './stay-rules.ts'

export type BookableProperty = {
  id: string
  timeZone: string
  /** Whether the operator offers it at all. */
  isAvailable: boolean
  rules: PropertyRules
}

/** One array instead of a placeholder per id: a statement takes at most 65,535. */
export function isOneOf(column: PgColumn, ids: string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`
}

function byProperty<Row extends { propertyId: string }>(rows: Row[]): (id: string) => Row[] {
  const grouped = new Map<string, Row[]>()
  for (const row of rows) {
    const group = grouped.get(row.propertyId)
    if (group) group.push(row)
    else grouped.set(row.propertyId, [row])
  }
  return (id) => grouped.get(id) ?? []
}

/**
 * The properties that match `where`, with their rates and the overrides of the nights `[from, to)`, in at most nine queries.
 */
export async function listPropertyRules(
  db: Tx,
  where: SQL | undefined,
  nights: { from: IsoDate; to: IsoDate },
): Promise<BookableProperty[]> {
  const rows = await db
    .select({
      id: properties.id,
      timeZone: properties.timeZone,
      isAvailable: properties.isAvailable,
      maxGuests: properties.maxGuests,
      maxInfants: properties.maxInfants,
      maxPets: properties.maxPets,
      pricePerNight: properties.pricePerNight,
      priceConfirmed: properties.priceConfirmed,
      cleaningFee: properties.cleaningFee,
      minimumStay: properties.minimumStay,
      checkInDays: properties.checkInDays,
      noticeDays: properties.noticeDays,
      noticeUntilHour: properties.noticeUntilHour,
      bookingWindowDays: properties.bookingWindowDays,
    })
    .from(properties)
    .where(where)
    .orderBy(asc(properties.displayOrder), asc(properties.name), asc(properties.id))
  if (rows.length === 0) return []
  const pricing = await loadPricing(
    db,
    rows.map((row) => row.id),
    nights,
  )
  return rows.map((row) => ({
    id: row.id,
    timeZone: row.timeZone,
    isAvailable: row.isAvailable,
    rules: {
      maxGuests: row.maxGuests,
      maxInfants: row.maxInfants,
      maxPets: row.maxPets,
      notice: { days: row.noticeDays, untilHour: row.noticeUntilHour, windowDays: row.bookingWindowDays },
      pricing: {
        baseNightly: row.pricePerNight === null || !row.priceConfirmed ? null : centsFromNumeric(row.pricePerNight),
        cleaningFee: row.cleaningFee === null ? 0 : centsFromNumeric(row.cleaningFee),
        minimumStay: row.minimumStay,
        checkInDays: row.checkInDays,
        ...pricing(row.id),
      },
    },
  }))
}

/** All dates that a property can have prices for. */
const ALWAYS = { from: '1900-01-01', to: '2200-01-01' }

/** The published properties with their rules, in the operator's order, from the cache. */
export function listPublishedRules({ db, cache }: Pick<Services, 'db' | 'cache'>): Promise<BookableProperty[]> {
  return cache.read('rules', () => listPropertyRules(db, eq(properties.published, true), ALWAYS))
}

/** A published property with its rules, from the cache; null if there is none. */
export async function getPublishedRules(
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  propertyId: string,
): Promise<BookableProperty | null> {
  if (!isUuid(propertyId)) return null
  return cache.read(`rules of ${propertyId.toLowerCase()}`, async () => {
    const [property] = await listPropertyRules(db, isPublished(propertyId), ALWAYS)
    return property ?? null
  })
}

/** The condition on a published property. */
export const isPublished = (propertyId: string) => and(eq(properties.id, propertyId), eq(properties.published, true))

async function loadPricing(db: Tx, ids: string[], nights: { from: IsoDate; to: IsoDate }) {
  const dates = propertyAvailability
  const seasonsOf = byProperty(await db.select().from(seasons).where(isOneOf(seasons.propertyId, ids)))
  const ratesOf = byProperty(await db.select().from(nightlyRates).where(isOneOf(nightlyRates.propertyId, ids)))
  const minimumsOf = byProperty(await db.select().from(arrivalMinimums).where(isOneOf(arrivalMinimums.propertyId, ids)))
  const discountsOf = byProperty(await db.select().from(stayDiscounts).where(isOneOf(stayDiscounts.propertyId, ids)))
  const feesOf = byProperty(
    await db
      .select()
      .from(fees)
      .where(isOneOf(fees.propertyId, ids))
      .orderBy(asc(fees.kind), asc(fees.label), asc(fees.id)),
  )
  const taxesOfFees = await db
    .select()
    .from(feeTaxes)
    .where(isOneOf(feeTaxes.propertyId, ids))
    .orderBy(asc(feeTaxes.taxId))
  const inOrder = [asc(taxes.displayOrder), asc(taxes.id)]
  const taxesOf = byProperty(
    await db
      .select()
      .from(taxes)
      .where(isOneOf(taxes.propertyId, ids))
      .orderBy(...inOrder),
  )
  const overridesOf = byProperty(
    await db
      .select({
        propertyId: dates.propertyId,
        date: dates.date,
        price: dates.priceOverride,
        minimumStay: dates.minimumStay,
        reason: dates.reason,
      })
      .from(dates)
      .where(
        and(
          isOneOf(dates.propertyId, ids),
          gte(dates.date, nights.from),
          lt(dates.date, nights.to),
          or(isNotNull(dates.priceOverride), isNotNull(dates.minimumStay)),
        ),
      ),
  )
  const taxesByFee = new Map<string, string[]>()
  for (const { feeId, taxId } of taxesOfFees) taxesByFee.set(feeId, [...(taxesByFee.get(feeId) ?? []), taxId])
  return (id: string) => ({
    seasons: seasonsOf(id).map(({ propertyId: _, demo: __, ...season }) => season),
    rates: ratesOf(id).map(rateOf),
    arrivalMinimums: minimumsOf(id).map(({ seasonId, weekdays, minimumStay }) => ({ seasonId, weekdays, minimumStay })),
    overrides: Object.fromEntries(overridesOf(id).map(({ date, ...word }) => [date, overrideOf(word)])),
    discounts: discountsOf(id).map(({ label, fromNights, percent }) => ({ label, fromNights, percent })),
    fees: feesOf(id).map(({ propertyId: _, demo: __, ...fee }) => ({
      ...fee,
      amount: centsFromNumeric(fee.amount),
      includedGuests: fee.includedGuests ?? 0,
      taxedBy: taxesByFee.get(fee.id) ?? [],
    })),
    taxes: taxesOf(id).map(({ propertyId: _, demo: __, displayOrder: ___, ...tax }) => tax),
  })
}

function rateOf({ seasonId, weekdays, price, fromDate }: typeof nightlyRates.$inferSelect) {
  return { seasonId, weekdays, price: centsFromNumeric(price), ...(fromDate && { from: fromDate }) }
}

/** The reason of a block is private to the operator, and these rules reach every visitor. */
function overrideOf(word: { price: string | null; minimumStay: number | null; reason: string | null }) {
  const { price, minimumStay, reason } = word
  return { price: price === null ? null : centsFromNumeric(price), minimumStay, reason: price === null ? null : reason }
}
