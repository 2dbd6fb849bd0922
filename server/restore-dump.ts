import { createReadStream } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#app/platform/db/database.server.ts'
import {
  type DumpedTable,
  endSchema,
  headSchema,
  listMigrations,
  listTables,
  rowSchema,
  tableSchema,
} from './database-dump.ts'

/** The dump cannot be restored here; the message is one sentence that names the remedy. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

/** Fills a migrated, otherwise empty database from a dump: all of it, or nothing. Gives the number of rows. */
export async function restoreDump(db: Db, file: string): Promise<number> {
  return db.transaction(async (tx) => {
    const known = new Map((await listTables(tx)).map((table) => [table.table, table]))
    let place: DumpedTable | undefined
    let rows = 0
    let head = false
    let complete = false
    for await (const line of readLines(file)) {
      if (!head) {
        await requireHead(tx, line)
        await requireEmpty(tx, [...known.keys()])
        head = true
        continue
      }
      const row = rowSchema.safeParse(line)
      if (row.success) {
        await insertRow(tx, place, row.data)
        rows += 1
        continue
      }
      const table = tableSchema.safeParse(line)
      if (table.success) place = requireTable(known, table.data)
      else complete = endSchema.parse(line).rows === rows
    }
    if (!complete) throw new RestoreRefused(`${file} is cut off or no dump of a site: use a complete copy.`)
    return rows
  })
}

/** Not `readline`: it takes more for the end of a line than a line feed, and guests' texts may hold that. */
async function* readLines(file: string): AsyncGenerator<unknown> {
  let rest = ''
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new RestoreRefused(`There is no file ${file}.`)
    if (error instanceof SyntaxError) throw new RestoreRefused(`${file} is no dump of a site.`)
    throw error
  }
}

async function requireHead(tx: Tx, line: unknown): Promise<void> {
  const head = headSchema.safeParse(line)
  if (!head.success) throw new RestoreRefused('This file is no dump of a site.')
  if (head.data.migrations.join() !== (await listMigrations(tx)).join())
    throw new RestoreRefused('This dump was made by another version of the site: restore it with that version.')
}

async function requireEmpty(tx: Tx, tables: string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await tx.execute(sql`select from ${sql.identifier(table)} limit 1`)
    if (rows.length > 0)
      throw new RestoreRefused(
        'This database is not empty: move DATA_DIR/database out of the way, or name a new database in DATABASE_URL.',
      )
  }
}

/** Table and columns come from the file, so only those that the database has are taken from it. */
function requireTable(known: Map<string, DumpedTable>, table: DumpedTable): DumpedTable {
  const own = known.get(table.table)
  if (!own || table.columns.some((column) => !own.columns.includes(column)))
    throw new RestoreRefused(`This dump has a table ${table.table} that the database has not: it was changed.`)
  return table
}

async function insertRow(tx: Tx, place: DumpedTable | undefined, row: (string | null)[]): Promise<void> {
  if (!place || place.columns.length !== row.length)
    throw new RestoreRefused('This dump was changed: a row fits no table.')
  const columns = sql.join(
    place.columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
  const values = sql.join(
    row.map((value) => sql`${value}`),
    sql`, `,
  )
  await tx.execute(sql`insert into ${sql.identifier(place.table)} (${columns}) values (${values})`)
}
