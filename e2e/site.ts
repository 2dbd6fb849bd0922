import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfNeeded } from '#server/build.ts'

const ROOT = resolve(import.meta.dirname, '..')
const START_LIMIT_MS = 90_000
const STOP_LIMIT_MS = 20_000

/** A running site of its own data. `stop` asks it to end, as an operator would, and throws unless it ends with 0. */
export type Site = { url: string; pid: number; logFile: string; stop(): Promise<void> }

/**
 * Builds the site if its sources changed and starts it as a process of its own: embedded database in a new folder, demo
 * mode, a free port. The settings of whoever runs this do not reach it; `settings` are all it gets.
 */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  await buildIfNeeded()
  const dataDir = await mkdtemp(join(tmpdir(), 'pc-site-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(ROOT, 'test-results', `site-${port}.log`)
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  const log = createWriteStream(logFile)
  const { PATH = '', HOME = dataDir, TZ = '' } = process.env
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { PATH, HOME, ...(TZ && { TZ }), NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false })
    stream.on('data', (bytes) => {
      said = (said + bytes).slice(-4_000)
    })
  }
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)

  async function stop() {
    try {
      await stopProcess(child)
    } finally {
      process.removeListener('exit', kill)
      await rm(dataDir, { recursive: true, force: true })
    }
  }

  try {
    await untilReady(url, child)
  } catch (error) {
    await stop().catch(() => {})
    throw new Error(`${error instanceof Error ? error.message : error}\n${said}`)
  }
  return { url, pid: child.pid ?? 0, logFile, stop }
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
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await wait(100)) {
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

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}
