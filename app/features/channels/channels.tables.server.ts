import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, numeric, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { CHANNEL_PLATFORMS, type ChannelParty } from '#app/platform/channels/channel-revision.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { RateNight, RoomNight } from './nights/channel-nights.ts'
import type { NightRange } from './nights/night-ranges.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const NO_PERSON = { address: null, retention: null, images: null } as const

/**
 * One row: the account at the channel manager. `apiKey` is a secret. While a sender works, nobody else sends until
 * `senderUntil`. Every sender increments `senderNumber`, and one that is no longer the latest writes nothing.
 */
export const channelConnections = siteTable(
  'channel_connections',
  {
    ...NO_PERSON,
    goLive: { removes: 'connections to booking platforms' },
    // What is sold there since the backup is unknown here: it is read first, as after a gap.
    restore: (now) => sql`update channel_connections set held_at = ${now.toISOString()}::timestamptz,
      revisions_read_at = revisions_read_at - interval '30 minutes'`,
  },
  {
    id: smallint().primaryKey().default(1),
    server: text({ enum: ['production', 'staging'] }).notNull(),
    apiKey: text('api_key').notNull(),
    /** When the key was last accepted. */
    testedAt: instant('tested_at').notNull(),
    /** Since a backup was restored: nothing is sent or read until an operator confirms. */
    heldAt: instant('held_at'),
    senderUntil: instant('sender_until'),
    senderNumber: integer('sender_number').notNull().default(0),
    /** After a failure, when to try again. */
    retryAt: instant('retry_at'),
    attempts: smallint().notNull().default(0),
    failingSince: instant('failing_since'),
    lastError: text('last_error'),
    /** When the list of revisions was last read to its end. */
    revisionsReadAt: instant('revisions_read_at'),
  },
)

/**
 * A home at the channel manager. `accepted` is what it has of the nights, as far as that is certain; null: of none.
 * `versions` are those of the data that `accepted` was derived from.
 */
export const channelListings = siteTable(
  'channel_listings',
  {
    ...NO_PERSON,
    goLive: { removes: 'homes at booking platforms' },
    restore: () => sql`update channel_listings set accepted = null, versions = null, due_at = null`,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: uuid('property_id')
      .notNull()
      .unique()
      .references(() => properties.id, { onDelete: 'cascade' }),
    remotePropertyId: text('remote_property_id').notNull().unique(),
    remoteRoomTypeId: text('remote_room_type_id').notNull().unique(),
    /** Its name there. */
    title: text().notNull(),
    isOn: boolean('is_on').notNull().default(false),
    /** Nights that only this site sells, from the first to the last. */
    withheld: jsonb().$type<{ from: IsoDate; to: IsoDate }[]>().notNull().default([]),
    accepted: jsonb().$type<NightRange<RoomNight>[]>(),
    versions: text(),
    /** When a change that was noticed is to be sent. */
    dueAt: instant('due_at'),
    retryAt: instant('retry_at'),
    attempts: smallint().notNull().default(0),
    failingSince: instant('failing_since'),
    lastError: text('last_error'),
    /** Sentences of the channel manager about nights that it did not take. */
    refusals: text().array().notNull().default([]),
    sentAt: instant('sent_at'),
    /** How many messages were sent, and how many of them were refused as a whole. */
    messages: integer().notNull().default(0),
    refusedMessages: integer('refused_messages').notNull().default(0),
    comparedAt: instant('compared_at'),
    /** How many nights were another there than here when both were last compared. */
    differing: integer(),
    createdAt: instant('created_at').notNull(),
  },
)

/** The prices and rules of a home for one platform. Percent of `markup` are added to the nightly rate. */
export const channelRatePlans = siteTable(
  'channel_rate_plans',
  {
    ...NO_PERSON,
    goLive: { removes: 'prices for booking platforms' },
    restore: () => sql`update channel_rate_plans set accepted = null`,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    listingId: uuid('listing_id')
      .notNull()
      .references(() => channelListings.id, { onDelete: 'cascade' }),
    platform: text({ enum: CHANNEL_PLATFORMS }).notNull(),
    remoteRatePlanId: text('remote_rate_plan_id').notNull().unique(),
    markup: numeric({ precision: 7, scale: 4 }).notNull().default('0'),
    /** The shortest stay there, where it is longer than the home’s own. */
    minimumStay: integer('minimum_stay'),
    accepted: jsonb().$type<NightRange<RateNight>[]>(),
    /** As of its home, about its prices and rules. */
    refusals: text().array().notNull().default([]),
    sentAt: instant('sent_at'),
    differing: integer(),
  },
)

/** What a platform said of a booking: an operator may have changed it here since. */
export type AppliedTerms = {
  propertyId: string
  checkIn: IsoDate
  checkOut: IsoDate
  total: Cents | null
  party: ChannelParty
  isCanceled: boolean
}

/** A booking that a platform sold, with what only the platform says of it. */
export const channelBookings = siteTable(
  'channel_bookings',
  { ...NO_PERSON, goLive: { removes: 'bookings of platforms' }, restore: null },
  {
    bookingId: uuid('booking_id')
      .primaryKey()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** The same in all its revisions. */
    remoteBookingId: text('remote_booking_id').notNull().unique(),
    platform: text({ enum: CHANNEL_PLATFORMS }).notNull(),
    /** The platform's own code. */
    code: text(),
    /** The revision that was last applied, and when the channel manager received it. It sorts as text. */
    revisionId: text('revision_id').notNull(),
    revisionInsertedAt: text('revision_inserted_at').notNull(),
    priceByNight: jsonb('price_by_night').$type<{ date: IsoDate; price: Cents }[]>().notNull(),
    payout: numeric({ precision: 10, scale: 2 }),
    /** Tax that the platform collects and remits itself. */
    platformTax: numeric('platform_tax', { precision: 10, scale: 2 }).notNull().default('0'),
    currency: text().notNull(),
    /** Who collects the guest's money. */
    collects: text({ enum: ['platform', 'property'] }),
    receivedAt: instant('received_at').notNull(),
    /** What the revision said that was last applied; null of bookings from before this was kept. */
    applied: jsonb().$type<AppliedTerms>(),
  },
)

/** The revisions of bookings that were received, so that each is applied and acknowledged once. */
export const channelRevisions = siteTable(
  'channel_revisions',
  { ...NO_PERSON, goLive: { removes: 'messages of booking platforms' }, restore: null },
  {
    id: text().primaryKey(),
    remoteBookingId: text('remote_booking_id').notNull(),
    insertedAt: text('inserted_at').notNull(),
    status: text({ enum: ['new', 'modified', 'cancelled'] }).notNull(),
    outcome: text({ enum: ['applied', 'older', 'not-ours'] }).notNull(),
    receivedAt: instant('received_at').notNull(),
    acknowledgedAt: instant('acknowledged_at'),
  },
)
