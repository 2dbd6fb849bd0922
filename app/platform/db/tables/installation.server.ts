import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { siteTable } from './site-table.server.ts'

/** Whether this database is a demo or live (docs/decisions/009). */
export const installation = siteTable(
  'installation',
  { goLive: 'loses what is of the demo', address: null, retention: null, images: null },
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
  { goLive: 'stays', address: null, retention: null, images: null },
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
  { goLive: 'stays', address: null, retention: null, images: null },
  {
    id: smallint().primaryKey().default(1),
    succeededAt: timestamp('succeeded_at', { withTimezone: true }),
    bytes: bigint({ mode: 'number' }),
    failedAt: timestamp('failed_at', { withTimezone: true }),
    error: text(),
  },
)

/** Numbers that increase with every committed change that cached pages show; maintained by triggers. */
export const contentVersion = siteTable(
  'content_version',
  { goLive: 'stays', address: null, retention: null, images: null },
  {
    id: smallint().primaryKey().default(1),
    version: bigint({ mode: 'number' }).notNull().default(1),
    changedIn: text('changed_in'),
    nights: bigint({ mode: 'number' }).notNull().default(1),
    nightsChangedIn: text('nights_changed_in'),
  },
)

/** Idempotency keys of forms with their answers (docs/decisions/013). */
export const idempotencyKeys = siteTable(
  'idempotency_keys',
  { goLive: { removes: 'keys of forms' }, address: null, retention: { period: 'repeatedForms' }, images: null },
  {
    scope: text().notNull(),
    key: text().notNull(),
    digest: text().notNull(),
    status: smallint().notNull(),
    response: jsonb().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
)

/** Metadata of stored images: size in pixels and bytes, a tiny placeholder as a data URL, and the alternative text. */
export const mediaObjects = siteTable(
  'media_objects',
  { goLive: 'stays', address: null, retention: null, images: null },
  {
    path: text().primaryKey(),
    contentType: text('content_type').notNull(),
    bytes: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    placeholder: text(),
    altText: text('alt_text').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When a home stopped showing it; it may be back since. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
  },
)

/** Storage keys that may be orphans, and when each may be deleted. */
export const storageOrphans = siteTable(
  'storage_orphans',
  { goLive: 'stays', address: null, retention: null, images: null },
  {
    key: text().primaryKey(),
    deleteAfter: timestamp('delete_after', { withTimezone: true }).notNull(),
  },
)

/** The operator: brand, addresses, links; `content` is parsed by the site feature. */
export const site = siteTable(
  'site',
  {
    goLive: 'loses what is of the demo',
    address: null,
    retention: null,
    images: [{ column: 'content', holds: 'json', isPublic: sql`true` }],
  },
  {
    id: smallint().primaryKey().default(1),
    brand: text().notNull(),
    email: text().notNull(),
    socialName: text('social_name'),
    socialUrl: text('social_url'),
    postalAddress: text('postal_address'),
    content: jsonb().notNull().default(sql`'{}'::jsonb`),
    /** What a declined guest may read: three texts that an operator starts from; an empty one is not offered. */
    declineTexts: text('decline_texts').array().notNull().default(sql`default`),
    /** Steps of setting up that the operator says are done; with `all` their list is put away. */
    setupDone: text('setup_done').array().notNull().default([]),
    /** How guests pay without a card; null while nobody has written it. Homes may differ, in this and in those below. */
    paymentText: text('payment_text'),
    /** The ways to pay of `PAYMENT_WAYS` that guests read before they book. Empty: none is named. */
    paymentWays: text('payment_ways').array().notNull().default([]),
    /** Null: everything is paid with the booking. */
    depositPercent: smallint('deposit_percent'),
    depositDays: smallint('deposit_days').notNull().default(7),
    balanceDays: smallint('balance_days').notNull().default(30),
    /** A stay is canceled by itself once its first payment is so many days late; null for never. */
    cancelUnpaidDays: smallint('cancel_unpaid_days'),
    /** Whether roles that see money need a second factor. */
    requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** Privacy, terms and accessibility pages, by version (docs/features/site.md). */
export const legalDocuments = siteTable(
  'legal_documents',
  { goLive: 'stays', address: null, retention: null, images: null },
  {
    kind: text({ enum: ['privacy', 'terms', 'accessibility'] }).notNull(),
    version: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    effectiveOn: date('effective_on').notNull(),
    /** The value of `{brand}` in a version superseded before the operator was renamed; written by a trigger. */
    brand: text(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.version] })],
)

/** Earlier values of JSON columns, used when the current value is invalid: see `read-record.server.ts`. */
export const recordVersions = siteTable(
  'record_versions',
  { goLive: 'stays', address: null, retention: null, images: null },
  {
    /** Table and column, `site.content`. */
    record: text().notNull(),
    key: text().notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }).notNull(),
    content: jsonb().notNull(),
  },
  (table) => [primaryKey({ columns: [table.record, table.key, table.replacedAt] })],
)
