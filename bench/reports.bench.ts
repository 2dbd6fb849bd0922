import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { getToday } from '#app/features/back-office/today.server.ts'
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
import { fillWithProperties } from './many-properties.ts'

/**
 * The time of each report of *Money* and of Today, and the number of their statements. There are 50,000 bookings of
 * four years, half of them paid by card and paid out. On both databases.
 */
const BOOKINGS = 50_000
const PROPERTIES = 500
/** Fortnights: the two years of the homes’ rates, and two before. */
const SLOTS = 104
const NOW = new Date('2028-06-10T18:00:00Z')
const TIMES = 9
/** A report may take so many milliseconds, and so many statements. */
const MOST_MS = 300
const MOST_STATEMENTS = 8

const say = (line: string) => process.stdout.write(`${line}\n`)
const log = pino({ level: 'silent' })
const asked = (query: Record<string, string> = {}) => new URLSearchParams(query)

/**
 * Prices with taxes, payments by card and by hand, and the reports’ own rows. Daily payouts, and an owner of five
 * homes.
 */
const MONEY = [
  `insert into promo_codes (code, percent) values ('WINTER', 10)`,
  `update bookings set source = (array['website', 'airbnb', 'phone', 'vrbo', 'friends'])[1 + abs(hashtext(reference)) % 5],
    promo_code = case when abs(hashtext(reference)) % 17 = 0 then 'WINTER' end, total_amount = 2310.15,
    created_at = check_in_date - interval '30 days',
    lines = '[{"kind":"nights","label":"5 nights","amount":200000},{"kind":"cleaning","label":"Cleaning fee","amount":15000},
      {"kind":"fee","label":"Linen","amount":5000},
      {"kind":"tax","label":"Sales tax (2.9%)","amount":6380,"jurisdiction":"Colorado","taxable":220000},
      {"kind":"tax","label":"Lodging tax (2.1%)","amount":4635,"jurisdiction":"Routt County","taxable":220000}]'`,
  `insert into booking_versions (booking_id, number, recorded_at, property_id, status, source, promo_code, check_in_date,
      check_out_date, rent, cleaning, fees, refunds, taxes, tax_lines, return_due)
    select id, 1, created_at, property_id, status, source, promo_code, check_in_date, check_out_date, 200000, 15000, 5000, 0,
        11015, jsonb_build_array(lines::jsonb -> 3, lines::jsonb -> 4), 0
      from bookings`,
  `insert into payments (booking_id, kind, intent_id, amount, status, received)
    select id, 'whole', 'pi_' || reference, total_amount, 'captured', total_amount from bookings
      where abs(hashtext(reference)) % 2 = 0`,
  `insert into ledger (booking_id, payment_id, kind, amount, happened_at)
    select booking_id, payments.id, 'charged', received, check_in_date - interval '30 days'
      from payments join bookings on bookings.id = booking_id`,
  `insert into ledger (booking_id, kind, amount, happened_at)
    select id, 'paid-elsewhere', total_amount, check_in_date - interval '20 days'
      from bookings where abs(hashtext(reference)) % 2 = 1`,
  `update bookings set paid_by_card = case when abs(hashtext(reference)) % 2 = 0 then total_amount else 0 end,
    paid_elsewhere = case when abs(hashtext(reference)) % 2 = 1 then total_amount else 0 end`,
  `insert into payouts (id, status, currency, amount, arrives_on, created_at, lines, lines_fetched_at)
    select 'po_' || day::date, 'paid', 'usd', sum(round(received * 97))::int, day::date, day, 'listed', day
      from (select received, date_trunc('day', happened_at at time zone 'UTC') + interval '2 days' as day
        from payments join ledger on payment_id = payments.id) charged where day < '${NOW.toISOString()}' group by day`,
  `insert into payout_lines (id, payout_id, kind, type, intent_id, amount, fee, happened_at)
    select 'txn_' || intent_id, payouts.id, 'charge', 'charge', intent_id, round(received * 100)::int,
        round(received * 100)::int - round(received * 97)::int, happened_at
      from payments join ledger on payment_id = payments.id
      join payouts on arrives_on = (happened_at at time zone 'UTC')::date + 2`,
  `insert into payout_sync_state (read_at) values ('${NOW.toISOString()}')`,
  `insert into owners (name, commission_percent, commission_on, commission_per_stay, gets_cleaning, gets_fees) values ('Ann Bell', 20, 'rent', 0, true, false)`,
  `insert into owner_properties (property_id, owner_id) select properties.id, owners.id from properties, owners where display_order <= 5`,
]

async function fillWithMoney(pool: pg.Pool) {
  await fillWithProperties(pool, PROPERTIES, BOOKINGS / PROPERTIES, SLOTS)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const table of ['bookings', 'payments', 'ledger'])
      await client.query(`alter table ${table} disable trigger user`)
    for (const statement of MONEY) await client.query(statement)
    for (const table of ['bookings', 'payments', 'ledger'])
      await client.query(`alter table ${table} enable trigger user`)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

function reportsOf(services: Services, ownerId: string): Record<string, () => Promise<unknown>> {
  const payout = { month: '2028-05', payout: 'po_2028-05-10' }
  return {
    today: () => getToday(services),
    'the month on Today': () => getMonthFigures(services, UNNAMED),
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
  await fillWithMoney(database.pool)
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
