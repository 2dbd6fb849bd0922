import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { SITE_TABLES } from '#app/features/all-tables.server.ts'
import type { Db, Tx } from '#app/platform/db/database.server.ts'
import { errorCode } from '#app/platform/db/retry.server.ts'
import { inTransaction, type Jobs } from '#app/platform/jobs/jobs.server.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { readParts } from './archive.ts'
import { MAIL, readTable, SAME_TEXT } from './dump-tables.ts'
import { BackupRefused, IMAGES, type Manifest, rowSum, tablePart } from './manifest.ts'
import { type DumpedTable, listTables } from './tables.ts'

/** The number of characters that are inserted at once. */
const BATCH = 200_000

const listed = <T>(items: T[], write: (item: T) => ReturnType<typeof sql>) => sql.join(items.map(write), sql`, `)

/**
 * Fills the tables in one transaction, and compares them with the manifest. The database has exactly the migrations of
 * the backup. `archive` opens that.
 */
export async function loadTables(db: Db, archive: () => Readable, manifest: Manifest): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(SAME_TEXT)
    await tx.execute(sql`set constraints all deferred`)
    const tables = await listTables(tx)
    const expected = manifest.tables.filter(({ table }) => table !== MAIL.table)
    const shape = (some: DumpedTable[]) => JSON.stringify(some.map(({ table, columns }) => [table, columns]).sort())
    if (shape(tables) !== shape(expected))
      throw new BackupRefused('The tables of this backup are not those of its version.')
    const ofEach = (what: string) => sql.raw(tables.map(({ table }) => `alter table "${table}" ${what}`).join('; '))
    // The rows that triggers write are in the backup, too. The rows were valid together when they were read.
    await tx.execute(ofEach('disable trigger user'))
    for (const { table } of tables.toReversed()) await tx.execute(sql`delete from ${sql.identifier(table)}`)
    const byPart = new Map(tables.map((table) => [tablePart(table.table), table]))
    await readParts(archive(), async (name, part) => {
      if (name.startsWith(IMAGES)) return 'enough'
      const table = byPart.get(name)
      if (table) await insertRows(tx, table, part).catch(refuseRows(table.table))
    })
    await tx.execute(sql`set constraints all immediate`).catch(refuseRows('its tables'))
    await tx.execute(ofEach('enable trigger user'))
    for (const table of expected) await compareTable(tx, table)
  })
}

/** Classes of SQLSTATE: a value that its column cannot have, and a row that a constraint refuses. */
const OF_VALUES = /^(?:22|23|42)/

/** Names a part of a backup that is no row of its table, in a sentence. */
const refuseRows = (what: string) => (error: unknown) => {
  const isOfRows = OF_VALUES.test(errorCode(error) ?? '') || isOfGzip(error) || error instanceof SyntaxError
  if (!isOfRows) throw error
  throw new BackupRefused(`The rows of ${what} can’t be read: the backup was changed. Use another one.`, {
    cause: error,
  })
}

const isOfGzip = (error: unknown) => /^Z_/.test((error as NodeJS.ErrnoException | null)?.code ?? '')

/** Some lines of a part at a time. */
async function* readLines(part: Readable): AsyncGenerator<string[]> {
  const text = pipeline(part, createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  let lines: string[] = []
  let length = 0
  for await (const chunk of text) {
    const found = `${rest}${chunk}`.split('\n')
    rest = found.pop() ?? ''
    lines.push(...found)
    length += chunk.length
    if (length < BATCH) continue
    yield lines
    lines = []
    length = 0
  }
  yield lines
}

async function insertRows(tx: Tx, { table, columns }: DumpedTable, part: Readable): Promise<void> {
  const name = sql.identifier(table)
  const { rows } = await tx.execute<{ name: string; type: string }>(sql`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = ${`"${table}"`}::regclass`)
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const names = listed(columns, (column) => sql`${sql.identifier(column)}`)
  const values = listed([...columns.entries()], ([at, column]) => sql.raw(`(line ->> ${at})::${types.get(column)}`))
  for await (const lines of readLines(part)) {
    if (lines.length === 0) continue
    await tx.execute(
      sql`insert into ${name} (${names}) select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) line`,
    )
  }
}

async function compareTable(tx: Tx, table: Manifest['tables'][number]): Promise<void> {
  const sum = rowSum()
  for await (const lines of readTable(tx, table)) lines.forEach(sum.add)
  const { rows, sum: found } = sum.result()
  if (rows === table.rows && found === table.sum) return
  throw new BackupRefused(`The rows of ${table.table} are not those that were backed up. Use another backup.`)
}

/**
 * Turns waiting email into failed email, which nobody sends. The site may have sent it since the backup. Today names
 * it. Returns how many waited.
 */
export async function holdMail(db: Db, jobs: Jobs, options: { archive: () => Readable; now: Date }): Promise<number> {
  const { archive, now } = options
  let held = 0
  await db.transaction(async (tx) => {
    await readParts(archive(), async (name, part) => {
      if (name.startsWith(IMAGES)) return 'enough'
      if (name !== tablePart(MAIL.table)) return
      for await (const lines of readLines(part)) {
        for (const line of lines) {
          const [id = '', queue, data = ''] = JSON.parse(line) as string[]
          const mail: Mail = JSON.parse(data)
          await jobs.insert('mail-failed', [{ id, data: mail }], { db: inTransaction(tx) })
          if (queue !== 'mail') continue
          const { to, template, subject, payload = {} } = mail
          const error = 'It waited when the backup was made, and may have been sent since.'
          const log = { mailId: id, to, template, subject, payload, status: 'given-up' as const, error, createdAt: now }
          await tx.insert(emailLogs).values(log)
          held += 1
        }
      }
    }).catch(refuseRows(MAIL.table))
  })
  return held
}

/** Stops work that the site may have done since the backup, as each table states it. */
export async function holdRows(db: Db, now: Date): Promise<void> {
  for (const { restore } of SITE_TABLES) if (restore) await db.execute(restore(now))
}
