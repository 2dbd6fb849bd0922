import { type AnyPgColumn, boolean, date, integer, jsonb, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { properties } from './properties.server.ts'
import { siteTable } from './site-table.server.ts'

/** Quoted prices, each with its date and its permanent page. `lines` is what the guest saw, in cents. */
export const quotes = siteTable(
  'quotes',
  { goLive: { removes: 'quotes' }, address: null, retention: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The secret part of the quote page's address. */
    token: uuid().notNull().unique().defaultRandom(),
    /** The first quote of the chain if this one replaced it during booking; null for one the guest requested. */
    originId: uuid('origin_id').references((): AnyPgColumn => quotes.id),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    checkInDate: date('check_in_date').notNull(),
    checkOutDate: date('check_out_date').notNull(),
    adults: integer().notNull(),
    children: integer().notNull(),
    infants: integer().notNull(),
    pets: integer().notNull(),
    promoCode: text('promo_code'),
    lines: jsonb().notNull(),
    totalAmount: numeric('total_amount', { precision: 8, scale: 2 }).notNull(),
    currency: text({ enum: ['USD'] })
      .notNull()
      .default('USD'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Written by an operator: its price is booked until it expires, whatever prices become. */
    isOffer: boolean('is_offer').notNull().default(false),
    /** When it can no longer be booked. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
)
