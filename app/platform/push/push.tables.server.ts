import { text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/**
 * Devices of operators that are told of requests and messages (RFC 8030). Each ends with the session in which it was
 * switched on. The keys are those of the browser, for the encryption (RFC 8291).
 */
export const pushSubscriptions = siteTable(
  'push_subscriptions',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    sessionId: uuid('session_id').primaryKey(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
)
