import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addDays } from '#app/shared/dates.ts'
import { query } from '#test/servers/postgres-pair.ts'
import { findPostgres } from '#test/servers/postgres-server.ts'
import { operatorSession } from '../e2e/operator-session.ts'
import { type Site, startSite } from '../e2e/site.ts'
import { residentMemory } from './memory.ts'

/**
 * How a live site on PostgreSQL answers others while 200 connections ask for searches that nobody has asked before. The
 * database, the load and the one who measures run on the same machine. Limits are on: each search comes from another address.
 */
const SECONDS = Number(process.env.SECONDS ?? 60)
const HOST = 'stay.localhost'
const ORIGIN = `https://${HOST}`
const PASSWORD = 'eleven blue herons'
const run = promisify(execFile)

/** Another stay each time, and a price limit that no one else has. */
const LOAD = (today: string) => `
local days = { ${Array.from({ length: 300 }, (_, day) => `{'${addDays(today, 10 + day)}','${addDays(today, 13 + (day % 4) + day)}'}`).join(',')} }
local at = 0
wrk.headers['Host'] = '${HOST}'
wrk.headers['accept-encoding'] = 'br'
request = function()
  at = at + 1
  local day = days[at % #days + 1]
  wrk.headers['x-forwarded-for'] = '10.' .. math.floor(at / 65536) % 256 .. '.' .. math.floor(at / 256) % 256 .. '.' .. at % 256
  return wrk.format('GET', string.format('/search?checkin=%s&checkout=%s&adults=%d&maxPrice=%d', day[1], day[2], 1 + at % 8, 20000 + at))
end
local threads = {}
setup = function(thread) table.insert(threads, thread) end
refused = 0
answered = 0
odd = 0
response = function(status)
  if status == 200 then answered = answered + 1 elseif status == 503 then refused = refused + 1 else odd = odd + 1 end
end
done = function(summary, latency)
  local t = threads[1]
  local e = summary.errors
  print(string.format('200: %d, 503: %d, others: %d, broken: %d, timeouts: %d; p50 %d ms, p99 %d ms of all answers', t:get('answered'), t:get('refused'), t:get('odd'),
    e.connect + e.read + e.write, e.timeout, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`

const agent = new Agent({ keepAlive: true })

function ask(site: Site, address: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = { host: HOST, 'x-forwarded-for': '192.0.2.1', 'accept-encoding': 'br', ...headers }
  const asked = request(`${site.url}${address}`, { agent, headers: sent }, (answer) => {
    answer.resume().on('end', () => resolve(answer))
  })
  asked.on('error', reject).end()
  return promise
}

async function signIn(site: Site, settings: Record<string, string>): Promise<string> {
  const env = { PATH: process.env.PATH, ...settings }
  const creating = run(process.execPath, ['server/start.mjs', 'site', 'operator', 'create', 'mia'], { env })
  creating.child.stdin?.end(`${PASSWORD}\n`)
  await creating
  return operatorSession(site.url, ORIGIN, { username: 'mia', password: PASSWORD })
}

/** Asks one after the other until the end. Says the statuses, and p50 and p99 in milliseconds. */
async function watch(site: Site, name: string, addresses: string[], headers: Record<string, string>, end: AbortSignal) {
  const times: number[] = []
  const statuses: Record<string, number> = {}
  for (let at = 0; !end.aborted; at += 1) {
    const from = performance.now()
    const { statusCode = 0 } = await ask(site, addresses[at % addresses.length] ?? '/', headers)
    times.push(performance.now() - from)
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    await wait(50)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
  return `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${JSON.stringify(statuses)}`
}

async function measure(site: Site, cookie: string) {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const memory = () => `${Math.round((residentMemory(site.pid) ?? Number.NaN) / 1024 ** 2)} MB`
  const folder = await mkdtemp(path.join(tmpdir(), 'pc-overload-'))
  await writeFile(`${folder}/load.lua`, LOAD(new Date().toISOString().slice(0, 10)))
  const watchAll = (end: AbortSignal) =>
    Promise.all([
      watch(site, '/healthz', ['/healthz'], {}, end),
      watch(site, 'cached page', ['/'], {}, end),
      watch(site, 'back office', ['/admin', '/admin/calendar', '/admin/bookings'], { cookie }, end),
    ])
  await watchAll(AbortSignal.timeout(3_000))
  say(`quiet\n${(await watchAll(AbortSignal.timeout(5_000))).join('\n')}\nmemory before: ${memory()}`)
  const over = new AbortController()
  const watched = watchAll(over.signal)
  const words = ['-t1', '-c200', `-d${SECONDS}s`, '--timeout', '30s', '-s', `${folder}/load.lua`, site.url]
  const load = run('wrk', words)
  await wait((SECONDS * 1000) / 2)
  say(`memory half-way: ${memory()}`)
  const { stdout } = await load
  over.abort()
  say(`under load\n${(await watched).join('\n')}\n${stdout}memory after: ${memory()}`)
  await wait(10_000)
  say(`memory 10 s later: ${memory()}`)
  await rm(folder, { recursive: true, force: true })
}

const server = await findPostgres({ durable: true })
if (typeof server === 'string') throw new Error(server)
const dataDir = await mkdtemp(path.join(tmpdir(), 'pc-overload-'))
try {
  // The demo's homes, in a site that has gone live with them.
  await (await startSite({ DATABASE_URL: server.url, DATA_DIR: dataDir })).stop()
  await query(server.url, "update installation set mode = 'live', live_since = now()")
  const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir, SITE_URL: ORIGIN, TRUSTED_PROXIES: '127.0.0.1' }
  const site = await startSite({ ...settings, RATE_LIMIT: 'on' })
  await measure(site, await signIn(site, settings)).finally(site.stop)
} finally {
  agent.destroy()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
