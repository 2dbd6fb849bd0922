import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#app/platform/db/embedded.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrateJobs } from '#app/platform/jobs/jobs.server.ts'
import { withDatabase } from './database-url.ts'
import { migrationsDigest, migrationsFolder } from './migrations.ts'
import { findPostgres } from './servers/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the dump of a migrated embedded database. */
    embeddedDump: string
    /** A real server and its migrated template database, which test files copy; null when there is none. */
    postgres: { url: string; template: string } | null
  }
}

/** Creates what the files of a test run share: a dump of a migrated database, and a migrated real one. */
export default async function setup(project: TestProject) {
  project.provide('embeddedDump', await embeddedDump())
  // Both databases read a date the same way in any time zone.
  if (project.name !== 'integration' && !process.env.TEST_ALL) return project.provide('postgres', null)
  const server = await findPostgres()
  if (typeof server === 'string') {
    process.stderr.write(`PostgreSQL tests are skipped: ${server}.\n`)
    project.provide('postgres', null)
    return
  }
  const template = `pc_test_${randomBytes(6).toString('hex')}`
  await onServer(server.url, (client) => client.query(`create database ${template}`))
  await migrateTemplate(withDatabase(server.url, template))
  project.provide('postgres', { url: server.url, template })
  return async () => {
    if (process.env.TEST_DATABASE_URL) await onServer(server.url, (client) => dropAll(client, template))
    await server.stop()
  }
}

/** Cached between runs until a migration changes. Written to a temporary file and renamed, so that concurrent runs are safe. */
async function embeddedDump(): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../node_modules/.cache/powder-and-cove')
  const file = path.join(folder, `migrated-${await migrationsDigest()}.tar`)
  if (existsSync(file)) return file
  const embedded = openEmbedded({ dump: null }, 60_000, console)
  try {
    await migrate(embedded, migrationsFolder)
    await migrateJobs(embedded, console)
    await mkdir(folder, { recursive: true })
    const aside = `${file}.${process.pid}`
    await writeFile(aside, await embedded.dump())
    await rename(aside, file)
  } finally {
    await embedded.close()
  }
  return file
}

async function migrateTemplate(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    await migrate({ pool }, migrationsFolder)
    await migrateJobs({ pool }, console)
  } finally {
    await pool.end()
  }
}

async function onServer(url: string, run: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

async function dropAll(client: pg.Client, template: string) {
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [template])
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
}
