import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** How often an address did what. Only the rate limits' library writes it; the key says neither address nor form in clear. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
})
