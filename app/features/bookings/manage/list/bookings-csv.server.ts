import { csvOf } from '#app/platform/http/csv-file.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { FILE_COLUMNS } from './booking-columns.tsx'
import type { ManagedBooking } from './booking-list.ts'

/** The rows as CSV with a heading. Each authority that taxes one of them has a column of its own. */
export function bookingsCsv(rows: readonly ManagedBooking[]): string {
  const jurisdictions = [...new Set(rows.flatMap(({ parts }) => Object.keys(parts.byJurisdiction)))].sort()
  const taxes = jurisdictions.map((name): [string, (row: ManagedBooking) => string] => [
    `Tax of ${name}`,
    ({ parts }) => numericFromCents(parts.byJurisdiction[name] ?? 0),
  ])
  return csvOf({ ...FILE_COLUMNS, ...Object.fromEntries(taxes) }, rows)
}
