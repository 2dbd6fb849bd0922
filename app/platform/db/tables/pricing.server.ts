import { boolean, integer, numeric, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { properties } from './properties.server.ts'

const propertyId = () =>
  uuid('property_id')
    .notNull()
    .references(() => properties.id, { onDelete: 'cascade' })

/** Parts of the year that recur, first and last night included; `startsOn` and `endsOn` are `MM-DD`. */
export const seasons = pgTable('seasons', {
  id: uuid().primaryKey().defaultRandom(),
  propertyId: propertyId(),
  name: text().notNull(),
  startsOn: text('starts_on').notNull(),
  endsOn: text('ends_on').notNull(),
  minimumStay: integer('minimum_stay').notNull(),
  demo: boolean().notNull().default(false),
})

/** The price of a night on some weekdays (0 is Sunday), in a season or, without one, in the rest of the year. */
export const nightlyRates = pgTable('nightly_rates', {
  id: uuid().primaryKey().defaultRandom(),
  propertyId: propertyId(),
  seasonId: uuid('season_id').references(() => seasons.id, { onDelete: 'cascade' }),
  weekdays: smallint().array().notNull(),
  price: numeric({ precision: 8, scale: 2 }).notNull(),
  demo: boolean().notNull().default(false),
})

/** Charges of a stay beside nights and cleaning. */
export const fees = pgTable('fees', {
  id: uuid().primaryKey().defaultRandom(),
  propertyId: propertyId(),
  kind: text({ enum: ['pet'] }).notNull(),
  label: text().notNull(),
  amount: numeric({ precision: 8, scale: 2 }).notNull(),
  taxable: boolean().notNull().default(false),
  demo: boolean().notNull().default(false),
})

/** Taxes by name; `rate` is percent of the taxable lines. */
export const taxes = pgTable('taxes', {
  id: uuid().primaryKey().defaultRandom(),
  propertyId: propertyId(),
  name: text().notNull(),
  rate: numeric({ precision: 7, scale: 4 }).notNull(),
  displayOrder: integer('display_order').notNull().default(0),
  demo: boolean().notNull().default(false),
})
