import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, numeric, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { MOMENTS_WITH_TEXT, STAY_MOMENTS } from '#app/shared/stay-moments.ts'
import { bookings } from './bookings.server.ts'
import { properties } from './properties.server.ts'
import { siteTable } from './site-table.server.ts'

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

/** How far the talk with an owner has come. */
export const hostInquiryStates = ['new', 'contacted', 'visit', 'agreed', 'declined'] as const

/** Host inquiries. */
export const hostInquiries = siteTable(
  'host_inquiries',
  {
    goLive: { removes: 'messages of owners' },
    address: 'email',
    retention: { period: 'hostInquiries', since: 'created_at' },
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    propertyLocation: text('property_location').notNull(),
    bedrooms: integer().notNull(),
    bathrooms: numeric({ precision: 3, scale: 1 }),
    maxGuests: integer('max_guests').notNull(),
    airbnbLink: text('airbnb_link'),
    vrboLink: text('vrbo_link'),
    additionalInfo: text('additional_info'),
    status: text({ enum: hostInquiryStates }).notNull().default('new'),
    createdAt: createdAt(),
  },
)

/**
 * Posts of the journal. A draft is not published; another shows from `publishedAt` on. Without an author, the team's name
 * from the migration is used.
 */
export const blogPosts = siteTable(
  'blog_posts',
  {
    goLive: 'loses what is of the demo',
    address: null,
    retention: null,
    images: [
      { column: 'featured_image', holds: 'address', isPublic: sql`named.published` },
      { column: 'content', holds: 'text', isPublic: sql`named.published` },
    ],
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    slug: text().notNull().unique(),
    excerpt: text().notNull(),
    content: text().notNull(),
    featuredImage: text('featured_image'),
    author: text().notNull().default(sql`default`),
    category: text().notNull(),
    tags: text().array().notNull().default([]),
    published: boolean().notNull().default(false),
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** The homes that stand below it. */
    propertyIds: uuid('property_ids').array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/**
 * Newsletter addresses; active once confirmed. Unsubscribed addresses stay, so that they get no more mail. `askedAt`
 * and `source` record the consent; `mailedAt` is the last mail sent on an unconfirmed request.
 */
export const newsletterSubscriptions = siteTable(
  'newsletter_subscriptions',
  {
    goLive: { removes: 'newsletter addresses' },
    address: 'email',
    retention: { period: 'newsletterUnsubscribed' },
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    isActive: boolean('is_active').notNull().default(false),
    subscribedAt: timestamp('subscribed_at', { withTimezone: true }).notNull().defaultNow(),
    source: text({ enum: ['footer', 'giveaway'] })
      .notNull()
      .default('footer'),
    askedAt: timestamp('asked_at', { withTimezone: true }),
    mailedAt: timestamp('mailed_at', { withTimezone: true }),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    unsubscribedAt: timestamp('unsubscribed_at', { withTimezone: true }),
  },
)

/**
 * Secret links in newsletter mails, by the SHA-256 of their token. Confirmation links expire, unsubscribe links do not.
 */
export const newsletterLinks = siteTable(
  'newsletter_links',
  { goLive: { removes: 'links of newsletters' }, address: null, retention: null, images: null },
  {
    tokenHash: text('token_hash').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => newsletterSubscriptions.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['confirm', 'unsubscribe'] }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
)

/** What operators write to the readers. `readers`: how many there were when it was sent; `sent`: how many emails have left. */
export const newsletterIssues = siteTable(
  'newsletter_issues',
  {
    goLive: 'loses what is of the demo',
    address: null,
    retention: null,
    images: [{ column: 'body', holds: 'text', isPublic: sql`named.started_at is not null` }],
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    subject: text().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    readers: integer().notNull().default(0),
    sent: integer().notNull().default(0),
  },
)

/** Who gets an issue, and when it left. */
export const newsletterDeliveries = siteTable(
  'newsletter_deliveries',
  {
    goLive: { removes: 'emails of newsletters' },
    address: null,
    retention: { period: 'mails', since: 'sent_at' },
    images: null,
  },
  {
    issueId: uuid('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => newsletterSubscriptions.id, { onDelete: 'cascade' }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.issueId, table.subscriptionId] })],
)

/** The result of an attempt: will be retried, permanently refused, or given up. */
export const mailStatuses = ['sent', 'failed', 'refused', 'given-up'] as const

/** Mails to unverified addresses, by a digest of the address; only the last hour counts. */
export const unverifiedMails = siteTable(
  'unverified_mails',
  { goLive: 'stays', address: null, retention: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    recipient: text().notNull(),
    createdAt: createdAt(),
  },
)

/**
 * Every attempt to send a mail, and every mail that was `suppressed` before its first attempt. A failed one is `sent-again`
 * once an operator sent it to a corrected address. `payload` never contains
 * secret links (docs/decisions/029). `mailId` is the same for all attempts.
 */
export const emailLogs = siteTable(
  'email_logs',
  {
    goLive: { removes: 'logged emails' },
    address: 'to',
    retention: { period: 'mails', since: 'created_at' },
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    mailId: uuid('mail_id'),
    to: text().notNull(),
    template: text().notNull(),
    subject: text().notNull(),
    payload: jsonb().notNull(),
    status: text().notNull(),
    error: text(),
    createdAt: createdAt(),
  },
)

/** Mail hosts that fail, each with the time at which one process may try again. A working host has no row. */
export const mailHosts = siteTable(
  'mail_hosts',
  { goLive: { removes: 'mail hosts that failed' }, address: null, retention: null, images: null },
  {
    host: text().primaryKey(),
    failingSince: timestamp('failing_since', { withTimezone: true }).notNull().defaultNow(),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
    error: text().notNull(),
  },
)

/** Notices that the operator gets at most once per period, and when each was sent. */
export const operatorNotices = siteTable(
  'operator_notices',
  { goLive: 'stays', address: null, retention: null, images: null },
  {
    kind: text().primaryKey(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  },
)

/**
 * What a moment of all stays says, and whether it does; of one home, where that differs. Without a text, the site's own.
 * The text of an email that leaves at once is a paragraph without a subject, or null for none.
 */
export const messageTexts = siteTable(
  'message_texts',
  { goLive: 'stays', address: null, retention: null, images: null },
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
 * What became of a moment of one stay: sent, skipped, or changed for its guest. `anchor` is the day that it belongs to.
 * `sentSubject` and `sentBody` are the words that left, without secret links.
 * `emptyBlanks` keep it from leaving. `missedAt`: the site found that it was down while it could have left.
 */
export const stayMessages = siteTable(
  'stay_messages',
  { goLive: { removes: 'messages of stays' }, address: null, retention: null, images: null },
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
    emptyBlanks: text('empty_blanks').array(),
    missedAt: timestamp('missed_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.moment, table.anchor] })],
)
