import { sql } from 'drizzle-orm'
import { boolean, integer, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

/**
 * Newsletter addresses; active once confirmed. Unsubscribed addresses stay, so that they get no more mail. `requestedAt`
 * and `source` record the consent; `mailedAt` is the last mail sent on an unconfirmed request.
 */
export const newsletterSubscriptions = siteTable(
  'newsletter_subscriptions',
  {
    goLive: { removes: 'newsletter addresses' },
    address: 'email',
    retention: { period: 'newsletterUnsubscribed' },
    restore: null,
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
    requestedAt: timestamp('requested_at', { withTimezone: true }),
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
  { goLive: { removes: 'links of newsletters' }, address: null, retention: null, restore: null, images: null },
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

/**
 * Emails of operators to the readers. `readers`: their number when it was sent; `sent`: the number of emails sent so
 * far.
 */
export const newsletterIssues = siteTable(
  'newsletter_issues',
  {
    goLive: {
      removesDemo: 'newsletters that were sent, and sample drafts',
      where: ({ newsletter }) => sql`started_at is not null or strpos(body, ${newsletter}) > 0`,
    },
    address: null,
    retention: null,
    // The issue’s page lets it go on.
    restore: (now) => sql`
      update newsletter_issues set stopped_at = ${now}
      where started_at is not null and stopped_at is null and finished_at is null`,
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

/** The readers of an issue, and when it was sent to each. */
export const newsletterDeliveries = siteTable(
  'newsletter_deliveries',
  {
    goLive: { removes: 'emails of newsletters' },
    address: null,
    retention: { period: 'mails', since: 'sent_at' },
    restore: null,
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
