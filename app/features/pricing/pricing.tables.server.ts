import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  foreignKey,
  integer,
  numeric,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const propertyId = () =>
  uuid('property_id')
    .notNull()
    .references(() => properties.id, { onDelete: 'cascade' })

/** Parts of every year or of one, first and last night included; `startsOn` and `endsOn` are `MM-DD`. */
export const seasons = siteTable(
  'seasons',
  {
    goLive: {
      removesDemo: 'seasons',
      // A season with a price or a rule of the operator stays.
      where: () => sql`demo
        and not exists (select from nightly_rates rate where rate.season_id = seasons.id and not rate.demo)
        and not exists (select from arrival_minimums minimum where minimum.season_id = seasons.id)`,
    },
    address: null,
    retention: null,
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    name: text().notNull(),
    startsOn: text('starts_on').notNull(),
    endsOn: text('ends_on').notNull(),
    /** The year of the first night; null means every year. */
    year: integer(),
    minimumStay: integer('minimum_stay').notNull(),
    /** Arrival and departure weekdays; null means as in the rest of the year. */
    checkInDays: smallint('check_in_days').array(),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.name)],
)

/** The nightly price on some weekdays (0 is Sunday), in a season. Without one, it is for the rest of the year. */
export const nightlyRates = siteTable(
  'nightly_rates',
  {
    goLive: { removesDemo: 'nightly rates', where: () => sql`demo` },
    address: null,
    retention: null,
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    seasonId: uuid('season_id').references(() => seasons.id, { onDelete: 'cascade' }),
    weekdays: smallint().array().notNull(),
    price: numeric({ precision: 8, scale: 2 }).notNull(),
    /** The first night with this price; null is always. */
    fromDate: date('from_date'),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.seasonId, table.weekdays, table.fromDate).nullsNotDistinct()],
)

/** The minimum stay for arrivals on some weekdays, in a season or, without one, in the rest of the year. */
export const arrivalMinimums = siteTable(
  'arrival_minimums',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    seasonId: uuid('season_id').references(() => seasons.id, { onDelete: 'cascade' }),
    weekdays: smallint().array().notNull(),
    minimumStay: integer('minimum_stay').notNull(),
  },
  (table) => [unique().on(table.propertyId, table.seasonId, table.weekdays).nullsNotDistinct()],
)

/** Percent off the nights of stays that are long enough, or that are booked late or early enough. */
export const stayDiscounts = siteTable(
  'stay_discounts',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    label: text().notNull(),
    /** As in `DISCOUNT_KINDS` of app/features/pricing/discount-kinds.ts. */
    kind: text().notNull(),
    /** In nights for a long stay, else in days from booking to check-in. */
    threshold: integer().notNull(),
    percent: numeric({ precision: 7, scale: 4 }).notNull(),
  },
  (table) => [unique().on(table.propertyId, table.kind, table.threshold)],
)

/** Fees besides nights and cleaning: for the stay, for each guest beyond the included number, or for pets. */
export const fees = siteTable(
  'fees',
  {
    goLive: { removesDemo: 'fees', where: () => sql`demo` },
    address: null,
    retention: null,
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    /** As in `FEE_KINDS` of app/features/pricing/fee-kinds.ts. */
    kind: text().notNull(),
    label: text().notNull(),
    amount: numeric({ precision: 8, scale: 2 }).notNull(),
    per: text({ enum: ['stay', 'night'] })
      .notNull()
      .default('stay'),
    /** For guest fees only. */
    includedGuests: integer('included_guests'),
    /** For pet fees only: for each pet, not once. */
    eachPet: boolean('each_pet').notNull().default(false),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.label), unique().on(table.propertyId, table.id)],
)

/**
 * Taxes by name and authority. With the basis `percent`, `rate` is percent of the parts in `appliesTo` and of the fees
 * in `fee_taxes`. Otherwise it is dollars for each night, or for each guest and night.
 */
export const taxes = siteTable(
  'taxes',
  {
    goLive: { removesDemo: 'taxes', where: () => sql`demo` },
    address: null,
    retention: null,
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    name: text().notNull(),
    rate: numeric({ precision: 7, scale: 4 }).notNull(),
    jurisdiction: text(),
    /** As in `TAX_BASES` of app/features/pricing/tax-bases.ts. */
    basis: text().notNull().default('percent'),
    appliesTo: text('applies_to', { enum: ['nights', 'cleaning'] })
      .array()
      .notNull()
      .default(['nights', 'cleaning']),
    /** Only this many nights of a stay are taxed; null means all. */
    taxedNights: integer('taxed_nights'),
    /** Stays of at least this many nights are exempt; null means none. */
    exemptFromNights: integer('exempt_from_nights'),
    displayOrder: integer('display_order').notNull().default(0),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.name), unique().on(table.propertyId, table.id)],
)

/** The taxes on each fee; both belong to one property. */
export const feeTaxes = siteTable(
  'fee_taxes',
  { goLive: 'loses values of the demo', address: null, retention: null, restore: null, images: null },
  {
    propertyId: uuid('property_id').notNull(),
    feeId: uuid('fee_id').notNull(),
    taxId: uuid('tax_id').notNull(),
  },
  ({ propertyId, feeId, taxId }) => [
    primaryKey({ columns: [feeId, taxId] }),
    foreignKey({ columns: [propertyId, feeId], foreignColumns: [fees.propertyId, fees.id] }).onDelete('cascade'),
    foreignKey({ columns: [propertyId, taxId], foreignColumns: [taxes.propertyId, taxes.id] }).onDelete('cascade'),
  ],
)

/**
 * Codes that take a percentage or an amount off the nights, for all properties or one. Dates are local to the property,
 * both inclusive.
 */
export const promoCodes = siteTable(
  'promo_codes',
  {
    goLive: { removesDemo: 'discount codes', where: () => sql`demo` },
    address: null,
    retention: null,
    restore: null,
    images: null,
  },
  {
    code: text().primaryKey(),
    propertyId: uuid('property_id').references(() => properties.id, { onDelete: 'cascade' }),
    percent: numeric({ precision: 7, scale: 4 }),
    amount: numeric({ precision: 8, scale: 2 }),
    /** For prizes: it covers the whole price of a stay, taxes included. */
    coversAll: boolean('covers_all').notNull().default(false),
    bookFrom: date('book_from'),
    bookUntil: date('book_until'),
    stayFrom: date('stay_from'),
    stayUntil: date('stay_until'),
    minimumNights: integer('minimum_nights').notNull().default(1),
    maximumNights: integer('maximum_nights'),
    /** The maximum number of active bookings with the code; null means unlimited. */
    useLimit: integer('use_limit'),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    demo: boolean().notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/**
 * The operator's override for one date: a price, whose reason guests see, or a minimum stay. It wins over every rate.
 */
export const nightOverrides = siteTable(
  'night_overrides',
  { goLive: { removes: 'priced dates' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    date: date().notNull(),
    priceOverride: numeric('price_override', { precision: 8, scale: 2 }),
    /** For stays that begin on this date. */
    minimumStay: integer('minimum_stay'),
    reason: text(),
  },
  (table) => [unique().on(table.propertyId, table.date)],
)
