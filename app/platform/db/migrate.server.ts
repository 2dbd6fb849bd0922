import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

/** The local migrations do not match those applied to the database. The message is a sentence for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

type Applied = { name: string; sha256: string }
type Migration = Applied & { text: string; replaced: string[] }

/** A line of a mended file, with the SHA-256 of its earlier text. A database that has applied that text is right, too. */
const REPLACED = /^-- Replaces ([0-9a-f]{64})\b/gm

const LOCK = 7_021_403_311

/**
 * Migrates the database. Applies the new `NNNN_name.sql` files of `folder` in order, each in its own transaction with
 * its row in `schema_migrations`. With `only`, those of these names. Several processes may call it at once; one works while the others wait. Returns the
 * names of the applied files. A server has no time limit per file. The embedded database stops any statement over its
 * limit (30 s). A file is one statement: split long migrations into several files.
 * @throws {MigrationError} when an applied file has changed or is missing; what `pg` throws when one fails.
 */
export async function migrate(
  database: { pool: pg.Pool },
  folder: string,
  { only }: { only?: string[] } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => !only || only.includes(name))
  const client = await database.pool.connect()
  try {
    const before = await alone(client, async () => {
      await client.query(
        `create table if not exists schema_migrations
          (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
      )
      const { rows } = await client.query<Applied>('select name, sha256 from schema_migrations')
      return rows
    })
    compare(migrations, before)
    const applied: string[] = []
    for (const migration of migrations) {
      if (before.some(({ name }) => name === migration.name)) continue
      if (await apply(client, migration)) applied.push(migration.name)
    }
    return applied
  } finally {
    client.release()
  }
}

/**
 * Runs `work` in a transaction, one process at a time. The lock and the settings end with the transaction, because
 * PgBouncer gives the connection to others afterwards.
 */
async function alone<Result>(client: pg.PoolClient, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(${LOCK})`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // A broken connection cannot roll back and does not need to: report why it broke instead.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8')
      const replaced = [...text.matchAll(REPLACED)].flatMap(([, sha256]) => sha256 ?? [])
      return { name, text, replaced, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Throws `MigrationError` unless all of these are local migrations, unchanged or replaced. */
export async function requireKnownMigrations(applied: Applied[], folder: string): Promise<void> {
  compare(await readMigrations(folder), applied)
}

function compare(migrations: Migration[], applied: Applied[]) {
  for (const row of applied) {
    const file = migrations.find((migration) => migration.name === row.name)
    if (!file) {
      throw new MigrationError(
        `The database has had ${row.name} applied, which this version does not have: run the version it belongs to, or a newer one.`,
      )
    }
    if (file.sha256 !== row.sha256 && !file.replaced.includes(row.sha256)) {
      throw new MigrationError(
        `${row.name} was changed after it had been applied: put the file back as it was and write a new migration.`,
      )
    }
  }
}

/** Returns false if another process has applied it meanwhile. */
function apply(client: pg.PoolClient, { name, text, sha256 }: Migration): Promise<boolean> {
  return alone(client, async () => {
    const { rowCount } = await client.query('select from schema_migrations where name = $1', [name])
    if (rowCount) return false
    await client.query(text)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    return true
  }).catch((error) => {
    throw new Error(`Migration ${name} failed and was undone`, { cause: error })
  })
}
