import { and, asc, eq, gte } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { retainedSince } from '#app/shared/retention.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { plainWords } from './columns.ts'
import { importFiles, type ParsedFile } from './import.tables.server.ts'
import { type DateOrder, orderOfDates, splitDates } from './read-cells.ts'

export type ImportFile = typeof importFiles.$inferSelect

/** A home that rows can be about, with the day there. */
export type ImportProperty = { id: string; slug: string; name: string; timeZone: string; today: IsoDate }

/** A file that waits to be imported; null if there is none. */
export async function findFile(tx: Tx, { services, params }: Pick<Posted, 'services' | 'params'>, isLocked = false) {
  const id = params.file ?? ''
  if (!isUuid(id)) return null
  const isRecent = gte(importFiles.createdAt, retainedSince('importFiles', services.clock.now()))
  const rows = tx
    .select()
    .from(importFiles)
    .where(and(eq(importFiles.id, id), isRecent))
  const [file] = await (isLocked ? rows.for('update') : rows)
  return file ?? null
}

export async function listImportProperties(tx: Tx, now: Date): Promise<ImportProperty[]> {
  const { id, slug, name, timeZone, displayOrder } = properties
  const rows = await tx.select({ id, slug, name, timeZone }).from(properties).orderBy(asc(displayOrder), asc(name))
  return rows.map((property) => ({ ...property, today: dateInZone(now, property.timeZone) }))
}

/** The result of the file and the choices together, before any row is read. */
export type FileReading = {
  table: ParsedFile
  properties: ImportProperty[]
  /** Null while only the operator can say it. */
  order: DateOrder | null
  /** A date that could be read in two ways. */
  example: string
  propertyNamed: (named: string) => string | null
  /** Names of homes in the file that are not known. */
  unknownProperties: string[]
}

/** More names than this are no homes of one operator. */
const MOST_NAMES = 50

export async function interpretFile(tx: Tx, { parsed: table, choices }: ImportFile, now: Date): Promise<FileReading> {
  const properties = await listImportProperties(tx, now)
  const known = new Map(
    properties.flatMap(({ slug, name }) => [plainWords(name), plainWords(slug)].map((key) => [key, slug])),
  )
  const propertyNamed = (named: string) => {
    if (choices.property) return choices.property
    return choices.properties[named] ?? known.get(plainWords(named)) ?? null
  }
  const at = choices.columns.indexOf('property')
  const names = choices.property || at === -1 ? [] : table.rows.map(({ cells }) => (cells[at] ?? '').trim())
  const unknownProperties = [...new Set(names)].filter((named) => named && !known.has(plainWords(named)))
  const found = orderOfDates(datesOf(table, choices.columns))
  return {
    table,
    properties,
    propertyNamed,
    unknownProperties: unknownProperties.slice(0, MOST_NAMES),
    order: choices.order || found.order,
    example: 'example' in found ? found.example : '',
  }
}

function datesOf({ rows }: ParsedFile, columns: readonly string[]): string[] {
  const isDate = (field: string) => ['checkIn', 'checkOut', 'lastNight', 'dates', 'date'].includes(field)
  const at = columns.flatMap((field, index) => (isDate(field) ? [index] : []))
  return rows.flatMap(({ cells }) =>
    at.flatMap((index) => (columns[index] === 'dates' ? splitDates(cells[index] ?? '') : [cells[index] ?? ''])),
  )
}
