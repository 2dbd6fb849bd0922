import { sql } from 'drizzle-orm'
import {
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
import type { IsoDate } from '#app/shared/dates.ts'
import { calendarFeeds } from './calendars.server.ts'
import { daterange } from './nights.server.ts'
import { users } from './operators.server.ts'
import { promoCodes } from './pricing.server.ts'
import { properties } from './properties.server.ts'
import { quotes } from './quotes.server.ts'
import { siteTable } from './site-table.server.ts'

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
  'other',
] as const

/** Bookings of every status, one row each. `lines` is the price that the guest saw, in cents. */
export const bookings = siteTable(
  'bookings',
  { goLive: { removes: 'bookings' }, address: 'guest_email', retention: { period: 'bookings' }, images: null },
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
    /** What of it an operator still has to return outside the site; 0 once that is recorded. */
    returnDue: numeric('return_due', { precision: 8, scale: 2 }).notNull().default('0'),
    /**
     * What cards paid or authorized, less refunds. What one is still charged by itself. Refunds that one refused. What was paid
     * outside the site. Triggers on `payments` and `ledger` keep all four.
     */
    paidByCard: numeric('paid_by_card', { precision: 10, scale: 2 }).notNull().default('0'),
    scheduledByCard: numeric('scheduled_by_card', { precision: 10, scale: 2 }).notNull().default('0'),
    refusedByCard: numeric('refused_by_card', { precision: 10, scale: 2 }).notNull().default('0'),
    paidElsewhere: numeric('paid_elsewhere', { precision: 10, scale: 2 }).notNull().default('0'),
    /** What is paid by when, as agreed; null if no day was agreed, or if a card is charged. Amounts are in cents. */
    paymentSchedule: jsonb('payment_schedule').$type<{ amount: number; dueOn: IsoDate }[]>(),
    /** When the guest was last reminded to pay. */
    paymentRemindedAt: timestamp('payment_reminded_at', { withTimezone: true }),
    /** When a pending booking expires unanswered; null means never. */
    answerBy: timestamp('answer_by', { withTimezone: true }),
    source: text({ enum: bookingSources }).notNull().default('website'),
    /** Only operators read it. */
    privateNote: text('private_note'),
    /** Where it was before an operator moved it last; both null if it never was. */
    movedFromPropertyId: uuid('moved_from_property_id').references(() => properties.id),
    movedFromNights: daterange('moved_from_nights'),
    /** The last day to pay, as the guest was told; then it is canceled by itself if nothing is paid. */
    cancelsAfter: date('cancels_after'),
    /** The guest reads door code and Wi-Fi password on their day, paid or not. */
    codesOpen: boolean('codes_open').notNull().default(false),
    /** When somebody said that the home is ready for this stay; null while it is not. */
    homeReadyAt: timestamp('home_ready_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** The links to guest pages that were replaced, by the SHA-256 of their token. */
export const replacedStayLinks = siteTable(
  'replaced_stay_links',
  { goLive: { removes: 'replaced links to stays' }, address: null, retention: null, images: null },
  {
    tokenHash: text('token_hash').primaryKey(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    replacedAt: timestamp('replaced_at', { withTimezone: true }).notNull(),
  },
)

/** The door code of one stay in one home, which counts instead of the home's. A stay that moves to another home has none there. */
export const stayDoorCodes = siteTable(
  'stay_door_codes',
  { goLive: { removes: 'door codes of stays' }, address: null, retention: { period: 'stayRequests' }, images: null },
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

/** Who or what changed a booking. */
export const bookingCauses = ['guest', 'operator', 'time', 'payment', 'conflict'] as const

/** Every status change of a booking, numbered; the first has no `fromStatus`. A constraint requires one per change. */
export const bookingChanges = siteTable(
  'booking_changes',
  { goLive: { removes: 'changes of bookings' }, address: null, retention: null, images: null },
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    number: smallint().notNull(),
    fromStatus: text('from_status', { enum: bookingStatuses }),
    toStatus: text('to_status', { enum: bookingStatuses }).notNull(),
    cause: text({ enum: bookingCauses }).notNull(),
    operatorId: uuid('operator_id').references(() => users.id, { onDelete: 'set null' }),
    /** The name stays when the account ends. */
    operatorName: text('operator_name'),
    /** What the operator told the guest. */
    reason: text(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.number] })],
)

/**
 * Nights that were held, or requested without a card, by digests of the address and its network. Rows count for one
 * day.
 */
export const nightClaims = siteTable(
  'night_claims',
  { goLive: 'stays', address: null, retention: null, images: null },
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
  { goLive: { removes: 'taken nights' }, address: null, retention: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    nights: daterange().notNull(),
    kind: text({ enum: ['hold', 'booking', 'import'] }).notNull(),
    bookingId: uuid('booking_id').references(() => bookings.id),
    /** The quote that owns the hold, until a booking takes it over. */
    quoteId: uuid('quote_id').references(() => quotes.id),
    /** For imports: the source calendar and the event's id in it. `marked` is null where the calendar does not say. */
    feedId: uuid('feed_id').references(() => calendarFeeds.id, { onDelete: 'cascade' }),
    eventKey: text('event_key'),
    marked: text({ enum: ['reserved', 'block'] }),
    /** For imports that overlap a booking: whether the operator was notified of the conflict, or says that it is none. */
    conflictNotice: text('conflict_notice', { enum: ['new', 'sent', 'settled'] }),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** For holds: already extended once, to give time for payment. */
    extended: boolean().notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** Periods that the operator blocks; a visit takes no night. Blocks that take nights do not overlap in a property. */
export const blocks = siteTable(
  'blocks',
  { goLive: { removes: 'blocked nights' }, address: null, retention: null, images: null },
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

/** Why a guest's review is withheld: never because it is bad. */
export const withheldReasons = ['not-the-guest', 'personal-data', 'unlawful', 'not-the-stay'] as const

/** What guests say of a stay. It shows once `publishedAt` is set, or a week after it was written, unless it is withheld. */
export const stayReviews = siteTable(
  'stay_reviews',
  {
    goLive: { removes: 'reviews of stays' },
    address: null,
    retention: null,
    images: [{ column: 'photos', holds: 'addresses', isPublic: sql`named.withheld_for is null` }],
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
    withheldFor: text('withheld_for', { enum: withheldReasons }),
    answer: text(),
    /** The addresses of images. */
    photos: text().array().notNull().default([]),
    lastPhotoAt: timestamp('last_photo_at', { withTimezone: true }),
  },
)
