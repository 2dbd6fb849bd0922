import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { lostOrDuplicateMail, sendRemainingMail, writeUntilKilled } from '#test/mails/run-message-writer.ts'
import { findPostgres } from '#test/servers/postgres-server.ts'
import { withDatabase } from '../test/database-url.ts'

/** Kills a process that stores messages and sends their email, with -9, twenty times. No email may be missing or sent twice. */
const KILLS = 20

const say = (line: string) => process.stdout.write(`${line}\n`)
function fail(reason: string) {
  say(`  NOT MET: ${reason}`)
  process.exitCode = 1
}

async function killOften(title: string, dataDir: string, url: string) {
  let answered = 0
  let wrong = 0
  for (let round = 1; round <= KILLS; round += 1) {
    const reported = await writeUntilKilled(dataDir, url, 20 + round * 3)
    wrong += lostOrDuplicateMail(reported, await sendRemainingMail(dataDir, url)).length
    answered += reported.length
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
  const name = `pc_kill_${process.pid}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  try {
    await admin.query(`create database ${name}`)
    await inFolder((folder) => killOften('PostgreSQL', folder, withDatabase(server.url, name)))
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await server.stop()
  }
}

await inFolder((folder) => killOften('embedded', folder, ''))
await onPostgres()
