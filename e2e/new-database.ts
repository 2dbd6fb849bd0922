import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { withDatabase } from '#test/database-url.ts'
import { KEEP_COMING_STAYS } from './coming-stays.ts'
import { test } from './page.ts'
import { newDataDir, startSite } from './site.ts'

/** `drop` disconnects all clients of the database. */
export type NewDatabase = { url: string; name: string; client: pg.Client; drop(): Promise<void> }

/** A database with the demo on this run's PostgreSQL server, with a client. Without a server the test is skipped. */
export async function newDatabase(): Promise<NewDatabase> {
  const server = process.env.E2E_POSTGRES ?? ''
  test.skip(server === '', 'there is no PostgreSQL server')
  const name = `pc_e2e_${randomBytes(6).toString('hex')}`
  await onServer(server, async (owner) => {
    await owner.query(`create database ${name} template ${await demoDatabase(server, owner)}`)
  })
  const url = withDatabase(server, name)
  const client = new pg.Client({ connectionString: url })
  // Dropping the database ends the connection.
  client.on('error', () => {})
  await client.connect()
  return { url, name, client, drop: () => dropDatabase(server, name) }
}

/** The demo's database, which the first test that needs it makes, and the others copy. */
async function demoDatabase(server: string, owner: pg.Client): Promise<string> {
  const name = process.env.E2E_DEMO_DATABASE ?? ''
  // Held until this client is gone, so that no other worker makes it, too.
  await owner.query('select pg_advisory_lock(hashtext($1))', [name])
  const { rowCount } = await owner.query('select from pg_database where datname = $1', [name])
  if (rowCount) return name
  await owner.query(`create database ${name}_unfinished`)
  const dataDir = await newDataDir()
  const site = await startSite({ DATABASE_URL: withDatabase(server, `${name}_unfinished`), DATA_DIR: dataDir })
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
  await onServer(withDatabase(server, `${name}_unfinished`), (client) => client.query(KEEP_COMING_STAYS))
  await owner.query(`alter database ${name}_unfinished rename to ${name}`)
  return name
}

export function dropDatabase(server: string, name: string): Promise<void> {
  return onServer(server, async (owner) => void (await owner.query(`drop database if exists ${name} with (force)`)))
}

async function onServer(url: string, run: (owner: pg.Client) => Promise<unknown>) {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await run(owner)
  } finally {
    await owner.end()
  }
}
