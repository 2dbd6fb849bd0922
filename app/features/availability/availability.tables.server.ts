import { boolean, date, integer, numeric, pgView, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bookings, quotes } from '#app/features/bookings/bookings.tables.server.ts'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { daterange } from '#app/platform/db/nights.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/**
 * Nights that were held, or requested without a card, by digests of the address and its network. Rows count for one
 * day.
 */
export const nightClaims = siteTable(
  'night_claims',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    address: text().notNull(),
    network: text().notNull(),
    kind: text({ enum: ['hold', 'request'] }).notNull(),
    nights: integer().notNull(),
    /** Null once the nights are free again. */
    occupancyId: uuid('occupancy_id').references(() => occupancies.id, { onUpdate: 'cascade', onDelete: 'set null' }),
    bookingId: uuid('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    claimedAt: timestamp('claimed_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** Occupancies of nights (docs/decisions/011). The database rejects overlapping holds or bookings of one property. */
export const occupancies = siteTable(
  'occupancies',
  { goLive: { removes: 'taken nights' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    nights: daterange().notNull(),
    /** `overbooking`: a confirmed booking of a platform, of nights that somebody else has or holds. */
    kind: text({ enum: ['hold', 'booking', 'import', 'overbooking'] }).notNull(),
    bookingId: uuid('booking_id').references(() => bookings.id),
    /** The quote that owns the hold, until a booking replaces it. */
    quoteId: uuid('quote_id').references(() => quotes.id),
    /** For imports: the source calendar and the event's id in it. `eventKind` is null where the calendar does not say. */
    feedId: uuid('feed_id').references(() => calendarFeeds.id, { onDelete: 'cascade' }),
    eventKey: text('event_key'),
    eventKind: text('event_kind', { enum: ['reserved', 'block'] }),
    /** For imports that overlap a booking: whether the operator was notified of the conflict, or marked it as none. */
    conflictNotice: text('conflict_notice', { enum: ['new', 'sent', 'settled'] }),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** For holds: already extended once, to give time for payment. A payment of nights on hold with an offer is not. */
    extended: boolean().notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/**
 * Periods that the operator blocks; a visit occupies no night. Blocks that occupy nights do not overlap in a property.
 */
export const blocks = siteTable(
  'blocks',
  { goLive: { removes: 'blocked nights' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    nights: daterange().notNull(),
    kind: text({ enum: ['owner', 'closed', 'visit'] }).notNull(),
    /** Only operators read it. */
    note: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/**
 * The nights that an operator closed or gave their own price, one row each. It is a view over blocks and
 * `night_overrides`, in which each fact stands once. The reason of a closed night is the operator's own; guests never
 * read it.
 */
export const propertyAvailability = pgView('property_availability', {
  id: uuid().notNull(),
  propertyId: uuid('property_id').notNull(),
  date: date().notNull(),
  isAvailable: boolean('is_available').notNull(),
  priceOverride: numeric('price_override', { precision: 8, scale: 2 }),
  reason: text(),
}).existing()
