import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startMaintenance } from './maintenance.server.ts'

/** The statements and log lines of maintenance, within a minute of this data folder. */
async function aMinuteOf(dataDir: string) {
  vi.useFakeTimers()
  const asked: string[] = []
  const logged: string[] = []
  const pool = new pg.Pool()
  pool.query = ((text: string) => {
    asked.push(text)
    return Promise.resolve({ rows: [] })
  }) as typeof pool.query
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line).event) })
  const stop = startMaintenance(pool, { dataDir, log })
  await vi.advanceTimersByTimeAsync(60_000)
  stop()
  vi.useRealTimers()
  await pool.end()
  return { asked, logged }
}

test('a folder whose space is short or unknown gets no checkpoint, and the log says so once', async () => {
  const gone = await aMinuteOf(path.join(tmpdir(), 'there-is-no-such-folder'))
  expect(gone).toEqual({ asked: [], logged: ['database.space-short'] })
})

test('a folder with space is maintained', async () => {
  const { asked } = await aMinuteOf(tmpdir())
  expect(asked.some((text) => text.includes('pg_stat_user_tables'))).toBe(true)
})
