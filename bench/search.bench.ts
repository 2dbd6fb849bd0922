import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { searchHomes } from '#app/features/availability/availability.server.ts'
import { type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import * as schema from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { withDatabase } from '../test/database-url.ts'
import { testClock, testServices } from '../test/factories.ts'
import { migrationsFolder } from '../test/migrations.ts'
import { findPostgres } from '../test/postgres-server.ts'
import { FIRST_NIGHT, fillWithHomes } from './many-homes.ts'

/**
 * What one search costs, the homes found with their prices and cards, on both databases. 1,000 homes have 50,000 bookings;
 * ten times the homes have ten times the bookings, so that the same share of them is free.
 */
const BOOKINGS_PER_HOME = 50
const SEARCHES = 100
/** Ten times the homes may cost this many times as much. */
const LIMIT = 12

const say = (line: string) => process.stdout.write(`${line}\n`)
const log = pino({ level: 'silent' })

const servicesOf = (database: Database): Services =>
  testServices(database, { clock: testClock(new Date(`${FIRST_NIGHT}T18:00:00Z`)) })

function stayOf(search: number) {
  const checkIn = addDays(FIRST_NIGHT, (search * 67) % 480)
  return {
    checkIn,
    checkOut: addDays(checkIn, 3 + (search % 5)),
    adults: 2 + (search % 3),
    children: 0,
    infants: 0,
    pets: 0,
  }
}

async function timeSearches(database: Database): Promise<{ p50: number; p95: number; found: number }> {
  const services = servicesOf(database)
  for (let search = 0; search < 10; search += 1) await searchHomes(services, stayOf(search))
  const times: number[] = []
  let found = 0
  for (let search = 0; search < SEARCHES; search += 1) {
    const started = performance.now()
    const outcome = await searchHomes(services, stayOf(search))
    times.push(performance.now() - started)
    found += outcome.ok ? outcome.homes.length : 0
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95), found: Math.round(found / SEARCHES) }
}

/** The plan of the statement that looks for free homes, as the search really sends it. */
async function planOf(database: Database): Promise<string[]> {
  const sent: { query: string; params: unknown[] }[] = []
  const logger = { logQuery: (query: string, params: unknown[]) => sent.push({ query, params }) }
  await searchHomes({ ...servicesOf(database), db: drizzle(database.pool, { schema, logger }) }, stayOf(1))
  const search = sent.find(({ query }) => query.includes('occupancies'))
  if (!search) throw new Error('the search asked for no occupancies')
  const { rows } = await database.pool.query(`explain (costs off) ${search.query}`, search.params)
  return rows.map((row) => row['QUERY PLAN'])
}

async function measure(title: string, database: Database, homes: number) {
  await migrate(database, migrationsFolder)
  await fillWithHomes(database.pool, homes, BOOKINGS_PER_HOME)
  const plan = await planOf(database)
  const timed = await timeSearches(database)
  const figures = `p50 ${timed.p50.toFixed(1)} ms, p95 ${timed.p95.toFixed(1)} ms`
  say(
    `search, ${title}, ${homes} homes, ${homes * BOOKINGS_PER_HOME} bookings over two years: ${figures}, ${timed.found} homes found`,
  )
  for (const line of plan) say(`    ${line}`)
  const scanned = ['occupancies', 'property_availability'].filter((table) =>
    plan.some((line) => new RegExp(`Seq Scan on ${table}\\b`).test(line)),
  )
  if (scanned.length > 0) fail(`the plan reads all of ${scanned.join(' and ')}`)
  return timed
}

function fail(reason: string) {
  say(`  NOT MET: ${reason}`)
  process.exitCode = 1
}

async function onEmbedded() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pc-search-'))
  const database = await openDatabase({ dataDir: folder, log })
  try {
    await measure('embedded', database, 1_000)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres() {
  const server = await findPostgres()
  if (typeof server === 'string') return say(`search on PostgreSQL: skipped, ${server}`)
  try {
    const few = await onDatabase(server.url, 1_000)
    const many = await onDatabase(server.url, 10_000)
    const ratio = many.p50 / few.p50
    say(
      `search on PostgreSQL: 10,000 homes cost ${ratio.toFixed(1)} times as much as 1,000 (medians; less than ${LIMIT} is the aim)`,
    )
    if (ratio >= LIMIT) fail(`${ratio.toFixed(1)} times as much`)
  } finally {
    await server.stop()
  }
}

async function onDatabase(url: string, homes: number) {
  const name = `pc_search_${process.pid}_${homes}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const database = await openDatabase({ url: withDatabase(url, name), dataDir: '', log })
  try {
    return await measure('PostgreSQL', database, homes)
  } finally {
    await database.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

await onEmbedded()
await onPostgres()
