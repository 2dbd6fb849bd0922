import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPostgres } from '#test/servers/postgres-server.ts'
import { startSite } from '../e2e/site.ts'
import { residentMemory } from './memory.ts'
import { pageOf } from './visits.ts'

/**
 * The duration of a warm start (built, with its database), on both databases. Also the memory of the process after it
 * and after page views of every kind.
 */
const VIEWS = 500
const VISITORS = 4
const SETTLE_MS = 5_000

async function viewPages(url: string) {
  let view = 0
  const visit = async () => {
    while (view < VIEWS) {
      const page = pageOf(view++)
      const answer = await fetch(`${url}${page}`, { headers: { 'accept-encoding': 'br' } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${page} answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visit))
}

async function report(database: string, settings: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pc-memory-'))
  const start = () => startSite({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  await (await start()).stop()
  const site = await start()
  try {
    const megabytes = () => `${Math.round((residentMemory(site.pid) ?? Number.NaN) / 1024 ** 2)} MB`
    await wait(SETTLE_MS)
    const before = megabytes()
    await viewPages(site.url)
    await wait(SETTLE_MS)
    const seconds = (site.startedIn / 1000).toFixed(2)
    process.stdout.write(
      `${database}: warm start ${seconds} s, ${before} after it, ${megabytes()} after ${VIEWS} page views\n`,
    )
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await report('embedded database', {})
const server = await findPostgres({ durable: true })
if (typeof server === 'string') {
  process.stdout.write(`PostgreSQL: not measured, because ${server}\n`)
} else {
  await report('PostgreSQL', { DATABASE_URL: server.url }).finally(server.stop)
}
