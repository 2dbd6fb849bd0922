import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { objectKey } from '#app/features/media/object-address.server.ts'
import type { Db, Tx } from '#app/platform/db/database.server.ts'
import { MAIL_QUEUES } from '#app/platform/jobs/jobs.server.ts'
import { type Manifest, type ManifestTable, rowSum } from './manifest.ts'
import { type DumpedTable, listMigrations, listTables, readRows } from './tables.ts'

/** Email that waits or failed. The library that owns its table may change the others of its columns. */
export const MAIL: DumpedTable = { table: 'mail', columns: ['id', 'name', 'data'] }
const WAITING_MAIL = sql`pgboss.job where state < 'completed'
  and name in (${sql.join(
    MAIL_QUEUES.map((queue) => sql`${queue}`),
    sql`, `,
  )})`

/** The same text on every server, whatever its own settings. */
export const SAME_TEXT = sql.raw(
  `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
   set local bytea_output = 'hex'; set local extra_float_digits = 1`,
)

/** The file of a table in the folder of `dumpTables`. */
export const tableFile = (folder: string, table: string) => path.join(folder, `${table}.jsonl.gz`)

type Dumped = Pick<Manifest, 'migrations' | 'tables'> & { images: string[] }

/**
 * Writes every table to a file in `folder`, as of one moment. Others may write meanwhile; the embedded database serves
 * them afterwards. Also returns the keys of the images.
 */
export function dumpTables(db: Db, folder: string): Promise<Dumped> {
  return db.transaction(
    async (tx) => {
      await tx.execute(SAME_TEXT)
      const tables: ManifestTable[] = []
      for (const table of await listTables(tx)) tables.push(await dumpTable(tx, folder, table))
      tables.push(await dumpTable(tx, folder, MAIL))
      const images = await tx.select({ path: mediaObjects.path }).from(mediaObjects)
      return {
        migrations: await listMigrations(tx),
        tables,
        images: images.flatMap(({ path }) => objectKey(path) ?? []),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function dumpTable(tx: Tx, folder: string, table: DumpedTable): Promise<ManifestTable> {
  const sum = rowSum()
  async function* lines() {
    for await (const some of readTable(tx, table)) {
      some.forEach(sum.add)
      yield `${some.join('\n')}\n`
    }
  }
  const file = createWriteStream(tableFile(folder, table.table), { flags: 'wx', mode: 0o600 })
  await pipeline(lines, createGzip({ level: 1 }), file)
  return { ...table, ...sum.result() }
}

/** The rows of a table or of the mail queues, some at a time. */
export const readTable = (tx: Tx, table: DumpedTable) =>
  readRows(tx, table, table.table === MAIL.table ? WAITING_MAIL : undefined)
