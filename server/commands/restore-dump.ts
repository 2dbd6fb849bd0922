import { createReadStream } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#app/platform/db/database.server.ts'
import { type DumpedTable, listMigrations, listTables } from '../backups/tables.ts'
import { StartRefused } from '../startup/start-refused.ts'
import { endSchema, headSchema, rowSchema, tableSchema } from './database-dump.ts'

const VALUES_AT_A_TIME = 5_000

/** The dump cannot be restored here; the message is one sentence with the remedy. */
export class RestoreRefused extends StartRefused {
  override name = 'RestoreRefused'
}

type Row = (string | null)[]

/** Fills a migrated, otherwise empty database from a dump, all or nothing. Returns the number of rows. */
export async function restoreDump(db: Db, file: string): Promise<number> {
  return db.transaction(async (tx) => {
    const known = await listTables(tx)
    let into: DumpedTable | undefined
    let waiting: Row[] = []
    let rows = 0
    let begun = false
    let complete = false
    const write = async () => {
      if (into && waiting.length > 0) await insertRows(tx, into, waiting)
      waiting = []
    }
    for await (const line of readLines(file)) {
      const row = rowSchema.safeParse(line).data
      const table = tableSchema.safeParse(line).data
      if (!begun) {
        await requireHead(tx, line)
        await requireEmpty(tx, known)
        await tx.execute(sql`select set_config('site.restoring', 'on', true)`)
        begun = true
      } else if (row) {
        if (into?.columns.length !== row.length) throw changed('a row fits no table')
        waiting.push(row)
        rows += 1
        if (waiting.length * row.length > VALUES_AT_A_TIME) await write()
      } else if (table) {
        await write()
        into = requireTable(known, table)
      } else complete = endSchema.safeParse(line).data?.rows === rows
    }
    await write()
    if (!complete) throw new RestoreRefused(`${file} is cut off or isn’t a dump of a site. Use a complete copy.`)
    return rows
  })
}

const changed = (how: string) => new RestoreRefused(`This dump was changed: ${how}. Use the file as it was written.`)

/** Not `readline`: it also splits at other line separators, which guests' texts may contain. */
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
    if (error instanceof SyntaxError) throw new RestoreRefused(`${file} isn’t a dump of a site.`)
    throw error
  }
}

async function requireHead(tx: Tx, line: unknown): Promise<void> {
  const head = headSchema.safeParse(line).data
  if (!head) throw new RestoreRefused('This file isn’t a dump of a site.')
  if (head.migrations.join() !== (await listMigrations(tx)).join())
    throw new RestoreRefused('This dump was made by another version of the site: restore it with that version.')
}

async function requireEmpty(tx: Tx, tables: DumpedTable[]): Promise<void> {
  for (const { table } of tables) {
    const { rows } = await tx.execute(sql`select from ${sql.identifier(table)} limit 1`)
    if (rows.length === 0) continue
    throw new RestoreRefused(
      'This database is not empty: move DATA_DIR/database out of the way, or name a new database in DATABASE_URL.',
    )
  }
}

/** Names come from the file, so only those that exist in the database are accepted. */
function requireTable(known: DumpedTable[], { table, columns }: DumpedTable): DumpedTable {
  const own = known.find((candidate) => candidate.table === table)
  const missing = columns.find((column) => !own?.columns.includes(column))
  if (!own || missing !== undefined) throw changed(`the database has no ${own ? `${table}.${missing}` : table}`)
  return { table, columns }
}

async function insertRows(tx: Tx, { table, columns }: DumpedTable, rows: Row[]): Promise<void> {
  const listed = <T>(items: T[], write: (item: T) => ReturnType<typeof sql>) => sql.join(items.map(write), sql`, `)
  const names = listed(columns, (column) => sql`${sql.identifier(column)}`)
  const values = listed(rows, (row) => sql`(${listed(row, (value) => sql`${value}`)})`)
  await tx.execute(sql`insert into ${sql.identifier(table)} (${names}) values ${values}`)
}
