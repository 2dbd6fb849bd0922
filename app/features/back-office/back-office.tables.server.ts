import { text, timestamp } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Notices that the operator gets at most once per period, and when each was sent. */
export const operatorNotices = siteTable(
  'operator_notices',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    kind: text().primaryKey(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  },
)
