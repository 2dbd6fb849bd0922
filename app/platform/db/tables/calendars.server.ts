import { integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { properties } from './properties.server.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** The secret in the address at which other sites read a home's calendar, and the mark that its events' ids end with. */
export const calendarExports = pgTable('calendar_exports', {
  propertyId: uuid('property_id')
    .primaryKey()
    .references(() => properties.id, { onDelete: 'cascade' }),
  key: text().notNull().unique(),
  mark: text().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/**
 * Calendars of other sites that are read for a home; `address` is a secret. `turn` grows with every sync that begins, and one
 * that is not the last any more writes nothing. `readAt` is when the events were last read whole, and not found unchanged.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
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
    turn: integer().notNull().default(0),
    nextSyncAt: instant('next_sync_at').notNull().defaultNow(),
    lastSyncedAt: instant('last_synced_at'),
    lastSuccessAt: instant('last_success_at'),
    failingSince: instant('failing_since'),
    lastError: text('last_error'),
    /** When the operator was told of this spell of failing. */
    toldAt: instant('told_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.propertyId, table.address)],
)
