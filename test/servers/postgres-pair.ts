import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findAccount, findBinaries } from './postgres-server.ts'

const run = promisify(execFile)

/** A primary and a standby that has confirmed each commit before a client hears of it. */
type PostgresPair = {
  primary: string
  standby: string
  /** Ends the primary like a power cut. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary, which has no standby then. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Starts both from the binaries of this machine, each on a socket in its own folder. They wait for the disk. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const bin = findBinaries()
  const account = findAccount()
  if (!bin || account === null) throw new Error('PostgreSQL is not installed')
  const folders = { primary: mkdtempSync(path.join(os.tmpdir(), 'pc-primary-')), standby: '' }
  folders.standby = mkdtempSync(path.join(os.tmpdir(), 'pc-standby-'))
  const options = { env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }, ...account }
  if (account) for (const folder of Object.values(folders)) chownSync(folder, account.uid, account.gid)
  const urlOf = (folder: string) => `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  const call = (program: string, ...words: string[]) =>
    run(path.join(bin, program), words, { ...options, cwd: folders.primary })
  const serve = async (folder: string) => {
    const words = ['-D', `${folder}/data`, '-k', folder, '-c', 'listen_addresses=', '-c', 'max_connections=200']
    const server = spawn(path.join(bin, 'postgres'), words, { ...options, cwd: folder, stdio: 'ignore' })
    await untilAnswers(urlOf(folder))
    return server
  }
  const servers: ChildProcess[] = []
  const end = async (server: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGINT') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await call('initdb', '-D', `${folders.primary}/data`, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8')
  servers.push(await serve(folders.primary))
  const from = ['-h', folders.primary, '-U', 'postgres', '-D', `${folders.standby}/data`]
  await call('pg_basebackup', ...from, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast')
  servers.push(await serve(folders.standby))
  const primary = urlOf(folders.primary)
  await query(primary, "alter system set synchronous_standby_names = '*'")
  await query(primary, 'select pg_reload_conf()')
  return {
    primary,
    standby: urlOf(folders.standby),
    killPrimary: () => end(servers[0], 'SIGKILL'),
    async promote() {
      await query(urlOf(folders.standby), 'select pg_promote()')
    },
    async stop() {
      for (const server of servers) await end(server, 'SIGINT')
      for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(statement, values)
  } finally {
    await client.end()
  }
}

async function untilAnswers(url: string) {
  for (const deadline = Date.now() + 20_000; ; await wait(50)) {
    try {
      return await query(url, 'select 1')
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
