import { csvOf } from '#app/platform/http/csv-file.server.ts'
import { FILE_COLUMNS } from './booking-columns.tsx'
import type { ManagedBooking } from './booking-list.ts'

/** The rows as CSV with a heading. */
export const bookingsCsv = (rows: readonly ManagedBooking[]): string => csvOf(FILE_COLUMNS, rows)
