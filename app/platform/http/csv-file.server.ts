import { stringify } from 'csv-stringify/sync'
import type { Context } from 'hono'

/** A number, and no formula, although it may begin with a minus. */
const NUMBER = /^-?\d+(?:\.\d+)?$/

const withoutEscape = (value: string) => (NUMBER.test(value) ? { value, escape_formulas: false } : value)

/**
 * Rows with a heading. Excel reads UTF-8 only after a byte order mark. A cell that it would run as a formula is
 * escaped.
 */
export function csvText({ columns, rows }: { columns: readonly string[]; rows: (string | number)[][] }): string {
  const format = {
    header: true,
    columns: [...columns],
    escape_formulas: true,
    bom: true,
    cast: { string: withoutEscape },
  }
  return stringify(rows, { ...format, record_delimiter: 'windows' })
}

/** The same, with a function for each column by its heading. */
export const csvOf = <Row>(columns: Record<string, (row: Row) => string | number>, rows: readonly Row[]): string =>
  csvText({
    columns: Object.keys(columns),
    rows: rows.map((row) => Object.values(columns).map((read) => read(row))),
  })

/** Answers with a table as a file to download. */
export const csvFile = (context: Context, file: { name: string; text: string }) =>
  context.body(file.text, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'no-store',
  })
