import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#app/platform/db/database.server.ts'
import { syncFolder } from '#app/platform/storage/write-file.server.ts'
import { listMigrations, listTables, readRows } from '../backups/tables.ts'

/** The first line of a dump. `restore` is for people. */
export const headSchema = z.object({
  about: z.string(),
  restore: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
})
/** Starts the rows of a table. Each is an array of strings in the order of `columns`, in PostgreSQL's text format. */
export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) })
export const rowSchema = z.array(z.string().nullable())
/** The last line; a file without it is truncated. */
export const endSchema = z.object({ rows: z.int() })

const RESTORE =
  'Stop the site. Move DATA_DIR/database out of the way and leave the rest (the images are beside it), or name a new, empty database in DATABASE_URL. Then, with the version of the site that made this file: npm run site -- go-live --restore <this file>'

/**
 * Writes every row to `file`, as JSON lines (mode 0600, atomically). Other writes are blocked until the transaction
 * ends, so later statements in it apply to exactly what the file contains.
 */
export async function writeDump(tx: Tx, options: { file: string; about: string; now: Date }): Promise<void> {
  const { file, about, now } = options
  const tables = await listTables(tx)
  const names = tables.map(({ table }) => sql.identifier(table))
  await tx.execute(sql`lock table ${sql.join(names, sql`, `)} in exclusive mode`)
  const unfinished = `${file}.unfinished`
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    // Not `write`, which may write a part and report that only in its result.
    const write = (line: unknown) => handle.writeFile(`${JSON.stringify(line)}\n`)
    let rows = 0
    try {
      await write({ about, restore: RESTORE, madeAt: now.toISOString(), migrations: await listMigrations(tx) })
      for (const table of tables) {
        await write(table)
        for await (const lines of readRows(tx, table)) {
          await handle.writeFile(lines.map((line) => `${line}\n`).join(''))
          rows += lines.length
        }
      }
      await write({ rows })
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
    // The dumped rows are deleted next. The names of the file and of a new folder must be on disk by then.
    await syncFolder(path.dirname(file))
    await syncFolder(path.dirname(path.dirname(file)))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
