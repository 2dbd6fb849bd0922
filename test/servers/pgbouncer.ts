import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findAccount } from './postgres-server.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'

/** Whether this machine can run PgBouncer. */
export const hasPgBouncer = existsSync(PGBOUNCER) && findAccount() !== null

/** A running PgBouncer. `restart` ends it like a power cut, and starts it before this or another database. */
type PgBouncer = { url: string; restart(database?: string): Promise<void>; stop(): Promise<void> }

/** PgBouncer in transaction mode before the database at `url`, on a socket of its own. */
export async function startPgBouncer(url: string): Promise<PgBouncer> {
  const name = new URL(url).pathname.slice(1)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pc-pgbouncer-'))
  const account = findAccount() ?? undefined
  const file = path.join(folder, 'pgbouncer.ini')
  const own = `postgresql://postgres@localhost:6432/${name}?host=${encodeURIComponent(folder)}`
  let bouncer: ChildProcess
  async function start(database: string) {
    writeFileSync(file, configuration(folder, name, database))
    if (account) for (const made of [folder, file]) chownSync(made, account.uid, account.gid)
    bouncer = spawn(PGBOUNCER, [file], { cwd: folder, stdio: 'ignore', ...account })
    await untilAnswers(own)
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    const exited = once(bouncer, 'exit')
    bouncer.kill(signal)
    await exited
  }
  async function stop() {
    await end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start(url)
  } catch (error) {
    await stop()
    throw error
  }
  const restart = async (database = url) => {
    await end('SIGKILL')
    rmSync(path.join(folder, '.s.PGSQL.6432'), { force: true })
    await start(database)
  }
  return { url: own, restart, stop }
}

/** It serves `name` from the database at `url`. */
function configuration(folder: string, name: string, url: string): string {
  const { pathname, searchParams, hostname, port, username } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  return `[databases]
${name} = host=${host} port=${port || 5432} dbname=${pathname.slice(1)} user=${username}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = 20
`
}

async function untilAnswers(url: string) {
  for (const deadline = Date.now() + 10_000; ; await wait(50)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}
