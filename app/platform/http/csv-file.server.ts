import { stringify } from 'csv-stringify/sync'
import type { Context } from 'hono'

/** Rows with a heading. Excel reads UTF-8 only after a byte order mark. A cell that it would run as a formula is escaped. */
export function csvText({ columns, rows }: { columns: readonly string[]; rows: (string | number)[][] }): string {
  const format = { header: true, columns: [...columns], escape_formulas: true, bom: true }
  return stringify(rows, { ...format, record_delimiter: 'windows' })
}

/** Answers with a table as a file to download. */
export const csvFile = (context: Context, file: { name: string; text: string }) =>
  context.body(file.text, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'no-store',
  })
