import { and, asc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#app/platform/db/database.server.ts'
import { fees, nightlyRates, properties, propertyAvailability, seasons, taxes } from '#app/platform/db/schema.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import type { HomeTerms } from './stay-rules.ts'

export type Home = {
  id: string
  timeZone: string
  /** Offered by the operator at all, whatever its nights. */
  isAvailable: boolean
  terms: HomeTerms
}

/** One array instead of a placeholder an id: a statement takes 65,535 of them at most. */
function isOneOf(column: PgColumn, ids: string[]): SQL {
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

/** The homes that `where` finds, with their rates and the overrides of the nights `[from, to)`, in six queries at most. */
export async function listHomes(
  db: Tx,
  where: SQL | undefined,
  nights: { from: IsoDate; to: IsoDate },
): Promise<Home[]> {
  const rows = await db
    .select({
      id: properties.id,
      timeZone: properties.timeZone,
      isAvailable: properties.isAvailable,
      maxGuests: properties.maxGuests,
      maxInfants: properties.maxInfants,
      maxPets: properties.maxPets,
      pricePerNight: properties.pricePerNight,
      cleaningFee: properties.cleaningFee,
      minimumStay: properties.minimumStay,
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
  return rows.map(({ id, timeZone, isAvailable, pricePerNight, cleaningFee, minimumStay, ...capacity }) => ({
    id,
    timeZone,
    isAvailable,
    terms: {
      ...capacity,
      pricing: {
        baseNightly: pricePerNight === null ? null : centsFromNumeric(pricePerNight),
        cleaningFee: cleaningFee === null ? 0 : centsFromNumeric(cleaningFee),
        minimumStay,
        ...pricing(id),
      },
    },
  }))
}

async function loadPricing(db: Tx, ids: string[], nights: { from: IsoDate; to: IsoDate }) {
  const dates = propertyAvailability
  const seasonsOf = byProperty(await db.select().from(seasons).where(isOneOf(seasons.propertyId, ids)))
  const ratesOf = byProperty(await db.select().from(nightlyRates).where(isOneOf(nightlyRates.propertyId, ids)))
  const petFees = and(isOneOf(fees.propertyId, ids), eq(fees.kind, 'pet'))
  const feesOf = byProperty(await db.select().from(fees).where(petFees).orderBy(asc(fees.id)))
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
      .select({ propertyId: dates.propertyId, date: dates.date, price: dates.priceOverride })
      .from(dates)
      .where(
        and(
          isOneOf(dates.propertyId, ids),
          gte(dates.date, nights.from),
          lt(dates.date, nights.to),
          isNotNull(dates.priceOverride),
        ),
      ),
  )
  return (id: string) => {
    const [pet] = feesOf(id)
    return {
      seasons: seasonsOf(id).map(({ id: season, name, startsOn, endsOn, minimumStay }) => ({
        id: season,
        name,
        startsOn,
        endsOn,
        minimumStay,
      })),
      rates: ratesOf(id).map((rate) => ({
        seasonId: rate.seasonId,
        weekdays: rate.weekdays,
        price: centsFromNumeric(rate.price),
      })),
      overrides: Object.fromEntries(overridesOf(id).map((row) => [row.date, centsFromNumeric(row.price ?? '')])),
      petFee: pet ? { label: pet.label, amount: centsFromNumeric(pet.amount), taxable: pet.taxable } : null,
      taxes: taxesOf(id).map(({ name, rate }) => ({ name, rate })),
    }
  }
}
