import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { getBookingOptions, getCalendar } from '#app/features/availability/availability.server.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import { bookingRequestSchema } from '#app/features/bookings/bookings.ts'
import { findBookings } from '#app/features/bookings/manage/list/booking-list.server.ts'
import type { BookingView } from '#app/features/bookings/manage/list/booking-list.ts'
import { createQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import { getBoard } from '#app/features/calendar-board/board.server.ts'
import { searchProperties } from '#app/features/search/search.server.ts'
import { type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { migrateJobs, openJobs } from '#app/platform/jobs/jobs.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { findPostgres } from '#test/servers/postgres-server.ts'
import { site as operator } from '../content/site.ts'
import { withDatabase } from '../test/database-url.ts'
import { testClock, testServices } from '../test/factories.ts'
import { migrationsFolder } from '../test/migrations.ts'
import { FIRST_NIGHT, fillWithProperties } from './many-properties.ts'

/**
 * The statements of a site with many homes to PostgreSQL, and how long each takes. A database of that size is made
 * first, and kept if `TEST_DATABASE_URL` names the server. The last stays are a year and a half after the first day of
 * the clock.
 */
const PROPERTIES = Number(process.env.PROPERTIES ?? 100_000)
const BOOKINGS_EACH = Number(process.env.BOOKINGS_EACH ?? 100)
const TURNS = Number(process.env.TURNS ?? 5)
const BOOKERS = 8
const BOOKED_EACH = 10
/** Statements that take longer are shown with the tables that they read whole. */
const SLOW_MS = 20

const say = (line: string) => process.stdout.write(`${line}\n`)
const log = pino({ level: 'silent' })
const PARTY = { adults: 2, children: 0, infants: 0, pets: 0 }

/** Stays of the past and of the next month are paid, a fifth of them by card. */
const PAYMENTS = `with paid as (
    select bookings.id, total_amount as amount, check_in_date as at, display_order % 5 = 0 as by_card
      from bookings join properties on properties.id = property_id where check_in_date < $1::date + 30),
  by_card as (
    insert into payments (booking_id, kind, amount, received, status, created_at)
      select id, 'whole', amount, amount, 'captured', at from paid where by_card)
  insert into ledger (booking_id, kind, amount, happened_at)
    select id, 'paid-elsewhere', amount, at from paid where not by_card`
const SUMS = `update bookings set paid_elsewhere = amount from ledger where booking_id = bookings.id`
const CARDS = `update bookings set paid_by_card = received from payments where booking_id = bookings.id`

async function fill(database: Database, url: string) {
  await migrate(database, migrationsFolder)
  await migrateJobs(database, log)
  const [known] = await database.db.select().from(site)
  if (known) return
  const from = Date.now()
  // No triggers and foreign keys row by row: what is written is right.
  const quick = '-c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=2GB'
  const pool = new pg.Pool({ connectionString: url, max: 1, options: `${quick} -c work_mem=512MB` })
  await fillWithProperties(pool, { properties: PROPERTIES, bookingsEach: BOOKINGS_EACH, slots: BOOKINGS_EACH })
  await pool.query(PAYMENTS, [FIRST_NIGHT])
  // The rows that triggers write otherwise.
  await pool.query(SUMS)
  await pool.query(CARDS)
  await pool.query('vacuum analyze bookings')
  await pool.query('vacuum analyze payments')
  await pool.query('vacuum analyze ledger')
  await pool.end()
  await database.db.insert(site).values(operator)
  say(`made in ${Math.round((Date.now() - from) / 60_000)} minutes`)
}

type Sent = { query: string; params: unknown[] }

/** A statement in a line: how long it took, and which tables it read whole. */
async function explain(pool: pg.Pool, { query, params }: Sent): Promise<string | null> {
  if (!/^\s*select/i.test(query)) return null
  const { rows } = await pool.query(`explain (analyze, timing off) ${query}`, params)
  const plan = rows.map((row): string => row['QUERY PLAN'])
  const ms = Number(/Execution Time: ([\d.]+)/.exec(plan.join('\n'))?.[1] ?? 0)
  if (ms < SLOW_MS) return null
  const whole = new Set(plan.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []))
  const words = query.replaceAll(/\s+/g, ' ')
  return `    ${ms.toFixed(0)} ms${whole.size > 0 ? `, reads all of ${[...whole].join(', ')}` : ''}: ${words.slice(0, 60)} ... ${words.slice(-60)}`
}

/** Says how long it took at first and later, and which statements were slow. */
async function time(pool: pg.Pool, sent: Sent[], title: string, ask: (turn: number) => Promise<unknown>) {
  const times: number[] = []
  let first: Sent[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    sent.length = 0
    const from = performance.now()
    const failure = await ask(turn).then(
      () => null,
      (error: Error) => error,
    )
    times.push(performance.now() - from)
    if (turn === 0) first = [...sent]
    if (!failure) continue
    say(`${title}: failed after ${times.at(-1)?.toFixed(0)} ms, ${failure.cause ?? failure}`)
    break
  }
  const [at = 0, ...later] = times
  const middle = later.sort((a, b) => a - b)[Math.floor(later.length / 2)] ?? 0
  const heap = Math.round(process.memoryUsage().heapUsed / 2 ** 20)
  say(`${title}: first ${at.toFixed(1)} ms, then ${middle.toFixed(1)} ms (${first.length} statements, heap ${heap} MB)`)
  for (const statement of first) {
    const line = await explain(pool, statement).catch((error) => `    ${error.message}`)
    if (line) say(line)
  }
}

/** Homes that are free from $1 to $2, and take two guests for that long. */
const FREE_PROPERTIES = `select id from properties
  where not exists (select from occupancies where property_id = properties.id and nights && daterange($1, $2))
    and not exists (select from blocks where property_id = properties.id and nights && daterange($1, $2))
  order by display_order limit 200`

async function measure(database: Database) {
  const { pool } = database
  const sent: Sent[] = []
  const logger = { logQuery: (query: string, params: unknown[]) => void sent.push({ query, params }) }
  const jobs = await openJobs(database, log)
  const db = drizzle(pool, { logger })
  db.transaction = database.db.transaction
  const clock = testClock(new Date(`${FIRST_NIGHT}T18:00:00Z`))
  const services = testServices({ ...database, jobs }, { clock, db })
  const day = (turn: number) => addDays(FIRST_NIGHT, 20 + turn * 9)
  const stay = (turn: number) => ({ checkIn: day(turn), checkOut: addDays(day(turn), 4), ...PARTY })
  const { checkIn: checkInDate, checkOut: checkOutDate } = stay(0)
  const { rows: properties } = await pool.query<{ id: string }>(FREE_PROPERTIES, [checkInDate, checkOutDate])
  const property = (turn: number): string => properties[turn % properties.length]?.id ?? ''
  const ofStay = (turn: number) => ({ propertyId: property(turn), checkInDate, checkOutDate, ...PARTY })
  const quote = async (turn: number) => mustBeOk(await createQuote(services, ofStay(turn)))
  const book = async (turn: number) => {
    const guest = { guestName: 'Ada', guestEmail: `ada-${turn}@example.com` }
    mustBeOk(await requestBooking(services, bookingRequestSchema.parse({ ...ofStay(turn), ...guest })))
  }
  const week = { from: FIRST_NIGHT, to: addDays(FIRST_NIGHT, 35) }
  const run = (title: string, ask: (turn: number) => Promise<unknown>) => time(pool, sent, title, ask)

  await run('calendar of a home', (turn) => getCalendar(services, { propertyId: property(turn), ...week }))
  await run('nights for the booking form', (turn) => getBookingOptions(services, property(turn)))
  await run('quote', quote)
  await run('booking', book)
  const views: BookingView[] = ['needs-me', 'arriving', 'in-house', 'unpaid', 'past', 'all']
  for (const view of views) {
    const filter = { view, search: '', property: '', page: 1 }
    await run(`bookings, ${view}`, () => findBookings(services, filter, { by: UNNAMED }))
  }
  const named = { view: 'all' as const, search: 'ada', property: '', page: 1 }
  await run('bookings, a name', () => findBookings(services, named, { by: UNNAMED }))
  await run('Today', () => getToday(services))
  await bookAtOnce((turn) => book(turn + TURNS))
  await run('search', (turn) => searchProperties(services, stay(turn)))
  await run('calendar of all homes', () => getBoard(services, week, UNNAMED))
}

function mustBeOk(outcome: { ok: boolean }) {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
}

/** Guests who book different homes: none has to wait for the nights of another. */
async function bookAtOnce(book: (turn: number) => Promise<void>) {
  const from = performance.now()
  const ofOne = async (booker: number) => {
    for (let turn = 0; turn < BOOKED_EACH; turn += 1) await book(booker * BOOKED_EACH + turn)
  }
  await Promise.all(Array.from({ length: BOOKERS }, (_, booker) => ofOne(booker)))
  const each = (performance.now() - from) / 1000 / (BOOKERS * BOOKED_EACH)
  say(`${BOOKERS} guests at once, each in other homes: ${(1 / each).toFixed(0)} bookings a second`)
}

const server = await findPostgres({ durable: true })
if (typeof server === 'string') throw new Error(server)
const name = `simulation_${PROPERTIES}_${BOOKINGS_EACH}`
const admin = new pg.Client({ connectionString: server.url })
await admin.connect()
const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
if (!rowCount) await admin.query(`create database ${name}`)
await admin.end()
const url = withDatabase(server.url, name)
const database = await openDatabase({ url, dataDir: '', log })
try {
  await fill(database, url)
  const { rows } = await database.pool.query(
    'select (select count(*) from properties)::int as properties, (select count(*) from bookings)::int as stays, pg_size_pretty(pg_database_size(current_database())) as size',
  )
  say(`${rows[0].properties} homes, ${rows[0].stays} bookings, ${rows[0].size}`)
  await measure(database)
} finally {
  await database.close()
  await server.stop()
}
