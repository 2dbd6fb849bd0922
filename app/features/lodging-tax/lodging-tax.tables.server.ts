import { sql } from 'drizzle-orm'
import { date, jsonb, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** When an authority counts a stay: on the day of check-out or check-in, by night, or as it is paid. */
export const countedBy = ['check-out', 'check-in', 'night', 'payment'] as const

/** How an authority wants its lodging tax. One without a row has the defaults. */
export const taxJurisdictions = siteTable(
  'tax_jurisdictions',
  {
    goLive: {
      removesDemo: 'tax authorities',
      where: () => sql`name not in (select coalesce(taxes.jurisdiction, taxes.name) from taxes where not taxes.demo)`,
    },
    address: null,
    retention: null,
    restore: null,
    images: null,
  },
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
 * A filed period, with its figures and its counting rule. `endsOn` is the first day after it. Rows from before
 * `entries` and `changesUntil` were stored have null there.
 */
export const taxFilings = siteTable(
  'tax_filings',
  { goLive: { removes: 'filings of lodging tax' }, address: null, retention: null, restore: null, images: null },
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
    /** The entry of each stay. */
    entries: jsonb(),
    /** The changes of the next period begin here. */
    changesUntil: timestamp('changes_until', { withTimezone: true }),
  },
)

/** The sources of bookings whose lodging tax the platform remits itself. */
export const taxPlatforms = siteTable(
  'tax_platforms',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  { source: text().primaryKey() },
)
