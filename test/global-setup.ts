import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
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
    /** Directory of a migrated embedded database, which tests copy, in memory or on the disk. */
    embeddedDirectory: string
    /** The same before the first migration. */
    newDirectory: string
    /** A real server and its migrated template database, which test files copy; null when there is none. */
    postgres: { url: string; template: string } | null
  }
}

/** Creates what the files of a test run share: the files of a migrated database, and a migrated real one. */
export default async function setup(project: TestProject) {
  const kept = path.resolve(import.meta.dirname, '../node_modules/.cache/powder-and-cove')
  await mkdir(kept, { recursive: true })
  const digest = await migrationsDigest()
  const empty = await embeddedDirectory(path.join(kept, `new-${digest}`), null)
  project.provide('newDirectory', empty)
  project.provide('embeddedDirectory', await embeddedDirectory(path.join(kept, `migrated-${digest}`), empty))
  // Both databases read a date the same way in any time zone.
  if (!project.name.startsWith('integration ') && !process.env.TEST_ALL) return project.provide('postgres', null)
  // All projects of a run have one server. What is provided to the run is provided to each of them.
  if (project.getProvidedContext().postgres !== undefined) return
  const server = await findPostgres()
  if (typeof server === 'string') {
    process.stderr.write(`PostgreSQL tests are skipped: ${server}.\n`)
    return project.vitest.provide('postgres', null)
  }
  const template = `pc_test_${randomBytes(6).toString('hex')}`
  await onServer(server.url, (client) => client.query(`create database ${template}`))
  await migrateTemplate(withDatabase(server.url, template))
  project.vitest.provide('postgres', { url: server.url, template })
  return async () => {
    if (process.env.TEST_DATABASE_URL) await onServer(server.url, (client) => dropAll(client, template))
    await server.stop()
  }
}

/**
 * Cached between runs until a migration changes. Written aside and renamed, so that concurrent runs are safe. A new
 * database, or the migrated one that is made of it.
 */
async function embeddedDirectory(directory: string, empty: string | null): Promise<string> {
  if (existsSync(directory)) return directory
  const aside = `${directory}.${process.pid}`
  if (empty) await cp(empty, aside, { recursive: true })
  const embedded = openEmbedded(aside, 60_000, console)
  try {
    if (empty) await migrateAll(embedded)
    else await embedded.pool.query('select 1')
  } finally {
    await embedded.close()
  }
  await rename(aside, directory).catch(async (error) => {
    // Another run was first.
    if (!existsSync(directory)) throw error
    await rm(aside, { recursive: true })
  })
  return directory
}

async function migrateTemplate(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    await migrateAll({ pool })
  } finally {
    await pool.end()
  }
}

async function migrateAll(database: { pool: pg.Pool }) {
  await migrate(database, migrationsFolder)
  await migrateJobs(database, console)
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
