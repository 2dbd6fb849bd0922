import { sql } from 'drizzle-orm'
import { jsonb, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** The topics of webhooks: the first word of an event's type. */
export const webhookTopics = ['booking', 'payment', 'message', 'calendar'] as const

/** Addresses that receive events, each with the key that signs them. */
export const webhooks = siteTable(
  'webhooks',
  { goLive: { removes: 'webhooks' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    url: text().notNull(),
    /** `whsec_` and the key in base64. */
    secret: text().notNull(),
    topics: text({ enum: webhookTopics }).array().notNull(),
    createdAt: instant('created_at').notNull(),
  },
)

/**
 * Events, once for each webhook of their topic. Triggers write them in the transaction of the change. One is sent at
 * `nextAt`, until an answer accepts it or it is given up; then `nextAt` is null.
 */
export const webhookDeliveries = siteTable(
  'webhook_deliveries',
  {
    goLive: { removes: 'events for webhooks' },
    address: null,
    retention: null, // The page of webhooks lists given-up deliveries.
    restore: () => sql`
      update webhook_deliveries set next_at = null,
        error = 'It waited when the backup was made, and may have been delivered since.'
      where next_at is not null`,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** By the clock of the site. By default 1970: a new one is due by any clock. */
    nextAt: instant('next_at').default(new Date(0)),
    attempts: smallint().notNull().default(0),
    deliveredAt: instant('delivered_at'),
    /** The status of the last answer; null without one. */
    status: smallint(),
    error: text(),
  },
)
