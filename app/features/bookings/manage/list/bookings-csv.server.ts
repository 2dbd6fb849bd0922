import { stringify } from 'csv-stringify/sync'
import { FILE_COLUMNS } from './booking-columns.tsx'
import type { ManagedBooking } from './booking-list.ts'

/** The rows as CSV with a heading. A cell that a spreadsheet would run as a formula is escaped. */
export function bookingsCsv(rows: readonly ManagedBooking[]): string {
  const records = rows.map((row) => Object.values(FILE_COLUMNS).map((read) => read(row)))
  // Excel reads UTF-8 only after a byte order mark.
  const format = { header: true, columns: Object.keys(FILE_COLUMNS), escape_formulas: true, bom: true }
  return stringify(records, { ...format, record_delimiter: 'windows' })
}
