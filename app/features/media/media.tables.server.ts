import { integer, text, timestamp } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Metadata of stored images: size in pixels and bytes, a tiny placeholder as a data URL, and the alternative text. */
export const mediaObjects = siteTable(
  'media_objects',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
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
