import { spawn } from 'node:child_process'
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

/** PgBouncer in transaction mode before the database at `url`, on a socket of its own. Returns its address, and a stop. */
export async function startPgBouncer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { pathname, searchParams, hostname, port, username } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const database = pathname.slice(1)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pc-pgbouncer-'))
  const account = findAccount() ?? undefined
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
${database} = host=${host} port=${port || 5432} dbname=${database} user=${username}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = 20
`,
  )
  if (account) for (const made of [folder, file]) chownSync(made, account.uid, account.gid)
  const bouncer = spawn(PGBOUNCER, [file], { cwd: folder, stdio: 'ignore', ...account })
  const exited = once(bouncer, 'exit')
  const stop = async () => {
    bouncer.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  const own = `postgresql://postgres@localhost:6432/${database}?host=${encodeURIComponent(folder)}`
  for (const deadline = Date.now() + 10_000; ; await wait(50)) {
    const client = new pg.Client({ connectionString: own })
    try {
      await client.connect()
      return { url: own, stop }
    } catch (error) {
      if (Date.now() < deadline) continue
      await stop()
      throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}
