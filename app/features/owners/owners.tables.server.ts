import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, numeric, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Owners whose homes are managed for a commission. Amounts are in cents. */
export const owners = siteTable(
  'owners',
  { goLive: { removes: 'owners' }, address: 'email', retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The secret part of the address of the owner's page. */
    token: uuid().notNull().unique().default(sql`md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid`),
    name: text().notNull(),
    email: text(),
    commissionPercent: numeric('commission_percent', { precision: 7, scale: 4 }).notNull(),
    commissionOn: text('commission_on', { enum: ['rent', 'all'] }).notNull(),
    commissionPerStay: integer('commission_per_stay').notNull(),
    receivesCleaningFee: boolean('receives_cleaning_fee').notNull(),
    receivesOtherFees: boolean('receives_other_fees').notNull(),
    /** A stay is in the statement only once its guest has paid it. */
    paidStaysOnly: boolean('paid_stays_only').notNull().default(false),
    /** The first days of months whose statement was sent and withdrawn, in order. */
    withdrawnMonths: text('withdrawn_months').array().notNull().default([]),
  },
)

/** The owner of each home that has one, and the cleaner's pay there for a turnover. */
export const ownerProperties = siteTable(
  'owner_properties',
  { goLive: { removes: 'homes of owners' }, address: null, retention: null, restore: null, images: null },
  {
    propertyId: uuid('property_id')
      .primaryKey()
      .references(() => properties.id, { onDelete: 'cascade' }),
    /** Null once the home has no owner anymore. What its cleaner gets stays. */
    ownerId: uuid('owner_id').references(() => owners.id, { onDelete: 'set null' }),
    cleanerPay: integer('cleaner_pay').notNull().default(0),
  },
)

/** Sent statements, with their figures at that time. From `paidOn` on one is locked. A draft is not stored. */
export const ownerStatements = siteTable(
  'owner_statements',
  { goLive: { removes: 'statements of owners' }, address: null, retention: null, restore: null, images: null },
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

/** Costs of a home for its owner. A credit is below zero. `statementId` is null until it is in a sent statement. */
export const ownerCosts = siteTable(
  'owner_costs',
  {
    goLive: { removes: 'costs of owners' },
    address: null,
    retention: null,
    restore: null,
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
