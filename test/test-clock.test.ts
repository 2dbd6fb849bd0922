import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const folder = temporaryFolder()
const FROM = '2031-02-28T23:50:00.000Z'

/** Writes the time of a process, of its worker thread, of a process that it starts, and of both databases. */
const PROGRAM = `
  import { execFileSync } from 'node:child_process'
  import path from 'node:path'
  import { Worker } from 'node:worker_threads'
  import { openEmbedded } from '#app/platform/db/embedded.server.ts'
  import { query } from '#test/servers/postgres-pair.ts'
  import { findPostgres } from '#test/servers/postgres-server.ts'

  const embedded = openEmbedded(path.join(process.env.FOLDER, 'database'), 60_000, console)
  const server = await findPostgres()
  const thread = new Worker('import { parentPort } from "node:worker_threads"; parentPort.postMessage(new Date())', { eval: true })
  const fromThread = await new Promise((resolve) => thread.once('message', resolve))
  const found = [
    new Date(),
    fromThread,
    new Date(Number(execFileSync(process.execPath, ['-p', 'Date.now()']))),
    (await embedded.pool.query('select clock_timestamp() as at')).rows[0].at,
    typeof server === 'string' ? new Date() : (await query(server.url, 'select clock_timestamp() as at')).rows[0].at,
  ]
  if (!found.every((at) => at instanceof Date)) throw new Error('a time is no Date')
  await embedded.close()
  if (typeof server !== 'string') await server.stop()
  process.stdout.write(JSON.stringify(found))
`

test('a run with a clock of its own has it in processes, threads, and both databases', () => {
  const { PATH, HOME } = process.env
  const env = {
    PATH,
    HOME,
    FOLDER: folder,
    CLOCK_FROM: FROM,
    NODE_OPTIONS: `--import=${path.join(ROOT, 'e2e/set-clock.ts')}`,
  }
  const words = ['--input-type=module-typescript', '-e', PROGRAM]
  const found: string[] = JSON.parse(execFileSync(process.execPath, words, { cwd: ROOT, env, encoding: 'utf8' }))
  expect(found).toHaveLength(5)
  for (const at of found) expect(at.slice(0, 10), found.join(' ')).toMatch(/^2031-0(2-28|3-01)$/)
})
