import { csvText } from '#app/platform/http/csv-file.server.ts'
import { FILE_COLUMNS } from './booking-columns.tsx'
import type { ManagedBooking } from './booking-list.ts'

/** The rows as CSV with a heading. */
export function bookingsCsv(rows: readonly ManagedBooking[]): string {
  const records = rows.map((row) => Object.values(FILE_COLUMNS).map((read) => read(row)))
  return csvText({ columns: Object.keys(FILE_COLUMNS), rows: records })
}
