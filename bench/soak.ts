import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, type Site, startSite } from '../e2e/site.ts'
import { freeStay, quoteOf } from '../e2e/stays.ts'
import { residentMemory } from './memory.ts'
import { pageOf } from './visits.ts'

/**
 * How memory and latency of one process with the embedded database develop under a steady load. Guests and an operator
 * make it. Prints a row for each minute. A demo lets everyone into its back office.
 */
const MINUTES = Number(process.env.MINUTES ?? 10)
const VISITORS = 4
const PAUSE_MS = 50
const ADMIN = ['/admin', '/admin/calendar', '/admin/bookings', '/admin/history']

const say = (line: string) => process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

type Minute = { pages: number[]; admin: number[]; writes: number[]; heap: number[]; failures: number }
const newMinute = (): Minute => ({ pages: [], admin: [], writes: [], heap: [], failures: 0 })

/** The heap in use, as `/metrics` says it, in bytes. */
async function heapOf(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text()
  return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1])
}

/** The milliseconds in which this share was answered. */
function share(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0)
}

const both = (times: number[]) => `${share(times, 0.5)}, ${share(times, 0.99)}`

function rowOf(minute: number, { pages, admin, writes, heap, failures }: Minute, { pid }: Site): string {
  const asked = pages.length + admin.length + writes.length
  // The least of a minute is what is left after a collection.
  const memory = `${megabytes(residentMemory(pid) ?? Number.NaN)} | ${megabytes(Math.min(...heap))}`
  return `| ${minute} | ${asked} | ${failures} | ${memory} | ${both(pages)} | ${both(admin)} | ${both(writes)} |`
}

async function soak(site: Site, metrics: string) {
  let current = newMinute()
  let turn = 0
  const over = Date.now() + MINUTES * 60_000
  const stay = await freeStay('lake-keowee', 4, { site: site.url })

  async function time(kind: 'pages' | 'admin' | 'writes', ask: () => Promise<unknown>) {
    const from = performance.now()
    const isAnswered = await ask().then(
      () => true,
      () => false,
    )
    if (isAnswered) current[kind].push(performance.now() - from)
    else current.failures += 1
  }
  async function open(address: string) {
    const answer = await fetch(`${site.url}${address}`, { headers: { 'accept-encoding': 'br' } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  }
  async function write(message: number) {
    const fields = { name: 'Bo', email: `bo-${randomUUID()}@example.com`, propertyId: 'none' }
    const body = JSON.stringify({ ...fields, message: `Is there a crib? ${message}` })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${site.url}/api/contact`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`a message was answered with ${answer.status}`)
    await quoteOf('lake-keowee', stay, site.url)
  }
  async function visit() {
    while (Date.now() < over) {
      turn += 1
      const view = turn
      if (view % 20 === 0) await time('writes', () => write(view))
      else if (view % 20 === 10) await time('admin', () => open(ADMIN[(view / 10) % ADMIN.length] ?? '/admin'))
      else await time('pages', () => open(pageOf(view)))
      await wait(PAUSE_MS)
    }
  }
  async function watch() {
    say('| minute | asked | failed | memory, MB | heap, MB | pages, ms | back office, ms | message and quote, ms |')
    say('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      for (const end = Date.now() + 60_000; Date.now() < end; await wait(1_000)) {
        current.heap.push(await heapOf(metrics))
      }
      say(rowOf(minute, current, site))
      current = newMinute()
    }
  }
  await Promise.all([watch(), ...Array.from({ length: VISITORS }, visit)])
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'pc-soak-'))
const METRICS_PORT = String(await freePort())
const site = await startSite({ DATA_DIR: dataDir, METRICS_PORT })
try {
  await soak(site, `http://127.0.0.1:${METRICS_PORT}/metrics`)
} finally {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}
