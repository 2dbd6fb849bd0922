import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type Config, processConfig } from '#app/platform/config.server.ts'
import { openDatabase } from '#app/platform/db/database.server.ts'
import { DatabaseInUseError, lockDirectory } from '#app/platform/db/directory-lock.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { OWN_FILES } from './startup/data-folder.ts'
import { explainExit, StartRefused } from './startup/start-refused.ts'

/** Removes a demo's data, so that the next start makes a new one. Asks before, unless it gets `--yes`. */
const LOCK = 'database.lock'

/** Whether the database in the folder has gone live. Throws `StartRefused` while a process uses it. */
async function isLive({ dataDir }: Config): Promise<boolean> {
  const database = await openDatabase({ dataDir, log: createLog('silent') })
  try {
    const { rows } = await database.pool.query("select to_regclass('installation') is not null as made")
    if (!rows[0]?.made) return false
    return (await database.pool.query("select from installation where mode = 'live'")).rowCount !== 0
  } finally {
    await database.close()
  }
}

/** Throws `StartRefused` unless the folder of these settings has a demo that nothing uses. */
export async function requireIdleDemo(config: Config): Promise<void> {
  const { dataDir, databaseUrl, demo } = config
  if (databaseUrl)
    throw new StartRefused('DATABASE_URL is set: only a demo with its own database in a folder is removed.')
  if (!demo) throw new StartRefused('SITE_URL is public, and a live site’s data is not removed: unset it, or DATA_DIR.')
  if (!existsSync(path.join(dataDir, 'database'))) throw new StartRefused(`There is no demo in ${dataDir}.`)
  try {
    if (await isLive(config)) throw new StartRefused(`The data in ${dataDir} is a live site’s, and is not removed.`)
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error
    throw new StartRefused(`The site is running with ${dataDir}: stop it first.`)
  }
}

/** Removes the files of the site, and the folder if nothing else is in it. */
export function removeDemo(dataDir: string): void {
  const unlock = lockDirectory(dataDir, path.join(dataDir, LOCK))
  for (const name of OWN_FILES) if (name !== LOCK) rmSync(path.join(dataDir, name), { recursive: true, force: true })
  unlock()
  rmSync(path.join(dataDir, LOCK), { force: true })
  if (readdirSync(dataDir).length === 0) rmdirSync(dataDir)
}

async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new StartRefused('Nobody can be asked here: add "-- --yes". Nothing was removed.')
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const stopped = new AbortController()
  lines.once('SIGINT', () => stopped.abort())
  lines.once('close', () => stopped.abort())
  const answer = await lines.question(question, { signal: stopped.signal }).catch(() => '')
  lines.close()
  return /^y(es)?$/i.test(answer.trim())
}

async function reset(words: string[]): Promise<string> {
  const unknown = words.filter((word) => word !== '--yes')
  if (unknown.length > 0) throw new StartRefused(`There is no ${unknown[0]}: the only option is --yes.`)
  const config = processConfig()
  await requireIdleDemo(config)
  const isSure = words.includes('--yes') || (await ask(`Remove the demo in ${config.dataDir}? (y/N) `))
  if (!isSure) return 'Nothing was removed.'
  removeDemo(config.dataDir)
  return 'The demo is removed. "npm start" makes a new one.'
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.stdout.write(`${await reset(process.argv.slice(2))}\n`)
  } catch (error) {
    process.stderr.write(`${explainExit(error)}\n`)
    process.exitCode = 1
  }
}
