import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { IsoDate } from '#app/shared/dates.ts'
import { calendarFeeds } from './calendars.server.ts'
import { promoCodes } from './pricing.server.ts'
import { properties } from './properties.server.ts'
import { quotes } from './quotes.server.ts'

/** The life of a booking (docs/decisions/011 says which of these own nights). */
export const bookingStatuses = ['held', 'pending', 'confirmed', 'declined', 'cancelled', 'expired'] as const

/** Stays: one row a booking, whatever became of it. `lines` is what the guest was told, in cents. */
export const bookings = pgTable('bookings', {
  id: uuid().primaryKey().defaultRandom(),
  reference: text().notNull().unique(),
  /** The secret part of the address of the guest's own page. */
  token: uuid().notNull().unique().defaultRandom(),
  quoteId: uuid('quote_id').references(() => quotes.id),
  propertyId: uuid('property_id')
    .notNull()
    .references(() => properties.id),
  guestName: text('guest_name').notNull(),
  guestEmail: text('guest_email').notNull(),
  guestPhone: text('guest_phone'),
  checkInDate: date('check_in_date').notNull(),
  checkOutDate: date('check_out_date').notNull(),
  numberOfGuests: integer('number_of_guests').notNull(),
  adults: integer().notNull(),
  children: integer().notNull().default(0),
  infants: integer().notNull().default(0),
  pets: integer().notNull().default(0),
  totalAmount: numeric('total_amount', { precision: 8, scale: 2 }).notNull(),
  lines: jsonb().notNull(),
  promoCode: text('promo_code').references(() => promoCodes.code),
  status: text({ enum: bookingStatuses }).notNull().default('pending'),
  stripePaymentIntentId: text('stripe_payment_intent_id'),
  specialRequests: text('special_requests'),
  termsVersion: text('terms_version'),
  /** The terms of its home when it was made. */
  cancellationPolicy: jsonb('cancellation_policy').notNull().default(sql`'[]'::jsonb`),
  /** What was promised to the guest when it was cancelled. */
  refundAmount: numeric('refund_amount', { precision: 8, scale: 2 }),
  /** A pending one that nobody answers by then expires; null waits for as long as it takes. */
  answerBy: timestamp('answer_by', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Who or what changed a booking. */
export const bookingCauses = ['guest', 'operator', 'time', 'payment', 'conflict'] as const

/** Every change of a booking's status, numbered; the first has no `fromStatus`. The database wants one for each. */
export const bookingChanges = pgTable(
  'booking_changes',
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    number: smallint().notNull(),
    fromStatus: text('from_status', { enum: bookingStatuses }),
    toStatus: text('to_status', { enum: bookingStatuses }).notNull(),
    cause: text({ enum: bookingCauses }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.number] })],
)

/** Nights that were held, or requested without a card, by digests of the address and of its network; they count for a day. */
export const nightClaims = pgTable('night_claims', {
  id: uuid().primaryKey().defaultRandom(),
  address: text().notNull(),
  network: text().notNull(),
  kind: text({ enum: ['hold', 'request'] }).notNull(),
  nights: integer().notNull(),
  /** Null once the nights are free again. */
  occupancyId: uuid('occupancy_id').references(() => occupancies.id, { onUpdate: 'cascade', onDelete: 'set null' }),
  bookingId: uuid('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
  claimedAt: timestamp('claimed_at', { withTimezone: true }).notNull().defaultNow(),
})

/** A half-open range of nights, `[from, to)`. */
export type Nights = { from: IsoDate; to: IsoDate }

const daterange = customType<{ data: Nights; driverData: string }>({
  dataType: () => 'daterange',
  toDriver: (nights) => `[${nights.from},${nights.to})`,
  fromDriver: (text) => {
    const [from = '', to = ''] = text.slice(1, -1).split(',')
    return { from, to }
  },
})

/** Who has which nights (docs/decisions/011). The database refuses two overlapping holds or bookings of one home. */
export const occupancies = pgTable('occupancies', {
  id: uuid().primaryKey().defaultRandom(),
  propertyId: uuid('property_id')
    .notNull()
    .references(() => properties.id),
  nights: daterange().notNull(),
  kind: text({ enum: ['hold', 'booking', 'import'] }).notNull(),
  bookingId: uuid('booking_id').references(() => bookings.id),
  /** Whose hold it is until a booking takes it over. */
  quoteId: uuid('quote_id').references(() => quotes.id),
  /** An import's: the calendar that it came from, and what that calls it. `marked` is null where the calendar does not tell. */
  feedId: uuid('feed_id').references(() => calendarFeeds.id, { onDelete: 'cascade' }),
  eventKey: text('event_key'),
  marked: text({ enum: ['reserved', 'block'] }),
  /** An import's over nights of a stay: whether the operator has been told of two guests for them. */
  dispute: text({ enum: ['new', 'told'] }),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  /** A hold's: it was made longer already, for the time of paying. */
  extended: boolean().notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
