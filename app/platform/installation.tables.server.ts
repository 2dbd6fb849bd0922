import { bigint, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Whether this database is a demo or live (docs/decisions/009). */
export const installation = siteTable(
  'installation',
  { goLive: 'loses values of the demo', address: null, retention: null, restore: null, images: null },
  {
    id: smallint().primaryKey().default(1),
    mode: text({ enum: ['demo', 'live'] }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    liveSince: timestamp('live_since', { withTimezone: true }),
    /** When the messages to guests were last looked through. A gap is an outage. */
    messagesCheckedAt: timestamp('messages_checked_at', { withTimezone: true }),
  },
)

/** Keys that the site generated for itself, by purpose. */
export const secrets = siteTable(
  'secrets',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    name: text().primaryKey(),
    value: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/**
 * One row: the last backup that succeeded. `failedAt` and `error` are of one that failed since. Without `failedAt`,
 * `error` is what the last one lacks.
 */
export const backups = siteTable(
  'backups',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    id: smallint().primaryKey().default(1),
    succeededAt: timestamp('succeeded_at', { withTimezone: true }),
    bytes: bigint({ mode: 'number' }),
    failedAt: timestamp('failed_at', { withTimezone: true }),
    error: text(),
  },
)

/** Numbers that increase with every committed change that cached pages or the back office show; maintained by triggers. */
export const contentVersion = siteTable(
  'content_version',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    id: smallint().primaryKey().default(1),
    version: bigint({ mode: 'number' }).notNull().default(1),
    changedIn: text('changed_in'),
    nights: bigint({ mode: 'number' }).notNull().default(1),
    nightsChangedIn: text('nights_changed_in'),
    stays: bigint({ mode: 'number' }).notNull().default(1),
    staysChangedIn: text('stays_changed_in'),
    messages: bigint({ mode: 'number' }).notNull().default(1),
    messagesChangedIn: text('messages_changed_in'),
  },
)

/** Storage keys that may be orphans, and when each may be deleted. */
export const storageOrphans = siteTable(
  'storage_orphans',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    key: text().primaryKey(),
    deleteAfter: timestamp('delete_after', { withTimezone: true }).notNull(),
  },
)
