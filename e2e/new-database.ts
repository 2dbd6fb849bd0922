import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { withDatabase } from '#test/database-url.ts'
import { test } from './page.ts'

/** `drop` disconnects all clients of the database. */
export type NewDatabase = { url: string; name: string; client: pg.Client; drop(): Promise<void> }

/** An empty database on this run's PostgreSQL server, with a client. Without a server the test is skipped. */
export async function newDatabase(): Promise<NewDatabase> {
  const server = process.env.E2E_POSTGRES ?? ''
  test.skip(server === '', 'there is no PostgreSQL server')
  const name = `pc_e2e_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = withDatabase(server, name)
  const client = new pg.Client({ connectionString: url })
  // Dropping the database ends the connection.
  client.on('error', () => {})
  await client.connect()
  return { url, name, client, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

async function onServer(url: string, statement: string) {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}
