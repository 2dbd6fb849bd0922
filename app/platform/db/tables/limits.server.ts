import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Rate limit counters. Only the rate limit library writes them; the key reveals neither address nor form. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
})
