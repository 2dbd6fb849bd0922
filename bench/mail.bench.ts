import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import type { Database } from '#app/platform/db/database.server.ts'
import { startMailWorker } from '#app/platform/mail/mail-worker.server.ts'
import { startSite } from '../e2e/site.ts'
import { withDatabase } from '../test/database-url.ts'
import { sendTheRest, writeUntilKilled, wrongMail } from '../test/kill-writer.ts'
import { openWriter } from '../test/message-writer.ts'
import { findPostgres } from '../test/postgres-server.ts'

/**
 * Messages a second that the built site accepts over HTTP from 50 clients, each with its two mails in the outbox; beside the bare
 * client of the database, which writes the same rows. In both a worker sends meanwhile, and a
 * commit waits for the disk. Then a writer is killed with -9 twenty times.
 */
const CLIENTS = 50
const SECONDS = 5
const KILLS = 20
/** The share of the bare client's rate that is the aim. */
const SHARE = 0.5

const say = (line: string) => process.stdout.write(`${line}\n`)
function fail(reason: string) {
  say(`  NOT MET: ${reason}`)
  process.exitCode = 1
}

async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < end) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return done / SECONDS
}

const message = {
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Is the dock open in May? We are two families with small children.',
}

/** Messages a second that the site answers with 201 to clients who each send the next when they have the answer to the last. */
async function acceptedBy(url: string): Promise<number> {
  const body = JSON.stringify(message)
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' }
  const result = await autocannon({
    url: `${url}/api/contact`,
    connections: CLIENTS,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        body,
        setupRequest: (request) => ({ ...request, headers: { ...headers, 'idempotency-key': crypto.randomUUID() } }),
      },
    ],
  })
  const failures = result.errors + result.timeouts + result.non2xx
  if (failures > 0) throw new Error(`${failures} messages were not accepted`)
  return result.requests.total / result.duration
}

async function writeBare({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  const id = crypto.randomUUID()
  const mail = (template: string) =>
    JSON.stringify({ to: message.email, template, subject: 'Message', html: '<p>x</p>'.repeat(400) })
  try {
    await client.query('begin')
    await client.query(
      `insert into idempotency_keys (scope, key, digest, status, response) values ('bench', $1, $1, 201, $2)`,
      [id, JSON.stringify({ ok: true, id })],
    )
    await client.query('insert into inquiries (id, name, email, subject, message) values ($1, $2, $3, $4, $5)', [
      id,
      message.name,
      message.email,
      'Hello',
      message.message,
    ])
    await client.query(
      `insert into pgboss.job (name, data, policy) values ('mail', $1, 'standard'), ('mail', $2, 'standard')`,
      [mail('to-guest'), mail('to-operator')],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function bareRate(dataDir: string, url?: string): Promise<number> {
  const { services, database } = await openWriter(dataDir, url)
  const worker = await startMailWorker(services)
  try {
    await rateOf(() => writeBare(database))
    return await rateOf(() => writeBare(database))
  } finally {
    await worker.stop()
    await database.close()
  }
}

async function siteRate(url?: string): Promise<number> {
  const site = await startSite({ LOG_LEVEL: 'warn', ...(url && { DATABASE_URL: url }) })
  try {
    await acceptedBy(site.url)
    return await acceptedBy(site.url)
  } finally {
    await site.stop()
  }
}

async function measure(title: string, dataDir: string, urls: { bare?: string; site?: string } = {}) {
  const bare = await bareRate(dataDir, urls.bare)
  const accepted = await siteRate(urls.site)
  const share = accepted / bare
  say(
    `messages, ${title}: ${accepted.toFixed(0)} a second accepted by the site, ${bare.toFixed(0)} written by the bare client (${(share * 100).toFixed(0)}%; at least ${SHARE * 100}% is the aim)`,
  )
  if (share < SHARE) fail(`${(share * 100).toFixed(0)}%`)
}

async function killOften(title: string, dataDir: string, url: string) {
  let answered = 0
  let wrong = 0
  for (let round = 1; round <= KILLS; round += 1) {
    const said = await writeUntilKilled(dataDir, url, 20 + round * 3)
    wrong += wrongMail(said, await sendTheRest(dataDir, url)).length
    answered += said.length
  }
  say(`killed ${KILLS} times, ${title}: ${answered} messages answered, ${wrong} mails missing or twice`)
  if (wrong > 0) fail(`${wrong} mails`)
}

async function inFolder(work: (folder: string) => Promise<void>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pc-mail-'))
  await work(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}

async function onPostgres() {
  const server = await findPostgres({ durable: true })
  if (typeof server === 'string') return say(`messages on PostgreSQL: skipped, ${server}`)
  const names = [`pc_bare_${process.pid}`, `pc_site_${process.pid}`, `pc_kill_${process.pid}`]
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  try {
    for (const name of names) await admin.query(`create database ${name}`)
    const [bare, site, kill] = names.map((name) => withDatabase(server.url, name))
    await inFolder((folder) => measure('PostgreSQL', folder, { bare, site }))
    await inFolder((folder) => killOften('PostgreSQL', folder, kill ?? ''))
  } finally {
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await server.stop()
  }
}

await inFolder((folder) => measure('embedded', folder))
await inFolder((folder) => killOften('embedded', folder, ''))
await onPostgres()
