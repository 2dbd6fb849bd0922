import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

/** The local migrations do not match those applied to the database. The message is a sentence for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** The migrations are older than all that this version can go on from. `last` is the file from which it can. */
export class OldMigrationsError extends MigrationError {
  override name = 'OldMigrationsError'
  readonly last: string

  constructor(last: string) {
    super(
      `This database was made by an older version of the site. First start the last version that has db/migrations/${last}: see docs/upgrading.md.`,
    )
    this.last = last
  }
}

type Applied = { name: string; sha256: string }
type Baseline = { last: string; digest: string }
type Migration = Applied & { text: string; baseline: Baseline | null }

/** The first line of a baseline. It has the last file that it stands for, and the SHA-256 of the names of all. */
const BASELINE = /^-- Stands for all migrations up to (\S+): ([0-9a-f]{64})\n/

const LOCK = 7_021_403_311

/**
 * Migrates the database. Applies the new `NNNN_name.sql` files of `folder` in order, each in its own transaction with
 * its row in `schema_migrations`. With `only`, those of these names. A database that has had all files that a baseline
 * stands for counts as one that was made by it. Several processes may call it at once; one works while the others wait.
 * Returns the names of the applied files. A server has no time limit per file. The embedded database stops any statement
 * over its limit (30 s). A file is one statement: split long migrations into several files.
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
      return goOnFromBaseline(client, migrations)
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

/** Writes down the baseline in place of the migrations that it stands for. Returns what is applied. */
async function goOnFromBaseline(client: pg.PoolClient, migrations: Migration[]): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select name, sha256 from schema_migrations')
  const applied = withBaseline(rows, migrations)
  const [baseline] = applied.filter((row) => !rows.includes(row))
  if (baseline) {
    const gone = rows.filter((row) => !applied.includes(row)).map(({ name }) => name)
    await client.query('delete from schema_migrations where name = any ($1)', [gone])
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [baseline.name, baseline.sha256])
  }
  return applied
}

/** These migrations, with the baseline in place of those that it stands for. Throws if some of those are missing. */
function withBaseline(applied: Applied[], migrations: Migration[]): Applied[] {
  const found = migrations.find(({ baseline }) => baseline)
  if (!found?.baseline || applied.length === 0 || applied.some(({ name }) => name === found.name)) return applied
  const { last, digest } = found.baseline
  const before = applied.filter(({ name }) => name <= last)
  // A later baseline made it.
  if (before.length === 0) return applied
  // By name: each start of an older version compared the texts.
  if (digestOf(before.map(({ name }) => name)) !== digest) throw new OldMigrationsError(last)
  return [found, ...applied.filter(({ name }) => name > last)]
}

/** The SHA-256 of names, in any order, as a baseline states it. */
export const digestOf = (names: string[]) => sha256Of(names.toSorted().join('\n'))

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8')
      const [, last, digest] = BASELINE.exec(text) ?? []
      return { name, text, baseline: last && digest ? { last, digest } : null, sha256: sha256Of(text) }
    }),
  )
}

/**
 * Throws `MigrationError` unless all of these are local migrations, unchanged, or those that a baseline stands for.
 * Returns them with the baseline in place of those.
 */
export async function requireKnownMigrations(applied: Applied[], folder: string): Promise<Applied[]> {
  const migrations = await readMigrations(folder)
  const known = withBaseline(applied, migrations)
  compare(migrations, known)
  return known
}

function compare(migrations: Migration[], applied: Applied[]) {
  for (const row of applied) {
    const file = migrations.find((migration) => migration.name === row.name)
    if (!file) {
      throw new MigrationError(
        `The database has had ${row.name} applied, which this version does not have: run the version it belongs to, or a newer one.`,
      )
    }
    if (file.sha256 !== row.sha256) {
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
