import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Database } from '#app/platform/db/database.server.ts'
import { startMailWorker } from '#app/platform/outbox/mail-worker.server.ts'
import { withDatabase } from '../test/database-url.ts'
import { sendTheRest, writeUntilKilled, wrongMail } from '../test/kill-writer.ts'
import { openWriter, writeMessage } from '../test/message-writer.ts'
import { findPostgres } from '../test/postgres-server.ts'

/**
 * Accepted messages a second, each with its two mails in the outbox, from 50 clients while a worker sends; beside the bare client
 * of the database, which writes the same rows. Then a writer is killed with -9 twenty times.
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

async function writeBare({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  const job = (to: string) =>
    JSON.stringify({ to, template: 't', subject: 'Message', html: '<p>x</p>'.repeat(180), text: 'x' })
  try {
    await client.query('begin')
    await client.query('insert into inquiries (name, email, subject, message) values ($1, $2, $3, $4)', [
      'Ada',
      'ada@example.com',
      'Hello',
      'Is the dock open in May? We are two families with small children.',
    ])
    await client.query(`insert into pgboss.job (name, data) values ('bench', $1), ('bench', $2)`, [
      job('ada'),
      job('hello'),
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function measure(title: string, dataDir: string, url?: string) {
  const { services, database } = await openWriter(dataDir, url)
  try {
    await database.pool.query(`select pgboss.create_queue('bench', '{"policy": "standard"}')`)
    await rateOf(() => writeBare(database))
    const bare = await rateOf(() => writeBare(database))
    const worker = startMailWorker(services)
    const accepted = await rateOf(() => writeMessage(services))
    await worker.stop()
    const share = accepted / bare
    say(
      `messages, ${title}: ${accepted.toFixed(0)} a second with their mails in the outbox, ${bare.toFixed(0)} by the bare client (${(share * 100).toFixed(0)}%; at least ${SHARE * 100}% is the aim)`,
    )
    if (share < SHARE) fail(`${(share * 100).toFixed(0)}%`)
  } finally {
    await database.close()
  }
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
  const server = await findPostgres()
  if (typeof server === 'string') return say(`messages on PostgreSQL: skipped, ${server}`)
  const names = [`pc_mail_${process.pid}`, `pc_kill_${process.pid}`]
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  try {
    for (const name of names) await admin.query(`create database ${name}`)
    const [load, kill] = names.map((name) => withDatabase(server.url, name))
    await inFolder((folder) => measure('PostgreSQL', folder, load))
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
