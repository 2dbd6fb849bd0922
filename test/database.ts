import { randomBytes } from 'node:crypto'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject, type TestFunction, test } from 'vitest'
import { asDatabase, type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { type Jobs, openJobs } from '#app/platform/jobs/jobs.server.ts'
import { withDatabase } from './database-url.ts'
import { openInMemory } from './memory-database.ts'
import { keepRows, keepRowsByFunction } from './table-rows.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** This test of a file on the embedded database runs on a real server. */
    onServer?: true
  }
}

/**
 * A migrated database for one test file. `reset` brings back its state after the migrations, for which its user must be
 * a superuser. `keep` returns what brings back all rows of this moment. Its job queue runs only on request.
 */
export type TestDatabase = Database & { jobs: Jobs; reset(): Promise<void>; keep(): Promise<() => Promise<void>> }

const log = pino({ level: 'silent' })

/** An embedded database in memory. The caller closes it. */
async function openTestDatabase(): Promise<TestDatabase> {
  const { pool, close } = await openInMemory(inject('embeddedDirectory'))
  return withReset(asDatabase(pool, 'embedded', log, close))
}

/** Puts a migrated embedded database in a data folder, as a site leaves it. A new one takes nine times as long. */
export async function copyEmbeddedDatabase(dataDir: string): Promise<void> {
  await cp(inject('embeddedDirectory'), path.join(dataDir, 'database'), { recursive: true })
}

/** Puts a database without any table in a data folder, as a site does before its first migration. */
export async function copyNewDatabase(dataDir: string): Promise<void> {
  await cp(inject('newDirectory'), path.join(dataDir, 'database'), { recursive: true })
}

/** A new database on the real server of this test run. The caller closes it, which drops it. */
export async function openTestPostgres(): Promise<TestDatabase> {
  const server = inject('postgres')
  if (!server) throw new Error('There is no PostgreSQL server in this test run')
  const name = `${server.template}_${randomBytes(6).toString('hex')}`
  const admin = new pg.Pool({ connectionString: server.url, max: 1 })
  await admin.query(`create database ${name} template ${server.template}`)
  const database = await openDatabase({ url: withDatabase(server.url, name), dataDir: '', log })
  return withReset({
    ...database,
    close: async () => {
      await database.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  })
}

/** The URL of a new, empty database on the real server of this test run; null without a server. */
export async function makeEmptyPostgres(): Promise<string | null> {
  const server = inject('postgres')
  if (!server) return null
  const name = `${server.template}_${randomBytes(6).toString('hex')}`
  const admin = new pg.Pool({ connectionString: server.url, max: 1 })
  await admin.query(`create database ${name}`)
  await admin.end()
  return withDatabase(server.url, name)
}

/** The databases of this worker, shared by its files. They are closed with it. */
let embedded: Promise<TestDatabase> | undefined
let postgres: Promise<TestDatabase> | undefined
const sharedEmbedded = () => (embedded ??= openTestDatabase())
const sharedPostgres = () => (postgres ??= openTestPostgres())

/**
 * The embedded database of this worker, emptied once, for tests that share their rows. It is closed with the worker.
 */
export async function openSharedDatabase(): Promise<TestDatabase> {
  const database = await sharedEmbedded()
  await database.reset()
  return database
}

/** An embedded database for the tests of this file or `describe`, emptied before each of them. */
export function useDatabase(): () => TestDatabase {
  return use(sharedEmbedded)
}

/**
 * For tests whose rules do not depend on the database. Runs on the embedded one, and with `npm test -- --all` on a real
 * server too. A test among them that does depend on it is `testOnBoth`.
 */
export function describeWithDatabase(title: string, define: (database: () => TestDatabase) => void): void {
  if (process.env.TEST_ALL) describeOnBothDatabases(title, define)
  else describe(title, () => define(useDatabase()))
}

/**
 * In `describeWithDatabase`, a test of a lock, a race or a constraint. It also runs on a real server, which has several
 * connections where the embedded database has one.
 */
export function testOnBoth(title: string, run: TestFunction, timeout?: number): void {
  test(title, run, timeout)
  // With `--all`, all of `describeWithDatabase` runs there.
  if (process.env.TEST_ALL) return
  test.skipIf(!inject('postgres'))(`${title} (PostgreSQL)`, { timeout, meta: { onServer: true } }, run)
}

/**
 * For tests that all depend on the database, as those of its SQL do. They run on the embedded one and, if available,
 * on a real server.
 */
export function describeOnBothDatabases(title: string, define: (database: () => TestDatabase) => void): void {
  describe(`${title} (embedded)`, () => define(use(sharedEmbedded)))
  describe.skipIf(!inject('postgres'))(`${title} (PostgreSQL)`, () => define(use(sharedPostgres)))
}

/** The same for tests that change the tables: each test gets a new database. */
export function describeOnNewDatabases(title: string, define: (database: () => TestDatabase) => void): void {
  describe(`${title} (embedded)`, () => define(useNew(openTestDatabase)))
  describe.skipIf(!inject('postgres'))(`${title} (PostgreSQL)`, () => define(useNew(openTestPostgres)))
}

/** The same for tests that take back themselves what they change: all get one new database. */
export function describeOnOwnDatabase(title: string, define: (database: () => TestDatabase) => void): void {
  describe(`${title} (embedded)`, () => define(useOwn(openTestDatabase)))
  describe.skipIf(!inject('postgres'))(`${title} (PostgreSQL)`, () => define(useOwn(openTestPostgres)))
}

/** For rows that take long to make. The first test of a name makes them, and each later one gets them back. */
export function createOnce(database: () => TestDatabase) {
  const made = new Map<string, () => Promise<void>>()
  return async (name: string, make: () => Promise<unknown>) => {
    const key = `${database().kind}: ${name}`
    const again = made.get(key)
    if (again) return again()
    await make()
    made.set(key, await database().keep())
  }
}

function use(open: () => Promise<TestDatabase>): () => TestDatabase {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async ({ task }) => {
    database = await (task.meta.onServer ? sharedPostgres() : open())
    await database.reset()
  })
  return () => database
}

function useNew(open: () => Promise<TestDatabase>): () => TestDatabase {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())
  return () => database
}

function useOwn(open: () => Promise<TestDatabase>): () => TestDatabase {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  return () => database
}

async function withReset(database: Database): Promise<TestDatabase> {
  const keep = () => keepRows(database)
  const reset = await keep()
  const tryReset = database.kind === 'embedded' ? await keepRowsByFunction(database) : reset
  return { ...database, jobs: await openJobs(database, log), reset: () => tryReset().catch(reset), keep }
}
