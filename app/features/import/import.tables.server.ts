import { json, jsonb, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** How a file is read, by the operator's choices or its headings. */
export type ImportChoices = {
  /** The meaning of each column; empty for one that is left out. */
  columns: string[]
  /** The slug of the one home that all rows are about; empty if a column names it. */
  property: string
  /** The slug of a home by its name in the file; empty if its rows are left out. */
  properties: Record<string, string>
  /** The first part of its dates; empty if they show it. */
  order: '' | 'month' | 'day'
  /** The paid amount where no column has it. */
  unstated: 'none' | 'all'
  /** The platform if no column has it; missing in earlier files. */
  platform?: string
}

/** The table of a file, parsed once. A row has the line on which it begins. */
export type ParsedFile = { header: string[]; rows: { line: number; cells: string[] }[] }

/** Files with bookings or prices from elsewhere, until they are imported or a day old. */
export const importFiles = siteTable(
  'import_files',
  {
    goLive: { removes: 'files to import' },
    address: null,
    retention: { period: 'importFiles', since: 'created_at' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ['bookings', 'prices'] }).notNull(),
    name: text().notNull(),
    parsed: json().$type<ParsedFile>().notNull(),
    choices: jsonb().$type<ImportChoices>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
)

/** The bookings that an import stored: the id of its file, and how they are called where they come from. */
export const importedBookings = siteTable(
  'imported_bookings',
  { goLive: { removes: 'names of imported bookings' }, address: null, retention: null, restore: null, images: null },
  {
    bookingId: uuid('booking_id')
      .primaryKey()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    importId: uuid('import_id').notNull(),
    source: text().notNull(),
    reference: text().notNull(),
    /** The amount that the file recorded as paid there. It is in the ledger, beside operators' own records. */
    paid: numeric({ precision: 10, scale: 2 }).notNull().default('0'),
  },
)
