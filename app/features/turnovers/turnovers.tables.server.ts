import { sql } from 'drizzle-orm'
import { date, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Links that show the turnovers of some homes without an account. The secret of the link is stored as a hash only. */
export const cleanerLinks = siteTable(
  'cleaner_links',
  {
    goLive: { removes: 'links of cleaners' },
    address: 'email',
    retention: { period: 'cleanerLinks' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** The address that is told of changes. */
    email: text(),
    secretHash: text('secret_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
)

/** The homes that a cleaner link shows. */
export const cleanerLinkProperties = siteTable(
  'cleaner_link_properties',
  { goLive: { removes: 'homes of cleaners' }, address: null, retention: null, restore: null, images: null },
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => cleanerLinks.id, { onDelete: 'cascade' }),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.propertyId] })],
)

/** The secrets of links in emails to a cleaner: each email has its own. */
export const cleanerMailLinks = siteTable(
  'cleaner_mail_links',
  {
    goLive: { removes: 'links in emails to cleaners' },
    address: null,
    retention: { period: 'turnoverMarks', since: 'created_at' },
    restore: null,
    images: null,
  },
  {
    secretHash: text('secret_hash').primaryKey(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => cleanerLinks.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
)

/** A cleaner's marks of a turnover. `seen` and `mailed` are the turnover as it was then. */
export const turnoverMarks = siteTable(
  'turnover_marks',
  {
    goLive: { removes: 'marks of turnovers' },
    address: null,
    retention: { period: 'turnoverMarks', since: 'day' },
    restore: null,
    images: null,
  },
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => cleanerLinks.id, { onDelete: 'cascade' }),
    /** The stay that it comes from. */
    turnover: text().notNull(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    seen: jsonb(),
    mailed: jsonb(),
    doneAt: timestamp('done_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.turnover] })],
)

/** A cleaner's photos of a home: damage, or that it is ready. Only operators see the image. */
export const turnoverImages = siteTable(
  'turnover_images',
  {
    goLive: { removes: 'photos of cleaners' },
    address: null,
    retention: { period: 'damageImages', since: 'handled_at' },
    restore: null,
    images: [{ column: 'path', holds: 'address', isPublic: sql`false` }],
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    linkId: uuid('link_id').references(() => cleanerLinks.id, { onDelete: 'set null' }),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    turnover: text().notNull(),
    day: date().notNull(),
    path: text()
      .notNull()
      .unique()
      .references(() => mediaObjects.path),
    /** Nobody has to deal with one that shows that a home is ready: its `handledAt` is when it came. */
    kind: text({ enum: ['damage', 'ready'] })
      .notNull()
      .default('damage'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    handledAt: timestamp('handled_at', { withTimezone: true }),
  },
)
