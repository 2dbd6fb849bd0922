import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { bookingSources, bookingStatuses, bookings } from './bookings.server.ts'
import { properties } from './properties.server.ts'
import { siteTable } from './site-table.server.ts'

/**
 * What reports count of each booking that was ever confirmed, once for each time that it changed. A trigger writes it.
 * Amounts are in cents. The present version has no `replacedAt`.
 */
export const bookingVersions = siteTable(
  'booking_versions',
  { goLive: { removes: 'versions of bookings' }, address: null, retention: null, images: null },
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    status: text({ enum: bookingStatuses }).notNull(),
    source: text({ enum: bookingSources }).notNull(),
    promoCode: text('promo_code'),
    checkInDate: date('check_in_date').notNull(),
    checkOutDate: date('check_out_date').notNull(),
    /** The nights with their discounts, less what was refunded of the stay. */
    rent: integer().notNull(),
    cleaning: integer().notNull(),
    fees: integer().notNull(),
    /** What was refunded of a stay that goes on: it lowered the rent. */
    refunds: integer().notNull(),
    taxes: integer().notNull(),
    taxLines: jsonb('tax_lines').notNull(),
    /** What of payments by hand is promised back. */
    returnDue: integer('return_due').notNull(),
    /** What of payments by hand a canceled stay keeps, what is promised back left out; 0 while it is confirmed. */
    keptByHand: integer('kept_by_hand').notNull().default(0),
    /** What the first night cost, the first two, and so on. Null where only the price of the whole stay is known. */
    nightSums: integer('night_sums').array(),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.number] })],
)

/** When an authority counts a stay: on the day of check-out or check-in, by night, or as it is paid. */
export const countedBy = ['check-out', 'check-in', 'night', 'payment'] as const

/** How an authority wants its lodging tax. One without a row has the defaults. */
export const taxJurisdictions = siteTable(
  'tax_jurisdictions',
  { goLive: 'loses what is of the demo', address: null, retention: null, images: null },
  {
    name: text().primaryKey(),
    countedBy: text('counted_by', { enum: countedBy }).notNull().default('check-out'),
    period: text({ enum: ['month', 'quarter'] })
      .notNull()
      .default('month'),
    /** Of the month after the period. */
    dueDay: smallint('due_day').notNull().default(20),
  },
)

/**
 * What was filed of a period, with its figures and how its stays were counted then. `endsOn` is the first day that it is
 * not about. Those of before `entries` and `changesUntil` were kept have null there.
 */
export const taxFilings = siteTable(
  'tax_filings',
  { goLive: { removes: 'filings of lodging tax' }, address: null, retention: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    jurisdiction: text().notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    figures: jsonb().notNull(),
    filedAt: timestamp('filed_at', { withTimezone: true }).notNull(),
    operatorName: text('operator_name'),
    countedBy: text('counted_by', { enum: countedBy }).notNull(),
    /** Whose tax the platform remitted. */
    platforms: text().array().notNull(),
    /** What it has of each stay. */
    entries: jsonb(),
    /** The changes of the next period begin here. */
    changesUntil: timestamp('changes_until', { withTimezone: true }),
  },
)

/** The sources of bookings whose lodging tax the platform remits itself. */
export const taxPlatforms = siteTable(
  'tax_platforms',
  { goLive: 'stays', address: null, retention: null, images: null },
  { source: text().primaryKey() },
)

/** The names of the accounts that the journal posts to; those without a row have the names of the code. */
export const accountNames = siteTable(
  'account_names',
  { goLive: 'stays', address: null, retention: null, images: null },
  { account: text().primaryKey(), name: text().notNull() },
)

/** Owners whose homes are managed for a commission. Amounts are in cents. */
export const owners = siteTable(
  'owners',
  { goLive: { removes: 'owners' }, address: 'email', retention: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The secret part of the address of the owner's page. */
    token: uuid().notNull().unique().default(sql`md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid`),
    name: text().notNull(),
    email: text(),
    commissionPercent: numeric('commission_percent', { precision: 7, scale: 4 }).notNull(),
    commissionOn: text('commission_on', { enum: ['rent', 'all'] }).notNull(),
    commissionPerStay: integer('commission_per_stay').notNull(),
    getsCleaning: boolean('gets_cleaning').notNull(),
    getsFees: boolean('gets_fees').notNull(),
    /** A stay is in the statement only once its guest has paid it. */
    unpaidWaits: boolean('unpaid_waits').notNull().default(false),
    /** The first days of months whose statement was sent and taken back, in order. */
    takenBack: text('taken_back').array().notNull().default([]),
  },
)

/** The owner of each home that has one, and what a cleaner gets there for a turnover. */
export const ownerProperties = siteTable(
  'owner_homes',
  { goLive: { removes: 'homes of owners' }, address: null, retention: null, images: null },
  {
    propertyId: uuid('property_id')
      .primaryKey()
      .references(() => properties.id, { onDelete: 'cascade' }),
    /** Null once the home has no owner anymore. What its cleaner gets stays. */
    ownerId: uuid('owner_id').references(() => owners.id, { onDelete: 'set null' }),
    cleanerPay: integer('cleaner_pay').notNull().default(0),
  },
)

/** What was sent to owners, with its figures as they were then. From `paidOn` on it is locked. A draft is not stored. */
export const ownerStatements = siteTable(
  'owner_statements',
  { goLive: { removes: 'statements of owners' }, address: null, retention: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    /** Its first day. */
    month: date().notNull(),
    figures: jsonb().notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    operatorName: text('operator_name'),
    paidOn: date('paid_on'),
  },
  (table) => [unique('owner_statements_owner_id_month_key').on(table.ownerId, table.month)],
)

/** What a home cost its owner. A credit is below zero. `statementId` is null until a statement was sent that has it. */
export const ownerCosts = siteTable(
  'owner_costs',
  {
    goLive: { removes: 'costs of owners' },
    address: null,
    retention: null,
    images: [{ column: 'receipt', holds: 'address', isPublic: sql`false` }],
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    spentOn: date('spent_on').notNull(),
    description: text().notNull(),
    amount: integer().notNull(),
    receipt: text(),
    statementId: uuid('statement_id').references(() => ownerStatements.id, { onDelete: 'set null' }),
  },
)
