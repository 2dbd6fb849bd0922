import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { ParsedFile } from './import.tables.server.ts'

/** A record of the file, by the line on which it begins. The first line is 1. */
export type CsvRow = ParsedFile['rows'][number]
type Unreadable = Refusal<'unreadable-file'>

export const MOST_BYTES = 5 * 1024 * 1024
const MOST_ROWS = 10_000
const MOST_COLUMNS = 100

const problem = (message: string): Unreadable => refuse('unreadable-file', message)

const NO_TABLE = 'This isn’t a CSV file with a heading and rows. Export it as CSV, and choose that file.'
const SPREADSHEET = 'This is a spreadsheet, not a CSV file. Open it, choose “Save as” and CSV, and choose that file.'

/**
 * The text of an uploaded file. A file in neither UTF-8 nor UTF-16 is decoded as Windows saves it. UTF-16 may lack its
 * mark.
 */
export function decodeText(bytes: Uint8Array): { ok: true; text: string } | Unreadable {
  if (bytes.byteLength === 0) return problem('This file is empty.')
  if (bytes.byteLength > MOST_BYTES) return problem('A file can have up to 5 MB. Export a shorter period.')
  // Those of a ZIP archive, which a workbook is, and of an older workbook.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return problem(SPREADSHEET)
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return problem(SPREADSHEET)
  const text = decode(bytes)
  return text.includes('\0') || text.startsWith('%PDF') ? problem(NO_TABLE) : { ok: true, text }
}

function decode(bytes: Uint8Array): string {
  const [first, second, , fourth] = bytes
  const isWide = (one: number | undefined, other: number | undefined) => one !== 0 && other === 0
  if ((first === 0xff && second === 0xfe) || (isWide(first, second) && fourth === 0))
    return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || isWide(second, first)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const DELIMITERS = [',', ';', '\t', '|']

/**
 * The table in a text: a heading, which notes may precede, and its rows. It is parsed in slices, so that others get
 * their turn, and only as far as a file may go.
 */
export async function parseTable(text: string): Promise<({ ok: true } & ParsedFile) | Unreadable> {
  const bytes = Buffer.from(text)
  try {
    const delimiter = await delimiterOf(bytes)
    if (delimiter === null) return problem(NO_TABLE)
    const [heading, ...rows] = await readRows(bytes, delimiter)
    if (!heading || rows.length === 0) return problem(NO_TABLE)
    if (heading.cells.length > MOST_COLUMNS) return problem(`A file can have up to ${MOST_COLUMNS} columns.`)
    if (rows.length > MOST_ROWS) return problem(TOO_LONG)
    return { ok: true, header: heading.cells, rows }
  } catch (error) {
    if (!(error instanceof UnreadableFrom)) throw error
    return problem(`From line ${error.line} on, this file can’t be read. A quotation mark may be missing.`)
  }
}

const TOO_LONG = 'This file has more than 10,000 rows. Export a shorter period: 10,000 fit at once.'

const isHeading = ({ cells }: CsvRow) => cells.filter(Boolean).length > 1 && !cells[0]?.startsWith('#')

/** The heading and its rows, and one more than a file may have. */
async function readRows(bytes: Buffer, delimiter: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const row of parseSlices(bytes, delimiter)) {
    const isPart = rows.length > 0 ? row.cells.some(Boolean) : isHeading(row)
    if (isPart && rows.push(row) > MOST_ROWS + 1) break
  }
  return rows
}

/**
 * What separates the columns; null for a text without columns. Cells may have commas or semicolons, too: the heading
 * comes first by the right one. By a wrong one, quoted cells cannot be read at all.
 */
async function delimiterOf(bytes: Buffer): Promise<string | null> {
  const found: Shape[] = []
  const problems: UnreadableFrom[] = []
  for (const delimiter of DELIMITERS) {
    try {
      const shape = await shapeOf(bytes, delimiter)
      if (shape.width > 1) found.push(shape)
    } catch (error) {
      if (!(error instanceof UnreadableFrom)) throw error
      problems.push(error)
    }
  }
  if (found.length === 0 && problems[0]) throw problems[0]
  const [best] = found.sort((one, other) => one.line - other.line || other.width - one.width)
  return best?.delimiter ?? null
}

type Shape = { delimiter: string; line: number; width: number }

/** On which of the first lines the heading is by this delimiter: as wide as most lines after it. */
async function shapeOf(bytes: Buffer, delimiter: string): Promise<Shape> {
  const lines: Omit<Shape, 'delimiter'>[] = []
  for await (const { line, cells } of parseSlices(bytes, delimiter)) {
    if (cells.some(Boolean) && !cells[0]?.startsWith('#')) lines.push({ line, width: cells.length })
    if (lines.length === 10) break
  }
  const isHeading = ({ width }: Omit<Shape, 'delimiter'>, at: number) => {
    const after = lines.slice(at + 1)
    return width > 1 && after.length > 0 && 2 * after.filter((one) => one.width === width).length >= after.length
  }
  const width = Math.max(0, ...lines.map((one) => one.width))
  return { delimiter, ...(lines.find(isHeading) ?? { line: Number.POSITIVE_INFINITY, width }) }
}

const LINE_ENDS = ['\r\n', '\n', '\r']
const FORMAT = {
  bom: true,
  // Of a file that two programs wrote, lines end in two ways.
  record_delimiter: LINE_ENDS,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
  info: true,
  // A quotation mark that nothing closes would make one record of the whole file.
  max_record_size: 100_000,
} as const

/** The number of bytes per slice. */
const SLICE_BYTES = 16 * 1024

type Parsed = { record: string[]; info: { lines: number } }

/** The record that begins in this line has no end. */
class UnreadableFrom extends Error {
  readonly line: number
  constructor(line: number, cause: CsvError) {
    super('this file cannot be read', { cause })
    this.line = line
  }
}

/** The records of a file. Between two slices other work gets its turn. */
export async function* parseSlices(bytes: Buffer, delimiter: string, size = SLICE_BYTES): AsyncGenerator<CsvRow> {
  let read = 0
  const countLines = (record: string[], { lines }: Parsed['info']) => {
    read = lines
    return record
  }
  const parser = Readable.from(slicesOf(bytes, size)).pipe(parse({ ...FORMAT, delimiter, on_record: countLines }))
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const breaks = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0
      yield { line: info.lines - breaks, cells: record }
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFrom(read + 1, error) : error
  }
}

async function* slicesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += size) {
    await setImmediate()
    yield bytes.subarray(at, at + size)
  }
}
