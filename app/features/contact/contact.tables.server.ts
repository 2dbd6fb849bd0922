import { date, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

/**
 * Guests' messages; subject and type are derived (docs/features/contact.md). Whether an answer is due stands in
 * `conversations`; `status` is of an earlier version. The nights `[checkIn, checkOut)` are both
 * set or both null.
 */
export const inquiries = siteTable(
  'inquiries',
  {
    goLive: { removes: 'messages' },
    address: 'email',
    retention: { period: 'messages', since: 'created_at' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    subject: text().notNull(),
    message: text().notNull(),
    type: text({ enum: ['general', 'property_management', 'booking_inquiry', 'owner_inquiry'] })
      .notNull()
      .default('general'),
    propertyId: uuid('property_id').references(() => properties.id, { onDelete: 'set null' }),
    checkIn: date('check_in'),
    checkOut: date('check_out'),
    bookingId: uuid('booking_id').references(() => bookings.id, { onDelete: 'set null' }),
    status: text().notNull().default('new'),
    createdAt: createdAt(),
  },
)
