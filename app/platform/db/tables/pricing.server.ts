import { boolean, date, integer, numeric, pgTable, smallint, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { properties } from './properties.server.ts'

const propertyId = () =>
  uuid('property_id')
    .notNull()
    .references(() => properties.id, { onDelete: 'cascade' })

/** Recurring parts of the year, first and last night included; `startsOn` and `endsOn` are `MM-DD`. */
export const seasons = pgTable(
  'seasons',
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    name: text().notNull(),
    startsOn: text('starts_on').notNull(),
    endsOn: text('ends_on').notNull(),
    minimumStay: integer('minimum_stay').notNull(),
    /** Arrival and departure weekdays; null means as in the rest of the year. */
    checkInDays: smallint('check_in_days').array(),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.name)],
)

/** The nightly price on some weekdays (0 is Sunday), in a season or, without one, in the rest of the year. */
export const nightlyRates = pgTable(
  'nightly_rates',
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    seasonId: uuid('season_id').references(() => seasons.id, { onDelete: 'cascade' }),
    weekdays: smallint().array().notNull(),
    price: numeric({ precision: 8, scale: 2 }).notNull(),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.seasonId, table.weekdays).nullsNotDistinct()],
)

/** The minimum stay for arrivals on some weekdays, in a season or, without one, in the rest of the year. */
export const arrivalMinimums = pgTable(
  'arrival_minimums',
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    seasonId: uuid('season_id').references(() => seasons.id, { onDelete: 'cascade' }),
    weekdays: smallint().array().notNull(),
    minimumStay: integer('minimum_stay').notNull(),
  },
  (table) => [unique().on(table.propertyId, table.seasonId, table.weekdays).nullsNotDistinct()],
)

/** Percent off the nights of stays with at least this many; the discount with the highest minimum applies. */
export const stayDiscounts = pgTable(
  'stay_discounts',
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    label: text().notNull(),
    fromNights: integer('from_nights').notNull(),
    percent: numeric({ precision: 7, scale: 4 }).notNull(),
  },
  (table) => [unique().on(table.propertyId, table.fromNights)],
)

/** Fees besides nights and cleaning: for pets, or for each guest beyond the included number. */
export const fees = pgTable(
  'fees',
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    kind: text({ enum: ['pet', 'guest'] }).notNull(),
    label: text().notNull(),
    amount: numeric({ precision: 8, scale: 2 }).notNull(),
    per: text({ enum: ['stay', 'night'] })
      .notNull()
      .default('stay'),
    /** For guest fees only. */
    includedGuests: integer('included_guests'),
    taxable: boolean().notNull().default(false),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.label)],
)

/** Taxes by name and authority; `rate` is percent of the lines in `appliesTo`, for fees only where they are taxable. */
export const taxes = pgTable(
  'taxes',
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    name: text().notNull(),
    rate: numeric({ precision: 7, scale: 4 }).notNull(),
    jurisdiction: text(),
    appliesTo: text('applies_to', { enum: ['nights', 'cleaning', 'fees'] })
      .array()
      .notNull()
      .default(['nights', 'cleaning', 'fees']),
    displayOrder: integer('display_order').notNull().default(0),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.name)],
)

/**
 * Codes that take a percentage or an amount off the nights, for all properties or one. Dates are local to the property,
 * both inclusive.
 */
export const promoCodes = pgTable('promo_codes', {
  code: text().primaryKey(),
  propertyId: uuid('property_id').references(() => properties.id, { onDelete: 'cascade' }),
  percent: numeric({ precision: 7, scale: 4 }),
  amount: numeric({ precision: 8, scale: 2 }),
  bookFrom: date('book_from'),
  bookUntil: date('book_until'),
  stayFrom: date('stay_from'),
  stayUntil: date('stay_until'),
  minimumNights: integer('minimum_nights').notNull().default(1),
  /** The maximum number of active bookings with the code; null means unlimited. */
  useLimit: integer('use_limit'),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  demo: boolean().notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
