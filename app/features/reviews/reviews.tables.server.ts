import { sql } from 'drizzle-orm'
import { date, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Why a guest's review is withheld: never because it is bad. */
export const withheldReasons = ['not-the-guest', 'personal-data', 'unlawful', 'not-the-stay'] as const

/**
 * Guests' reviews of a stay. One is shown once `publishedAt` is set, or a week after it was written, unless it is
 * withheld.
 */
export const stayReviews = siteTable(
  'stay_reviews',
  {
    goLive: { removes: 'reviews of stays' },
    address: null,
    retention: null,
    restore: null,
    // Until a review shows, only its guest and the operator know the addresses of its photos.
    images: [{ column: 'images', holds: 'addresses', isPublic: sql`named.withheld_reason is null` }],
  },
  {
    bookingId: uuid('booking_id')
      .primaryKey()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    /** The first name only. */
    author: text().notNull(),
    stars: smallint().notNull(),
    body: text().notNull(),
    /** The first day of the month of check-in. */
    stayedIn: date('stayed_in').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }),
    withheldReason: text('withheld_reason', { enum: withheldReasons }),
    answer: text(),
    /** The addresses of images. */
    images: text().array().notNull().default([]),
    lastImageAt: timestamp('last_image_at', { withTimezone: true }),
  },
)
