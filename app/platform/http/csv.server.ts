import { stringify } from 'csv-stringify/sync'

/** What each column has of a row, by its heading. */
type Columns<Row> = Record<string, (row: Row) => string | number>

/** Rows as CSV with a heading. A cell that a spreadsheet would run as a formula is escaped. */
export function csvOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const records = rows.map((row) => Object.values(columns).map((read) => read(row)))
  // Excel reads UTF-8 only after a byte order mark.
  const format = { header: true, columns: Object.keys(columns), escape_formulas: true, bom: true }
  return stringify(records, { ...format, record_delimiter: 'windows' })
}
