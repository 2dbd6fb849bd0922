import { boolean, date, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { MOMENTS_WITH_TEXT, STAY_MOMENTS } from '#app/features/bookings/stay-moments.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/**
 * The door code of one stay in one home, which counts instead of the home's. A stay that moves to another home has none
 * there.
 */
export const stayDoorCodes = siteTable(
  'stay_door_codes',
  {
    goLive: { removes: 'door codes of stays' },
    address: null,
    retention: { period: 'stayRequests' },
    restore: null,
    images: null,
  },
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    doorCode: text('door_code').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.propertyId] })],
)

/**
 * The text of a moment for all stays, and whether it is sent; for one home, where that differs. Without a text, the
 * site's own. The text of an email that is sent at once is a paragraph without a subject, or null for none.
 */
export const messageTexts = siteTable(
  'message_texts',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    moment: text({ enum: MOMENTS_WITH_TEXT }).notNull(),
    propertyId: uuid('property_id').references(() => properties.id, { onDelete: 'cascade' }),
    isOn: boolean('is_on').notNull(),
    subject: text(),
    body: text(),
  },
)

/**
 * The state of a moment of one stay: sent, skipped, or changed for its guest. `anchor` is the day that it belongs to.
 * `sentSubject` and `sentBody` are the sent words, without secret links. `missingValues` prevent it from being sent.
 * `missedAt`: the site found that it was down while it could have sent it.
 */
export const stayMessages = siteTable(
  'stay_messages',
  { goLive: { removes: 'messages of stays' }, address: null, retention: null, restore: null, images: null },
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    moment: text({ enum: STAY_MOMENTS }).notNull(),
    anchor: date().notNull(),
    subject: text(),
    body: text(),
    skippedAt: timestamp('skipped_at', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    sentSubject: text('sent_subject'),
    sentBody: text('sent_body'),
    missingValues: text('missing_values').array(),
    missedAt: timestamp('missed_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.moment, table.anchor] })],
)
