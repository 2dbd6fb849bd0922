import { jsonb, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Idempotency keys of forms with their answers (docs/decisions/013). */
export const idempotencyKeys = siteTable(
  'idempotency_keys',
  {
    goLive: { removes: 'keys of forms' },
    address: null,
    retention: { period: 'repeatedForms' },
    restore: null,
    images: null,
  },
  {
    scope: text().notNull(),
    key: text().notNull(),
    digest: text().notNull(),
    status: smallint().notNull(),
    response: jsonb().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
)
