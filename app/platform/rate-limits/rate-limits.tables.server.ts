import { bigint, integer, text } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Rate limit counters. Only the rate limit library writes them; the key reveals neither address nor form. */
export const rateLimits = siteTable(
  'rate_limits',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint({ mode: 'number' }),
  },
)
