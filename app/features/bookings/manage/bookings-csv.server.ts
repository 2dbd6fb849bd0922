import { stringify } from 'csv-stringify/sync'
import { nightsBetween } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { type ManagedBooking, STATUS_WORDS } from './booking-list.ts'

/** The columns of the file, in order. */
const COLUMNS: Record<string, (row: ManagedBooking) => string | number> = {
  Reference: (row) => row.reference,
  Status: (row) => STATUS_WORDS[row.status],
  Source: (row) => row.source,
  Property: (row) => row.property,
  'Check-in': (row) => row.checkIn,
  'Check-out': (row) => row.checkOut,
  Nights: (row) => nightsBetween(row.checkIn, row.checkOut),
  Guest: (row) => row.guestName,
  Email: (row) => row.guestEmail,
  Phone: (row) => row.guestPhone ?? '',
  Adults: (row) => row.adults,
  Children: (row) => row.children,
  Infants: (row) => row.infants,
  Pets: (row) => row.pets,
  Taxes: (row) => numericFromCents(row.taxes),
  Total: (row) => numericFromCents(row.price),
  Paid: (row) => numericFromCents(row.money.paid),
  'To pay': (row) => numericFromCents(row.money.unpaid),
  'Pay by': (row) => row.money.toPay[0]?.dueOn ?? '',
}

/** The rows as CSV with a heading. A cell that a spreadsheet would run as a formula is escaped. */
export function bookingsCsv(rows: readonly ManagedBooking[]): string {
  const records = rows.map((row) => Object.values(COLUMNS).map((read) => read(row)))
  // Excel reads UTF-8 only after a byte order mark.
  const format = { header: true, columns: Object.keys(COLUMNS), escape_formulas: true, bom: true }
  return stringify(records, { ...format, record_delimiter: 'windows' })
}
