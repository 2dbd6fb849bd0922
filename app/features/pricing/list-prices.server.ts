import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { PROPERTY_STATUSES } from '#app/features/properties/property-status.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import {
  discountSchema,
  feeSchema,
  nightlySchema,
  paymentSchema,
  priceSettingsSchema,
  seasonSchema,
  stayRulesSchema,
  taxSchema,
  weekdayMinimumSchema,
  weekdayPriceSchema,
} from './price-settings.ts'

const ofSeason = { seasonId: z.guid().nullable() }
const overrideSchema = z.object({
  date: z.string(),
  price: z.int().nullable(),
  minimumStay: z.int().nullable(),
  reason: z.string().nullable(),
})

const propertySchema = z.object({
  id: z.guid(),
  slug: z.string(),
  name: z.string(),
  location: z.string(),
  status: z.enum(PROPERTY_STATUSES),
  isAvailable: z.boolean(),
  timeZone: z.string(),
  maxGuests: z.int(),
  maxInfants: z.int(),
  maxPets: z.int(),
})
const stayRulesColumns = stayRulesSchema.omit({ arrivalMinimums: true })

const rowSchema = propertySchema.extend({
  ...nightlySchema.omit({ rates: true }).shape,
  ...stayRulesColumns.shape,
  ...paymentSchema.shape,
  cancellation: priceSettingsSchema.shape.cancellation,
  answeredQuestions: priceSettingsSchema.shape.answeredQuestions,
  seasons: z.array(seasonSchema.omit({ rates: true, arrivalMinimums: true })),
  rates: z.array(weekdayPriceSchema.extend(ofSeason)),
  minimums: z.array(weekdayMinimumSchema.extend(ofSeason)),
  fees: z.array(feeSchema.omit({ taxedBy: true })),
  feeTaxes: z.array(z.object({ feeId: z.guid(), taxId: z.guid() })),
  taxes: z.array(taxSchema),
  discounts: z.array(discountSchema),
  overrides: z.array(overrideSchema),
})

const inCents = (column: string) => sql.raw(`(${column} * 100)::int`)

const PROPERTY = sql`id, slug, name, location, status, display_order, is_available as "isAvailable", time_zone as "timeZone",
  max_guests as "maxGuests", max_infants as "maxInfants", max_pets as "maxPets",
  case when price_confirmed then ${inCents('price_per_night')} end as price, coalesce(${inCents('cleaning_fee')}, 0) as cleaning,
  minimum_stay as "minimumStay", maximum_stay as "maximumStay",
  gap_minimum_stay as "gapMinimumStay", gap_percent as "gapPercent", check_in_days as "checkInDays", notice_days as "noticeDays",
  notice_until_hour as "noticeUntilHour", booking_window_days as "bookingWindowDays", deposit_percent as "depositPercent",
  deposit_days as "depositDays", balance_days as "balanceDays", payment_text as "paymentText", payment_ways as "paymentWays",
  cancel_unpaid_days as "cancelUnpaidDays",
  cancellation_policy as cancellation, answered_questions as "answeredQuestions"`

type List = { table: string; columns: SQL; order: SQL; where?: SQL }

/** The selected columns of each table, as one list per property. */
const LISTS = {
  seasons: {
    table: 'seasons',
    columns: sql`'id', id, 'name', name, 'startsOn', starts_on, 'endsOn', ends_on, 'year', year, 'minimumStay', minimum_stay,
      'checkInDays', check_in_days, 'demo', demo`,
    order: sql`year nulls first, starts_on, name`,
  },
  rates: {
    table: 'nightly_rates',
    columns: sql`'seasonId', season_id, 'weekdays', weekdays, 'price', ${inCents('price')}, 'from', from_date, 'demo', demo`,
    order: sql`cardinality(weekdays) desc, weekdays, from_date nulls first`,
  },
  minimums: {
    table: 'arrival_minimums',
    columns: sql`'seasonId', season_id, 'weekdays', weekdays, 'minimumStay', minimum_stay`,
    order: sql`weekdays`,
  },
  fees: {
    table: 'fees',
    columns: sql`'id', id, 'kind', kind, 'label', label, 'amount', ${inCents('amount')}, 'per', per,
      'includedGuests', included_guests, 'eachPet', each_pet, 'demo', demo`,
    order: sql`kind, label`,
  },
  feeTaxes: { table: 'fee_taxes', columns: sql`'feeId', fee_id, 'taxId', tax_id`, order: sql`tax_id` },
  taxes: {
    table: 'taxes',
    columns: sql`'id', id, 'name', name, 'rate', trim_scale(rate)::text, 'jurisdiction', jurisdiction, 'basis', basis,
      'appliesTo', applies_to, 'taxedNights', taxed_nights, 'exemptFromNights', exempt_from_nights,
      'displayOrder', display_order, 'demo', demo`,
    order: sql`display_order, id`,
  },
  discounts: {
    table: 'stay_discounts',
    columns: sql`'id', id, 'label', label, 'kind', kind, 'threshold', threshold, 'percent', trim_scale(percent)::text`,
    order: sql`kind desc, threshold`,
  },
} satisfies Record<string, List>

const overridesOf = ({ from, to }: Nights): List => ({
  table: 'night_overrides',
  columns: sql`'date', date, 'price', ${inCents('price_override')}, 'minimumStay', minimum_stay, 'reason', reason`,
  order: sql`date`,
  where: sql`and date >= ${from} and date < ${to}`,
})

const joined = (name: string, { table, columns, order, where = sql`` }: List) => sql`
  left join (select property_id, json_agg(json_build_object(${columns}) order by ${order}) as list from ${sql.raw(table)}
    where property_id in (select id from chosen) ${where} group by property_id) ${sql.identifier(name)}
    on ${sql.identifier(name)}.property_id = chosen.id`

type Nights = { from: IsoDate; to: IsoDate }

/** For reads that need no prices of single dates. */
export const NO_NIGHTS: Nights = { from: '1900-01-01', to: '1900-01-01' }
/** All dates that a property can have prices for. */
export const ALL_NIGHTS: Nights = { from: '1900-01-01', to: '2200-01-01' }

/**
 * Everything that prices depend on, of the properties that match `where`, in the operator's order. The overrides are
 * those of the nights `[from, to)`. Everything that shows, changes or charges a price reads it here, in one statement.
 */
export async function listPrices(db: Tx, where: SQL | undefined, nights: Nights) {
  const lists = Object.entries<List>({ ...LISTS, overrides: overridesOf(nights) })
  const columns = lists.map(([name]) => sql`coalesce(${sql.identifier(name)}.list, '[]') as ${sql.identifier(name)}`)
  const { rows } = await db.execute(sql`with chosen as (select ${PROPERTY} from properties where ${where ?? sql`true`})
    select chosen.*, ${sql.join(columns, sql`, `)} from chosen
    ${sql.join(lists.map(([name, list]) => joined(name, list)))} order by display_order, name, chosen.id`)
  return rows.map((row) => propertyOf(rowSchema.parse(row)))
}

/** A property with the settings of its prices and the overrides of single dates. */
export type PropertyPrices = Awaited<ReturnType<typeof listPrices>>[number]

type Row = z.infer<typeof rowSchema>

/** The rates and minimums of a season; of null, those of the rest of the year. */
const inSeason = (id: string | null, { rates, minimums }: Pick<Row, 'rates' | 'minimums'>) => ({
  rates: rates.filter(({ seasonId }) => seasonId === id).map(({ seasonId: _, ...rate }) => rate),
  arrivalMinimums: minimums.filter(({ seasonId }) => seasonId === id).map(({ seasonId: _, ...minimum }) => minimum),
})

/** The columns of a row that a schema names. */
const columnsOf = <Part extends object>(row: NoInfer<Part>, schema: z.ZodType<Part> & { shape: object }) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, row[name as keyof Part]])) as Part

function propertyOf({ price, cleaning, rates, minimums, seasons, fees, feeTaxes, overrides, ...row }: Row) {
  const { cancellation, answeredQuestions, taxes, discounts } = row
  const { rates: own, arrivalMinimums } = inSeason(null, { rates, minimums })
  return {
    ...columnsOf(row, propertySchema),
    settings: {
      nightly: { price, cleaning, rates: own },
      stayRules: { ...columnsOf(row, stayRulesColumns), arrivalMinimums },
      payment: columnsOf(row, paymentSchema),
      cancellation,
      answeredQuestions,
      seasons: seasons.map((season) => ({ ...season, ...inSeason(season.id, { rates, minimums }) })),
      fees: fees.map((fee) => ({
        ...fee,
        taxedBy: feeTaxes.filter(({ feeId }) => feeId === fee.id).map(({ taxId }) => taxId),
      })),
      taxes,
      discounts,
    },
    overrides: Object.fromEntries(overrides.map(({ date, ...own }) => [date, own])),
  }
}
