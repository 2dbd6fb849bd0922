import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Embedded, openEmbedded } from '#app/platform/db/embedded.server.ts'
import type { EmbeddedSource } from '#app/platform/db/embedded-process.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrateJobs } from '#app/platform/jobs/jobs.server.ts'
import { withDatabase } from './database-url.ts'
import { migrationsDigest, migrationsFolder } from './migrations.ts'
import { findPostgres } from './servers/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the dump of a migrated embedded database. */
    embeddedDump: string
    /** Directory of a migrated embedded database on the disk, which tests copy. */
    embeddedDirectory: string
    /** A real server and its migrated template database, which test files copy; null when there is none. */
    postgres: { url: string; template: string } | null
  }
}

/** Creates what the files of a test run share: a dump of a migrated database, and a migrated real one. */
export default async function setup(project: TestProject) {
  const kept = path.resolve(import.meta.dirname, '../node_modules/.cache/powder-and-cove')
  await mkdir(kept, { recursive: true })
  const name = path.join(kept, `migrated-${await migrationsDigest()}`)
  project.provide('embeddedDump', await embeddedDump(`${name}.tar`))
  project.provide('embeddedDirectory', await embeddedDirectory(name))
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

/** Cached between runs until a migration changes. Written aside and renamed, so that concurrent runs are safe. */
async function embeddedDump(file: string): Promise<string> {
  if (existsSync(file)) return file
  const aside = `${file}.${process.pid}`
  await withMigrated({ dump: null }, async (embedded) => writeFile(aside, await embedded.dump()))
  await rename(aside, file)
  return file
}

/** The same on the disk. */
async function embeddedDirectory(directory: string): Promise<string> {
  if (existsSync(directory)) return directory
  const aside = `${directory}.${process.pid}`
  await withMigrated({ directory: aside }, async () => {})
  await rename(aside, directory).catch(async (error) => {
    // Another run was first.
    if (!existsSync(directory)) throw error
    await rm(aside, { recursive: true })
  })
  return directory
}

async function withMigrated(source: EmbeddedSource, work: (embedded: Embedded) => Promise<void>) {
  const embedded = openEmbedded(source, 60_000, console)
  try {
    await migrate(embedded, migrationsFolder)
    await migrateJobs(embedded, console)
    await work(embedded)
  } finally {
    await embedded.close()
  }
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
