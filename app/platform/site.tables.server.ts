import { sql } from 'drizzle-orm'
import { boolean, jsonb, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** The operator: brand, addresses, links; `content` is parsed by the site feature. */
export const site = siteTable(
  'site',
  {
    goLive: 'loses values of the demo',
    address: null,
    retention: null,
    restore: null,
    images: [{ column: 'content', holds: 'json', isPublic: sql`true` }],
  },
  {
    id: smallint().primaryKey().default(1),
    brand: text().notNull(),
    email: text().notNull(),
    socialName: text('social_name'),
    socialUrl: text('social_url'),
    postalAddress: text('postal_address'),
    content: jsonb().notNull().default(sql`'{}'::jsonb`),
    /** Texts for declined guests: three texts that an operator starts from; an empty one is not offered. */
    declineTexts: text('decline_texts').array().notNull().default(sql`default`),
    /** Steps of setting up that the operator marked as done; with `all` their list is hidden. */
    setupDone: text('setup_done').array().notNull().default([]),
    /**
     * How guests pay without a card; null while nobody has written it. Homes may differ, in this and in those below.
     */
    paymentText: text('payment_text'),
    /** The ways to pay of `PAYMENT_WAYS` that guests read before they book. Empty: none is named. */
    paymentWays: text('payment_ways').array().notNull().default([]),
    /** Null: everything is paid with the booking. */
    depositPercent: smallint('deposit_percent'),
    depositDays: smallint('deposit_days').notNull().default(7),
    balanceDays: smallint('balance_days').notNull().default(30),
    /** A stay is canceled automatically once its first payment is so many days late; null for never. */
    cancelUnpaidDays: smallint('cancel_unpaid_days'),
    /** Whether roles that see money need a second factor. */
    requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
)
