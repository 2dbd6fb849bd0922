import { CsvError, parse } from 'csv-parse/sync'
import { countOf } from '#app/shared/words.ts'

/** A record of the file, by the line on which it begins. The first line is 1. */
export type CsvRow = { line: number; cells: string[] }
export type CsvTable = { header: string[]; rows: CsvRow[] }
type Problem = { ok: false; message: string }

export const MOST_BYTES = 5 * 1024 * 1024
const MOST_ROWS = 10_000
const MOST_COLUMNS = 100

const problem = (message: string): Problem => ({ ok: false, message })

const NO_TABLE = 'This isn’t a CSV file with a heading and rows. Export it as CSV, and choose that file.'
const SPREADSHEET = 'This is a spreadsheet, not a CSV file. Open it, choose “Save as” and CSV, and choose that file.'

/** The text of an uploaded file. What is neither UTF-8 nor UTF-16 is read as Windows saves it. */
export function readText(bytes: Uint8Array): { ok: true; text: string } | Problem {
  if (bytes.byteLength === 0) return problem('This file is empty.')
  if (bytes.byteLength > MOST_BYTES) return problem('A file can have up to 5 MB. Export a shorter period.')
  // Those of a ZIP archive, which a workbook is, and of an older workbook.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return problem(SPREADSHEET)
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return problem(SPREADSHEET)
  const text = decode(bytes)
  return text.includes('\0') || text.startsWith('%PDF') ? problem(NO_TABLE) : { ok: true, text }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const DELIMITERS = [',', ';', '\t']

/** The table in a text: a heading, which notes may precede, and its rows. */
export function readTable(text: string): ({ ok: true } & CsvTable) | Problem {
  try {
    const [best] = DELIMITERS.map((delimiter) => [delimiter, widthOf(text, delimiter)] as const).sort(
      ([, one], [, other]) => other - one,
    )
    if (!best || best[1] < 2) return problem(NO_TABLE)
    const records = parseAll(text, best[0])
    const first = records.findIndex(isHeading)
    const [heading, ...rows] = records.slice(Math.max(0, first))
    if (first === -1 || !heading || rows.length === 0) return problem(NO_TABLE)
    if (heading.cells.length > MOST_COLUMNS) return problem(`A file can have up to ${MOST_COLUMNS} columns.`)
    if (rows.length > MOST_ROWS) {
      return problem(`This file has ${countOf(rows.length, 'row')}. Export a shorter period: 10,000 fit at once.`)
    }
    return { ok: true, header: heading.cells, rows }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return problem(`From line ${error.lines ?? 1} on, this file can’t be read. A quotation mark may be missing.`)
  }
}

const isHeading = ({ cells }: CsvRow) => cells.filter(Boolean).length > 1 && !cells[0]?.startsWith('#')

/** How many columns the first lines have with this delimiter. */
function widthOf(text: string, delimiter: string): number {
  const records = parse(text, { ...FORMAT, delimiter, to: 10 })
  return Math.max(0, ...records.map((cells) => cells.length))
}

const FORMAT = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
} as const

function parseAll(text: string, delimiter: string): CsvRow[] {
  const records = parse(text, { ...FORMAT, delimiter, info: true }) as unknown as {
    record: string[]
    info: { lines: number }
  }[]
  return records.flatMap(({ record, info }) => {
    const breaks = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0
    return record.some(Boolean) ? [{ line: info.lines - breaks, cells: record }] : []
  })
}
