import { boolean, date, integer, numeric, pgTable, smallint, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { properties } from './properties.server.ts'

const propertyId = () =>
  uuid('property_id')
    .notNull()
    .references(() => properties.id, { onDelete: 'cascade' })

/** Parts of the year that recur, first and last night included; `startsOn` and `endsOn` are `MM-DD`. */
export const seasons = pgTable(
  'seasons',
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: propertyId(),
    name: text().notNull(),
    startsOn: text('starts_on').notNull(),
    endsOn: text('ends_on').notNull(),
    minimumStay: integer('minimum_stay').notNull(),
    /** Weekdays of arrival and departure; null is as in the rest of the year. */
    checkInDays: smallint('check_in_days').array(),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.name)],
)

/** The price of a night on some weekdays (0 is Sunday), in a season or, without one, in the rest of the year. */
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

/** The minimum stay of those who arrive on some weekdays, in a season or, without one, in the rest of the year. */
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

/** Percent off the nights of a stay that has so many of them; the one of the most nights counts. */
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

/** Charges of a stay beside nights and cleaning: for pets, or for each guest beyond those that are included. */
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
    /** Of a guest fee alone. */
    includedGuests: integer('included_guests'),
    taxable: boolean().notNull().default(false),
    demo: boolean().notNull().default(false),
  },
  (table) => [unique().on(table.propertyId, table.label)],
)

/** Taxes by name, and whose they are; `rate` is percent of the lines that `appliesTo` names, of fees where they are taxable. */
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

/** Codes that take a percentage or an amount off the nights, in every home or in one. Dates are days and nights at the home, both included. */
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
  /** How many bookings that stand may have it; null is any number. */
  useLimit: integer('use_limit'),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  demo: boolean().notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
