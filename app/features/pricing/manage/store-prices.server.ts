import { and, eq, isNull } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import {
  type DiscountSettings,
  type FeeSettings,
  type ItemKey,
  itemsOf,
  type PriceSettings,
  type SeasonSettings,
  type SettingsList,
  type TaxSettings,
  type WeekdayMinimum,
  type WeekdayPrice,
} from '../price-settings.ts'
import {
  arrivalMinimums,
  fees,
  feeTaxes,
  nightlyRates,
  seasons,
  stayDiscounts,
  taxes,
} from '../pricing.tables.server.ts'

const TABLES = { seasons, fees, taxes, discounts: stayDiscounts }

/** Fees name taxes, so taxes are there before them. */
const ORDER = ['seasons', 'taxes', 'fees', 'discounts'] as const

/**
 * Stores these items of the settings. Those that the settings lack are removed, so that their names are free for
 * others.
 */
export async function storeItems(
  tx: Tx,
  propertyId: string,
  { settings, keys }: { settings: PriceSettings; keys: ItemKey[] },
): Promise<void> {
  const wanted = itemsOf(settings)
  for (const key of keys) {
    const [list, id] = key.split(':') as [SettingsList, string?]
    if (id === undefined || wanted.has(key)) continue
    const table = TABLES[list]
    await tx.delete(table).where(and(eq(table.id, id), eq(table.propertyId, propertyId)))
  }
  for (const list of ORDER) {
    for (const item of settings[list]) {
      if (keys.includes(`${list}:${item.id}`)) await STORE[list](tx, propertyId, item as never)
    }
  }
  if (keys.includes('nightly')) await storeNightly(tx, propertyId, settings.nightly)
  if (keys.includes('stayRules')) await storeStayRules(tx, propertyId, settings.stayRules)
  const { payment, cancellation: cancellationPolicy, answeredQuestions } = settings
  const columns = {
    ...(keys.includes('payment') && payment),
    ...(keys.includes('cancellation') && { cancellationPolicy }),
    ...(keys.includes('answeredQuestions') && { answeredQuestions }),
  }
  if (Object.keys(columns).length > 0) await tx.update(properties).set(columns).where(eq(properties.id, propertyId))
}

const STORE = {
  seasons: storeSeason,
  taxes: storeTax,
  fees: storeFee,
  discounts: storeDiscount,
}

async function storeNightly(tx: Tx, propertyId: string, { price, cleaning, rates }: PriceSettings['nightly']) {
  await tx
    .update(properties)
    .set({ pricePerNight: price === null ? null : numericFromCents(price), cleaningFee: numericFromCents(cleaning) })
    .where(eq(properties.id, propertyId))
  await storeRates(tx, { propertyId, seasonId: null, rates })
}

async function storeStayRules(tx: Tx, propertyId: string, rules: PriceSettings['stayRules']) {
  const { arrivalMinimums: minimums, ...columns } = rules
  await tx.update(properties).set(columns).where(eq(properties.id, propertyId))
  await storeMinimums(tx, { propertyId, seasonId: null, minimums })
}

async function storeSeason(tx: Tx, propertyId: string, season: SeasonSettings) {
  const { rates, arrivalMinimums: minimums, ...row } = season
  await tx
    .insert(seasons)
    .values({ ...row, propertyId })
    .onConflictDoUpdate({ target: seasons.id, set: row })
  await storeRates(tx, { propertyId, seasonId: season.id, rates })
  await storeMinimums(tx, { propertyId, seasonId: season.id, minimums })
}

type PartOfYear = { propertyId: string; seasonId: string | null }

async function storeRates(tx: Tx, { propertyId, seasonId, rates }: PartOfYear & { rates: WeekdayPrice[] }) {
  const ofSeason = seasonId === null ? isNull(nightlyRates.seasonId) : eq(nightlyRates.seasonId, seasonId)
  await tx.delete(nightlyRates).where(and(eq(nightlyRates.propertyId, propertyId), ofSeason))
  if (rates.length === 0) return
  await tx.insert(nightlyRates).values(
    rates.map(({ weekdays, price, from: fromDate, demo }) => ({
      propertyId,
      seasonId,
      weekdays,
      price: numericFromCents(price),
      fromDate,
      demo,
    })),
  )
}

async function storeMinimums(tx: Tx, { propertyId, seasonId, minimums }: PartOfYear & { minimums: WeekdayMinimum[] }) {
  const ofSeason = seasonId === null ? isNull(arrivalMinimums.seasonId) : eq(arrivalMinimums.seasonId, seasonId)
  await tx.delete(arrivalMinimums).where(and(eq(arrivalMinimums.propertyId, propertyId), ofSeason))
  if (minimums.length === 0) return
  await tx.insert(arrivalMinimums).values(minimums.map((minimum) => ({ ...minimum, propertyId, seasonId })))
}

async function storeTax(tx: Tx, propertyId: string, row: TaxSettings) {
  await tx
    .insert(taxes)
    .values({ ...row, propertyId })
    .onConflictDoUpdate({ target: taxes.id, set: row })
}

async function storeFee(tx: Tx, propertyId: string, { taxedBy, ...fee }: FeeSettings) {
  const row = { ...fee, amount: numericFromCents(fee.amount) }
  await tx
    .insert(fees)
    .values({ ...row, propertyId })
    .onConflictDoUpdate({ target: fees.id, set: row })
  await tx.delete(feeTaxes).where(eq(feeTaxes.feeId, fee.id))
  if (taxedBy.length === 0) return
  await tx.insert(feeTaxes).values(taxedBy.map((taxId) => ({ propertyId, feeId: fee.id, taxId })))
}

async function storeDiscount(tx: Tx, propertyId: string, row: DiscountSettings) {
  await tx
    .insert(stayDiscounts)
    .values({ ...row, propertyId })
    .onConflictDoUpdate({ target: stayDiscounts.id, set: row })
}
