import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { createQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { searchProperties } from '#app/features/search/search.server.ts'
import { SORTS } from '#app/features/search/search.ts'
import { parseSearch } from '#app/features/search/search-query.server.ts'
import { type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { findPostgres } from '#test/servers/postgres-server.ts'
import { site as operator } from '../content/site.ts'
import { startSite } from '../e2e/site.ts'
import { withDatabase } from '../test/database-url.ts'
import { testClock, testServices } from '../test/factories.ts'
import { migrationsFolder } from '../test/migrations.ts'
import { availableProperties, countBooked, rush } from './booking-rush.ts'
import { FIRST_NIGHT, fillWithProperties } from './many-properties.ts'

/**
 * The cost of one search (a page of properties with prices and cards) in each order, on both databases. Quotes per
 * second; and guests who press Book at once. All with 50,000 bookings over two years.
 */
const BOOKINGS = 50_000
const SEARCHES = 60
/** With n times as many matches, a search may cost this times n. */
const LIMIT = 1.2
const QUOTE_SECONDS = 3
const QUOTERS = 8
const SAME_NIGHTS = 500
const OTHER_NIGHTS = 200

const say = (line: string) => process.stdout.write(`${line}\n`)
const log = pino({ level: 'silent' })

const servicesOf = (database: Database): Services =>
  testServices(database, { clock: testClock(new Date(`${FIRST_NIGHT}T18:00:00Z`)) })

/** No property sleeps this many. */
const CROWD = 24

function stayOf(search: number) {
  const checkIn = addDays(FIRST_NIGHT, (search * 67) % 480)
  return {
    checkIn,
    checkOut: addDays(checkIn, 3 + (search % 5)),
    adults: 2 + (search % 3),
    children: 0,
    infants: 0,
    pets: 0,
    sort: SORTS[search % SORTS.length],
  }
}

async function timeSearches(
  database: Database,
  change: { adults?: number } = {},
): Promise<{ p50: number; p95: number; nextPage: number; found: number }> {
  const services = servicesOf(database)
  for (let search = 0; search < 10; search += 1) await searchProperties(services, { ...stayOf(search), ...change })
  const times: number[] = []
  const nextTimes: number[] = []
  let found = 0
  for (let search = 0; search < SEARCHES; search += 1) {
    const started = performance.now()
    const outcome = await searchProperties(services, { ...stayOf(search), ...change })
    times.push(performance.now() - started)
    found += outcome.ok ? outcome.count : 0
    const cursor = outcome.ok ? outcome.nextCursor : undefined
    const next = cursor ? parseSearch(new URLSearchParams({ cursor })) : null
    if (!next?.ok) continue
    const turned = performance.now()
    await searchProperties(services, { ...stayOf(search), ...change, cursor: next.options.cursor })
    nextTimes.push(performance.now() - turned)
  }
  const at = (some: number[], share: number) => some.toSorted((a, b) => a - b)[Math.ceil(some.length * share) - 1] ?? 0
  const [p50, p95] = [at(times, 0.5), at(times, 0.95)]
  return { p50, p95, nextPage: at(nextTimes, 0.95), found: Math.round(found / SEARCHES) }
}

/** The query plan for available properties, with the statement that the search really sends. */
async function planOf(database: Database): Promise<string[]> {
  const sent: { query: string; params: unknown[] }[] = []
  const logger = { logQuery: (query: string, params: unknown[]) => sent.push({ query, params }) }
  await searchProperties({ ...servicesOf(database), db: drizzle(database.pool, { logger }) }, stayOf(1))
  const search = sent.find(({ query }) => query.includes('occupancies'))
  if (!search) throw new Error('the search asked for no occupancies')
  const { rows } = await database.pool.query(`explain (costs off) ${search.query}`, search.params)
  return rows.map((row) => row['QUERY PLAN'])
}

async function measure(title: string, database: Database, properties: number) {
  await migrate(database, migrationsFolder)
  await fillWithProperties(database.pool, { properties, bookingsEach: BOOKINGS / properties })
  await database.db.insert(site).values(operator)
  const plan = await planOf(database)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const timed = await timeSearches(database)
  delay.disable()
  const crowd = await timeSearches(database, { adults: CROWD })
  const quotes = await quotesEachSecond(servicesOf(database))
  const figures = `p50 ${timed.p50.toFixed(1)} ms, p95 ${timed.p95.toFixed(1)} ms, next page p95 ${timed.nextPage.toFixed(1)} ms`
  const waited = `event loop late by ${(delay.percentile(50) / 1e6 - 5).toFixed(1)} ms in the middle, ${(delay.percentile(99) / 1e6 - 5).toFixed(1)} ms at p99`
  say(`${title}, ${properties} properties, ${BOOKINGS} bookings over two years`)
  say(`  search: ${figures}, ${timed.found} properties found; ${waited}`)
  say(
    `  search for ${CROWD} guests, who get properties together: p50 ${crowd.p50.toFixed(1)} ms, p95 ${crowd.p95.toFixed(1)} ms`,
  )
  say(`  quotes: ${Math.round(quotes)} a second`)
  for (const line of plan) say(`    ${line}`)
  const scanned = ['occupancies', 'night_overrides'].filter((table) =>
    plan.some((line) => new RegExp(`Seq Scan on ${table}\\b`).test(line)),
  )
  if (scanned.length > 0) fail(`the plan reads all of ${scanned.join(' and ')}`)
  return timed
}

/** Quotes created and stored per second, by concurrent visitors with available properties. */
async function quotesEachSecond(services: Services): Promise<number> {
  const { sort: _, ...stay } = stayOf(1)
  const found = await searchProperties(services, stay)
  if (!found.ok) throw new Error(found.message)
  const { checkIn, checkOut, ...party } = stay
  const end = performance.now() + QUOTE_SECONDS * 1000
  let made = 0
  const quoter = async (first: number) => {
    for (let turn = first; performance.now() < end; turn += QUOTERS) {
      const propertyId = found.properties[turn % found.properties.length]?.id ?? ''
      const outcome = await createQuote(services, {
        propertyId,
        checkInDate: checkIn,
        checkOutDate: checkOut,
        ...party,
      })
      if (!outcome.ok) throw new Error(outcome.message)
      made += 1
    }
  }
  await Promise.all(Array.from({ length: QUOTERS }, (_, first) => quoter(first)))
  return made / QUOTE_SECONDS
}

/** On the built site: every guest gets an answer, no night is sold twice, and no booking is lost. */
async function measureRush(settings: Record<string, string>) {
  const site = await startSite({ LOG_LEVEL: 'error', ...settings })
  try {
    const [wanted = '', ...others] = await availableProperties(site.url, OTHER_NIGHTS + 1)
    const everyone = Array.from({ length: SAME_NIGHTS }, () => wanted)
    const same = await rush(site.url, everyone)
    say(
      `  ${SAME_NIGHTS} guests at once for the same nights: ${same.said}; ${same.ms} ms, health p99 ${same.health} ms`,
    )
    if (same.booked !== 1 || !same.said.includes(`${SAME_NIGHTS - 1} dates-taken`))
      fail('one books, all others are told')
    const apart = await rush(site.url, others)
    const booked = await countBooked(site.url, others)
    say(
      `  ${others.length} guests at once, each for other nights: ${apart.said}, ${booked} kept; ${apart.ms} ms, health p99 ${apart.health} ms`,
    )
    if (booked !== apart.booked) fail('a booking was lost')
    if (apart.booked < OTHER_NIGHTS) fail('not all of them booked')
  } finally {
    await site.stop()
  }
}

function fail(reason: string) {
  say(`  NOT MET: ${reason}`)
  process.exitCode = 1
}

async function onEmbedded() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pc-search-'))
  const database = await openDatabase({ dataDir: folder, log })
  try {
    await measure('embedded', database, 1_000).finally(() => database.close())
    await measureRush({ DATA_DIR: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres() {
  const server = await findPostgres()
  if (typeof server === 'string') return say(`search on PostgreSQL: skipped, ${server}`)
  try {
    const few = await onDatabase(server.url, 1_000)
    const many = await onDatabase(server.url, 10_000)
    const [cost, matches] = [many.p50 / few.p50, many.found / few.found]
    say(
      `search on PostgreSQL: ${matches.toFixed(1)} times the matches cost ${cost.toFixed(1)} times as much (medians; less than ${LIMIT} times the matches is the aim)`,
    )
    if (cost > matches * LIMIT) fail(`${cost.toFixed(1)} times as much`)
  } finally {
    await server.stop()
  }
}

async function onDatabase(url: string, properties: number) {
  const name = `pc_search_${process.pid}_${properties}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const database = await openDatabase({ url: withDatabase(url, name), dataDir: '', log })
  try {
    const timed = await measure('PostgreSQL', database, properties)
    await measureRush({ DATABASE_URL: withDatabase(url, name) })
    return timed
  } finally {
    await database.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

await onEmbedded()
await onPostgres()
