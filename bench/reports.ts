import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { getToday } from '#app/features/back-office/today.server.ts'
import { findBookings } from '#app/features/bookings/manage/list/booking-list.server.ts'
import type { BookingFilter, BookingView } from '#app/features/bookings/manage/list/booking-list.ts'
import { getBookkeeping } from '#app/features/bookkeeping/bookkeeping.server.ts'
import { getLodgingTax } from '#app/features/lodging-tax/lodging-tax.server.ts'
import { getOwner } from '#app/features/owners/owners.server.ts'
import { getPayouts } from '#app/features/payouts/payouts.server.ts'
import { getBusiness } from '#app/features/reports/business/business.server.ts'
import { getMonthFigures } from '#app/features/reports/business/month-figures.server.ts'
import { getOwed } from '#app/features/reports/owed/owed.server.ts'
import { type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { findPostgres } from '#test/servers/postgres-server.ts'
import { site as operator } from '../content/site.ts'
import { withDatabase } from '../test/database-url.ts'
import { testClock, testServices } from '../test/factories.ts'
import { migrationsFolder } from '../test/migrations.ts'
import { fillWithPayments } from './many-payments.ts'

/**
 * The time of each report of *Money*, of *Bookings* and of Today, and the number of their statements. There are 100,000
 * bookings of four years, half of them paid by card and paid out. On both databases.
 */
const BOOKINGS = 100_000
const PROPERTIES = 1000
/** Fortnights: the two years of the homes’ rates, and two before. */
const SLOTS = 104
const NOW = new Date('2028-06-10T18:00:00Z')
const TIMES = 9
/** A report may take so many milliseconds, and so many statements. */
const MOST_MS = 300
const MOST_STATEMENTS = 8

const VIEWS_SHOWN: BookingView[] = ['needs-me', 'arriving', 'in-house', 'unpaid', 'past', 'all']
const ALL: BookingFilter = { view: 'all', search: '', property: '', page: 1 }

const say = (line: string) => process.stdout.write(`${line}\n`)
const log = pino({ level: 'silent' })
const asked = (query: Record<string, string> = {}) => new URLSearchParams(query)

function reportsOf(services: Services, ownerId: string): Record<string, () => Promise<unknown>> {
  const payout = { month: '2028-05', payout: 'po_2028-05-10' }
  return {
    today: () => getToday(services),
    'the month on Today': () => getMonthFigures(services, UNNAMED),
    ...Object.fromEntries(
      VIEWS_SHOWN.map((view) => [`bookings, ${view}`, () => findBookings(services, { ...ALL, view }, { by: UNNAMED })]),
    ),
    'bookings, a name': () => findBookings(services, { ...ALL, search: 'ada' }, { by: UNNAMED }),
    owed: () => getOwed(services, UNNAMED),
    'lodging tax': () => getLodgingTax(services, asked({ authority: 'Colorado' })),
    business: () => getBusiness(services, asked()),
    'business, a month opened': () => getBusiness(services, asked({ month: '2028-02' })),
    owner: () => getOwner(services, ownerId, asked()),
    payouts: () => getPayouts(services, asked(payout), UNNAMED),
    bookkeeping: () => getBookkeeping(services, asked()),
  }
}

async function measure(title: string, database: Database) {
  await migrate(database, migrationsFolder)
  await database.db.insert(site).values(operator)
  const filling = { properties: PROPERTIES, bookingsEach: BOOKINGS / PROPERTIES, slots: SLOTS }
  await fillWithPayments(database.pool, { ...filling, now: NOW })
  say(`${title}: ${BOOKINGS} bookings of ${PROPERTIES} homes`)
  let statements = 0
  const logger = {
    logQuery: () => {
      statements += 1
    },
  }
  const services = testServices(database, { clock: testClock(NOW) })
  const counted = { ...services, db: drizzle(database.pool, { logger }) }
  const { rows } = await database.pool.query('select id from owners')
  for (const [name, read] of Object.entries(reportsOf(counted, rows[0].id))) {
    await read()
    statements = 0
    await read()
    const sent = statements
    const times: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      const started = performance.now()
      await read()
      times.push(performance.now() - started)
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0
    say(`  ${name}: ${median.toFixed(0)} ms, ${sent} statements`)
    if (name === 'today') continue
    if (median > MOST_MS) fail(`more than ${MOST_MS} ms`)
    if (sent > MOST_STATEMENTS) fail(`more than ${MOST_STATEMENTS} statements`)
  }
}

function fail(reason: string) {
  say(`  NOT MET: ${reason}`)
  process.exitCode = 1
}

async function onEmbedded() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pc-reports-'))
  const database = await openDatabase({ dataDir: folder, log })
  try {
    await measure('embedded', database)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres() {
  const server = await findPostgres()
  if (typeof server === 'string') return say(`reports on PostgreSQL: skipped, ${server}`)
  const name = `pc_reports_${process.pid}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const database = await openDatabase({ url: withDatabase(server.url, name), dataDir: '', log })
  try {
    await measure('PostgreSQL', database)
  } finally {
    await database.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await server.stop()
  }
}

await onPostgres()
await onEmbedded()
