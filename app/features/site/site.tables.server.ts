import { date, primaryKey, text } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Privacy, terms and accessibility pages, by version (docs/features/site.md). */
export const legalDocuments = siteTable(
  'legal_documents',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    kind: text({ enum: ['privacy', 'terms', 'accessibility'] }).notNull(),
    version: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    effectiveOn: date('effective_on').notNull(),
    /** The value of `{brand}` in a version superseded before the operator was renamed; written by a trigger. */
    brand: text(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.version] })],
)
