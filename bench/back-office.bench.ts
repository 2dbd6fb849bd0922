import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { findPostgres } from '#test/servers/postgres-server.ts'
import { site as operator } from '../content/site.ts'
import { startSite } from '../e2e/site.ts'
import { withDatabase } from '../test/database-url.ts'
import { migrationsFolder } from '../test/migrations.ts'
import { fillWithPayments } from './many-payments.ts'
import { TWO_NIGHTS } from './many-properties.ts'

/**
 * How long each page of the back office takes, from the request to its last byte, one after another. The site has 12
 * homes with 2,000 bookings a year, for four years, and logs as users run it. The processor time is that of the site’s
 * process: the embedded database is part of it.
 */
const PROPERTIES = 12
const SLOTS = 667
const TIMES = Number(process.env.TIMES ?? 15)
/** So far ahead, guests have booked by now. */
const DAYS_AHEAD = 180
/** A page may take so many milliseconds. */
const MOST_MS = 60

const say = (line: string) => process.stdout.write(`${line}\n`)
const log = pino({ level: 'silent' })
const now = new Date()
const today = now.toISOString().slice(0, 10)

async function fill(database: Database) {
  await migrate(database, migrationsFolder)
  await database.db.insert(siteTable).values(operator)
  const filling = { properties: PROPERTIES, bookingsEach: SLOTS, slots: SLOTS, slot: TWO_NIGHTS }
  await fillWithPayments(database.pool, { ...filling, firstNight: addDays(today, DAYS_AHEAD - 730), now })
}

/** One address for each page. */
async function pagesOf({ pool }: Database): Promise<string[]> {
  const stay = await pool.query(
    `select reference from bookings where status = 'confirmed' and check_in_date > $1 order by check_in_date limit 1`,
    [today],
  )
  const owner = await pool.query('select id from owners')
  const booking = `/bookings/${stay.rows[0].reference}`
  const home = '/homes/home-3'
  return [
    '',
    '/bookings',
    '/bookings?view=arriving',
    '/bookings?view=unpaid',
    '/bookings?view=past',
    '/bookings?view=all',
    '/bookings?q=ada',
    '/bookings/new',
    booking,
    `${booking}/move`,
    '/calendar',
    '/decline-texts',
    '/reviews',
    '/inbox',
    '/api',
    '/people',
    '/personal-data',
    '/account',
    '/history',
    '/calendars',
    '/import',
    '/turnovers',
    '/more',
    '/search?q=ada',
    '/homes',
    ...['', '/prices', '/rules', '/page', '/guide', '/messages', '/photos', '/copy'].map((page) => home + page),
    `${home}/why?date=${today}`,
    '/messages',
    '/newsletter',
    '/journal',
    '/codes',
    '/money',
    '/money/lodging-tax',
    '/money/business',
    '/money/owners',
    `/money/owners/${owner.rows[0].id}`,
    '/money/payouts',
    '/money/bookkeeping',
    '/set-up',
    '/site',
    '/giveaway',
    '/legal',
  ].map((page) => `/admin${page}`)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The processor time of a process so far, in milliseconds; null where the system does not say it. */
function processorTime(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}

async function measure(title: string, settings: Record<string, string>, pages: string[]) {
  const site = await startSite({ LOG_LEVEL: 'info', ...settings })
  const open = async (page: string) => {
    const answer = await fetch(site.url + page, { headers: { 'accept-encoding': 'br' } })
    const { length } = await answer.text()
    if (!answer.ok) throw new Error(`${page} answered ${answer.status}`)
    return length
  }
  try {
    // Twice, so that all code is compiled and each statement is known.
    for (const page of [...pages, ...pages]) await open(page)
    say(`${title}: milliseconds, of which processor; characters`)
    for (const page of pages) {
      const times: number[] = []
      const before = processorTime(site.pid)
      let length = 0
      for (let time = 0; time < TIMES; time += 1) {
        const from = performance.now()
        length = await open(page)
        times.push(performance.now() - from)
      }
      const after = processorTime(site.pid)
      const cpu = before === null || after === null ? '' : `, ${((after - before) / TIMES).toFixed(0)}`
      const isSlow = median(times) > MOST_MS
      if (isSlow) process.exitCode = 1
      say(`  ${page}: ${median(times).toFixed(1)}${cpu}; ${length}${isSlow ? `  NOT MET: more than ${MOST_MS}` : ''}`)
    }
  } finally {
    await site.stop()
  }
}

async function onEmbedded() {
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'pc-office-'))
  try {
    const database = await openDatabase({ dataDir: DATA_DIR, log })
    await fill(database)
    const pages = await pagesOf(database)
    await database.close()
    await measure('embedded', { DATA_DIR }, pages)
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function onPostgres() {
  const server = await findPostgres()
  if (typeof server === 'string') return say(`PostgreSQL: skipped, ${server}`)
  const name = `pc_office_${process.pid}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const DATABASE_URL = withDatabase(server.url, name)
  try {
    const database = await openDatabase({ url: DATABASE_URL, dataDir: '', log })
    await fill(database)
    const pages = await pagesOf(database)
    await database.close()
    await measure('PostgreSQL', { DATABASE_URL }, pages)
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await server.stop()
  }
}

await onPostgres()
await onEmbedded()
