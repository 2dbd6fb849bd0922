import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { daterange } from '#app/platform/db/nights.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'

/** The statuses of a booking (docs/decisions/011 says which of them occupy nights). */
export const bookingStatuses = ['held', 'pending', 'confirmed', 'declined', 'cancelled', 'expired'] as const

/** Where a booking came from; only the website's guests booked it themselves. */
export const bookingSources = [
  'website',
  'phone',
  'email',
  'friends',
  'airbnb',
  'vrbo',
  'booking-com',
  'expedia',
  'other',
] as const

/** Bookings of every status, one row each. `lines` is the price that the guest saw, in cents. */
export const bookings = siteTable(
  'bookings',
  {
    goLive: { removes: 'bookings' },
    address: 'guest_email',
    retention: { period: 'bookings' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    reference: text().notNull().unique(),
    /** The secret part of the guest page's address. */
    token: uuid().notNull().unique().defaultRandom(),
    quoteId: uuid('quote_id').references(() => quotes.id),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    guestName: text('guest_name').notNull(),
    /** Empty for a guest booked by hand who has none. */
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
    /** The cancellation policy of the property at the time of booking. */
    cancellationPolicy: jsonb('cancellation_policy').notNull().default(sql`'[]'::jsonb`),
    /** The refund promised to the guest at cancellation. */
    refundAmount: numeric('refund_amount', { precision: 8, scale: 2 }),
    /** The part of it that an operator still has to return outside the site; 0 once that is recorded. */
    returnDue: numeric('return_due', { precision: 8, scale: 2 }).notNull().default('0'),
    /**
     * Paid or authorized by cards, less refunds. Then the coming automatic charges, refused refunds, and payments
     * outside the site. Triggers on `payments` and `ledger` maintain all four.
     */
    paidByCard: numeric('paid_by_card', { precision: 10, scale: 2 }).notNull().default('0'),
    scheduledByCard: numeric('scheduled_by_card', { precision: 10, scale: 2 }).notNull().default('0'),
    refusedByCard: numeric('refused_by_card', { precision: 10, scale: 2 }).notNull().default('0'),
    paidElsewhere: numeric('paid_elsewhere', { precision: 10, scale: 2 }).notNull().default('0'),
    /** The agreed amounts, in cents, and days of payments. Null if no day was agreed, or if a card is charged. */
    paymentSchedule: jsonb('payment_schedule').$type<{ amount: number; dueOn: IsoDate }[]>(),
    /** When the guest was last reminded to pay. */
    paymentRemindedAt: timestamp('payment_reminded_at', { withTimezone: true }),
    /** When a pending booking expires unanswered; null means never. */
    answerBy: timestamp('answer_by', { withTimezone: true }),
    source: text({ enum: bookingSources }).notNull().default('website'),
    /** The part of the price that the platform keeps which sold the stay. It counts while that is its source. */
    platformCommission: numeric('platform_commission', { precision: 8, scale: 2 }).notNull().default('0'),
    /** Only operators read it. */
    privateNote: text('private_note'),
    /** Its place before an operator moved it last; both null if it never was moved. */
    movedFromPropertyId: uuid('moved_from_property_id').references(() => properties.id),
    movedFromNights: daterange('moved_from_nights'),
    /** The last day to pay, as the guest was told; then it is canceled automatically if nothing is paid. */
    cancelsAfter: date('cancels_after'),
    /** The guest reads door code and Wi-Fi password on their day, paid or not. */
    codesOpen: boolean('codes_open').notNull().default(false),
    /** When the home was marked as ready for this stay; null while it is not. */
    propertyReadyAt: timestamp('property_ready_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** The links to guest pages that were replaced, by the SHA-256 of their token. */
export const replacedStayLinks = siteTable(
  'replaced_stay_links',
  { goLive: { removes: 'replaced links to stays' }, address: null, retention: null, restore: null, images: null },
  {
    tokenHash: text('token_hash').primaryKey(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    replacedAt: timestamp('replaced_at', { withTimezone: true }).notNull(),
  },
)

/** The causes of a booking's change. */
export const bookingCauses = ['guest', 'operator', 'time', 'payment', 'conflict', 'platform'] as const

/** Every status change of a booking, numbered; the first has no `fromStatus`. A constraint requires one per change. */
export const bookingChanges = siteTable(
  'booking_changes',
  { goLive: { removes: 'changes of bookings' }, address: null, retention: null, restore: null, images: null },
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    number: smallint().notNull(),
    fromStatus: text('from_status', { enum: bookingStatuses }),
    toStatus: text('to_status', { enum: bookingStatuses }).notNull(),
    cause: text({ enum: bookingCauses }).notNull(),
    operatorId: uuid('operator_id').references(() => users.id, { onDelete: 'set null' }),
    /** It stays when the account is deleted. */
    operatorName: text('operator_name'),
    /** The operator's reason, which the guest reads. */
    reason: text(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.number] })],
)

/**
 * The figures that reports count of each booking that was ever confirmed, one row for each change. A trigger writes it.
 * Amounts are in cents. The current version has no `replacedAt`.
 */
export const bookingVersions = siteTable(
  'booking_versions',
  { goLive: { removes: 'versions of bookings' }, address: null, retention: null, restore: null, images: null },
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    status: text({ enum: bookingStatuses }).notNull(),
    source: text({ enum: bookingSources }).notNull(),
    promoCode: text('promo_code'),
    checkInDate: date('check_in_date').notNull(),
    checkOutDate: date('check_out_date').notNull(),
    /** The nights with their discounts, less refunds of the stay. */
    rent: integer().notNull(),
    cleaning: integer().notNull(),
    fees: integer().notNull(),
    /** Refunds of a stay that goes on: they lowered the rent. */
    refunds: integer().notNull(),
    taxes: integer().notNull(),
    taxLines: jsonb('tax_lines').notNull(),
    /** The part of payments by hand that is promised back. */
    returnDue: integer('return_due').notNull(),
    /**
     * The part of payments by hand that a canceled stay does not return, without promised refunds. 0 while it is
     * confirmed.
     */
    retainedElsewhere: integer('retained_elsewhere').notNull().default(0),
    /**
     * The price of the first night, of the first two, and so on. Null where only the price of the whole stay is known.
     */
    nightSums: integer('night_sums').array(),
    /** The part of a confirmed stay that the platform keeps which sold it. */
    platformCommission: integer('platform_commission').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.number] })],
)

/** Quoted prices, each with its date and its permanent page. `lines` is the price that the guest saw, in cents. */
export const quotes = siteTable(
  'quotes',
  { goLive: { removes: 'quotes' }, address: null, retention: null, restore: null, images: null },
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
    /** An operator wrote it: its price is valid until it expires, also if prices change. */
    isOffer: boolean('is_offer').notNull().default(false),
    /** When it can no longer be booked. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
)
