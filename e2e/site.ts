import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfNeeded } from '#server/build.ts'
import { clockOfSite } from '#test/test-clock.ts'

const ROOT = resolve(import.meta.dirname, '..')
const START_LIMIT_MS = 90_000
const STOP_LIMIT_MS = 20_000

/** A running site with its own data. `stop` shuts it down like an operator and throws unless it exits with 0. */
export type Site = {
  url: string
  pid: number
  logFile: string
  /** The folder of its database, its images and the mails of a demo. */
  dataDir: string
  /** Milliseconds from the start of the process until it was ready. */
  startedIn: number
  stop(): Promise<void>
  /** Ends it like a power cut. Its data stays if `settings` contained `DATA_DIR`. */
  kill(): Promise<void>
}

/** A temporary folder with a copy of the demo from the global setup; empty if there is none. */
export async function demoDataDir({ database = true } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pc-site-'))
  const filter = (file: string) => database || basename(file) !== 'database'
  if (process.env.E2E_DEMO_DATA) await cp(process.env.E2E_DEMO_DATA, folder, { recursive: true, filter })
  return folder
}

/** A temporary folder for a new site. It has only the variants of shipped images, which all sites of a run share. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pc-site-'))
  const { E2E_DEMO_DATA } = process.env
  if (E2E_DEMO_DATA) await cp(join(E2E_DEMO_DATA, 'variants'), join(folder, 'variants'), { recursive: true })
  return folder
}

/** Settings with which the site cannot use today's demo. */
const OTHER_DATA = ['SITE_URL', 'CLOCK_FROM']

/**
 * Builds the site if its sources changed and starts it in its own process. It has an embedded database in a new folder,
 * demo mode, a free port, no rate limits. It inherits no settings and gets only `settings`. `root` is the project's
 * folder or a copy of it; `program` is the program to run.
 */
export async function startSite(
  settings: Record<string, string> = {},
  root = ROOT,
  program = 'server/start.mjs',
): Promise<Site> {
  await buildIfNeeded()
  const isDemo = !OTHER_DATA.some((name) => settings[name])
  const ownDataDir = settings.DATA_DIR
    ? ''
    : await (isDemo ? demoDataDir({ database: !settings.DATABASE_URL }) : newDataDir())
  const port = settings.PORT ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const logFile = join(ROOT, 'test-results', `site-${port}.log`)
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  const log = createWriteStream(logFile)
  const from = performance.now()
  const child = spawnSite({ PORT: String(port), DATA_DIR: ownDataDir, ...settings }, root, program)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false })
    stream.on('data', (bytes) => {
      output = (output + bytes).slice(-4_000)
    })
  }
  const cut = () => child.kill('SIGKILL')
  process.once('exit', cut)

  async function leave(end: (child: ChildProcess) => Promise<void>) {
    try {
      await end(child)
    } finally {
      process.removeListener('exit', cut)
      if (ownDataDir) await rm(ownDataDir, { recursive: true, force: true })
    }
  }
  const stop = () => leave(stopProcess)

  try {
    await untilReady(url, child)
  } catch (error) {
    await stop().catch(() => {})
    throw new Error(`${error instanceof Error ? error.message : error}\n${output}`)
  }
  const startedIn = performance.now() - from
  const dataDir = settings.DATA_DIR ?? ownDataDir
  return { url, pid: child.pid ?? 0, logFile, dataDir, startedIn, stop, kill: () => leave(killProcess) }
}

/** Starts a site that is expected to fail. Returns its exit code and its lines on standard error. */
export async function refusedStart(settings: Record<string, string>): Promise<{ code: number | null; said: string[] }> {
  await buildIfNeeded()
  const child = spawnSite({ PORT: String(await freePort()), ...settings })
  const late = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  let output = ''
  child.stderr.on('data', (bytes) => {
    output += bytes
  })
  child.stdout.resume()
  const [code] = await once(child, 'close')
  clearTimeout(late)
  return { code, said: output.trim().split('\n') }
}

function spawnSite(settings: Record<string, string>, cwd = ROOT, program = 'server/start.mjs') {
  const { PATH = '', HOME = tmpdir(), TZ = '', NODE_COMPILE_CACHE = '' } = process.env
  return spawn(process.execPath, ['--max-semi-space-size=4', '--max-old-space-size=1024', program], {
    cwd,
    env: {
      PATH,
      HOME,
      ...(TZ && { TZ }),
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      MALLOC_ARENA_MAX: '1',
      RATE_LIMIT: 'off',
      ...settings,
      ...clockOfSite(settings),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function killProcess(child: ChildProcess) {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function stopProcess(child: ChildProcess) {
  if (hasEnded(child)) throw new Error(`The site had ended by itself (${child.exitCode ?? child.signalCode}).`)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = wait(STOP_LIMIT_MS, null, { ref: false })
  const result = await Promise.race([ended, late])
  if (result === null) child.kill('SIGKILL')
  if (result === null) throw new Error(`The site did not end within ${STOP_LIMIT_MS} ms of SIGTERM.`)
  if (result[0] !== 0) throw new Error(`The site ended with ${result[0] ?? result[1]} instead of 0.`)
}

async function untilReady(url: string, child: ChildProcess) {
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await wait(20)) {
    if (hasEnded(child))
      throw new Error(`The site did not start (it ended with ${child.exitCode ?? child.signalCode}).`)
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error(`The site was not ready within ${START_LIMIT_MS} ms.`)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}
