import { boolean, date, integer, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { daterange } from '#app/platform/db/nights.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** The secret in the address of a property's exported calendar, and the suffix of its event ids. */
export const calendarExports = siteTable(
  'calendar_exports',
  { goLive: { removes: 'addresses of calendars' }, address: null, retention: null, restore: null, images: null },
  {
    propertyId: uuid('property_id')
      .primaryKey()
      .references(() => properties.id, { onDelete: 'cascade' }),
    key: text().notNull().unique(),
    uidToken: text('uid_token').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
)

/** The events of a property's exported calendar. `sequence` counts how often the nights of one were set. */
export const calendarExportEvents = siteTable(
  'calendar_export_events',
  {
    goLive: { removes: 'events of calendars for other sites' },
    address: null,
    retention: null,
    restore: null,
    images: null,
  },
  {
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    uid: text().notNull(),
    nights: daterange().notNull(),
    sequence: integer().notNull().default(1),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.uid] })],
)

/**
 * Imported calendars of a property; `address` is a secret. Every sync increments `syncNumber` at its start, and a sync that
 * is no longer the latest writes nothing. `readAt` is the last complete read of the events, not counting unchanged
 * ones.
 */
export const calendarFeeds = siteTable(
  'calendar_feeds',
  { goLive: { removes: 'calendars of other sites' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    label: text().notNull(),
    etag: text(),
    lastModified: text('last_modified'),
    readAt: instant('read_at'),
    events: integer().notNull().default(0),
    /** Events marked as free time take their nights, too. */
    blocksFreeEvents: boolean('blocks_free_events').notNull().default(false),
    /** Nights that the other site closes only beyond its own booking window take none. */
    ignoresBookingWindow: boolean('ignores_booking_window').notNull().default(false),
    /** How many upcoming events are marked as free time and take no nights. */
    freeEvents: integer('free_events').notNull().default(0),
    /** The nights beyond the other site's own booking window, open or not. */
    windowFrom: date('window_from'),
    windowTo: date('window_to'),
    /** Sentences that name the events that cannot be read. */
    parseErrors: text('parse_errors').array().notNull().default([]),
    syncNumber: integer('sync_number').notNull().default(0),
    nextSyncAt: instant('next_sync_at').notNull().defaultNow(),
    lastSyncedAt: instant('last_synced_at'),
    lastSuccessAt: instant('last_success_at'),
    failingSince: instant('failing_since'),
    lastError: text('last_error'),
    /** It counts as failing because it has no events any more. */
    suddenlyEmpty: boolean('suddenly_empty').notNull().default(false),
    /** When the operator was notified of the current failure. */
    notifiedAt: instant('notified_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.propertyId, table.address)],
)
