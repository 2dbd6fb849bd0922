import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { clockAhead, clockOfPostgres } from '../test-clock.ts'

/** A real PostgreSQL server for one test run: its address, and how to stop it. */
type PostgresServer = { url: string; stop(): Promise<void> }

type Account = { uid: number; gid: number }

/**
 * The server that `TEST_DATABASE_URL` names, else one started from binaries on this machine. Else it is the reason why
 * there is none, in a sentence. A server started here commits without waiting for the disk, unless `durable` is set.
 */
export async function findPostgres({ durable = false } = {}): Promise<PostgresServer | string> {
  const url = process.env.TEST_DATABASE_URL
  if (url && clockAhead() !== 0) return 'the clock of the server in TEST_DATABASE_URL cannot be set'
  if (url) return { url, stop: async () => {} }
  const bin = findBinaries()
  if (!bin) return 'no PostgreSQL binaries were found on this machine, and TEST_DATABASE_URL is not set'
  const account = findAccount()
  if (account === null) return 'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody"'
  try {
    return await start(bin, account, durable)
  } catch (error) {
    return `the PostgreSQL server in ${bin} did not start (${error instanceof Error ? error.message : error})`
  }
}

/** The folder of the newest complete set of server binaries. */
export function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))))
}

/** Whom a database server runs as, because it refuses to run as root. Undefined: as this user. Null: there is nobody. */
export function findAccount(): Account | undefined | null {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  }
  return null
}

/** The server listens only on a socket in its own folder. So it needs no port, and other users cannot reach it. */
async function start(bin: string, account: Account | undefined, durable: boolean): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pc-postgres-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const settings = {
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...clockOfPostgres(folder) },
    ...account,
  }
  const data = path.join(folder, 'data')
  const made = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions']
  try {
    await promisify(execFile)(path.join(bin, 'initdb'), made, settings)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const careless = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const options = ['listen_addresses=', ...careless].flatMap((setting) => ['-c', setting])
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, '-k', folder, ...options], {
    ...settings,
    stdio: 'ignore',
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const abandon = () => server.kill('SIGQUIT')
  process.once('exit', abandon)
  const stop = async () => {
    process.removeListener('exit', abandon)
    server.kill('SIGINT')
    await Promise.race([exited, wait(5_000).then(() => server.kill('SIGKILL'))])
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  try {
    await untilReady(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function untilReady(url: string) {
  for (const deadline = Date.now() + 15_000; ; ) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await wait(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
