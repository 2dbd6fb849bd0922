import { text } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** The names of the accounts that the journal posts to; those without a row have the names of the code. */
export const accountNames = siteTable(
  'account_names',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  { account: text().primaryKey(), name: text().notNull() },
)
