import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/platform/db/database.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { site as operator } from '#content/site.ts'
import { copyEmbeddedDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { mountSmallDisk } from '#test/servers/small-disk.ts'
import { createApi } from './api.ts'

test('a full disk stops the embedded database; with space again it answers by itself, with every acknowledged row', async ({
  skip,
}) => {
  const disk = mountSmallDisk(300)
  if (typeof disk === 'string') return skip(disk)
  onTestFinished(disk.unmount)
  const logged: string[] = []
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line).event) })
  // Maintenance may look at the disk at any moment of the test, or find the database stopped.
  const ofMaintenance = ['database.space-short', 'database.maintenance-failed']
  const events = () => logged.filter((event) => !ofMaintenance.includes(event))
  await copyEmbeddedDatabase(disk.folder)
  const database = await openDatabase({ dataDir: disk.folder, log })
  onTestFinished(database.close)
  const { pool } = database
  await database.db.insert(site).values(operator)
  const api = createApi(testServices(database, { log }))
  const status = async (path: string) => (await api.request(path)).status
  expect(await status('/readyz')).toBe(200)

  await pool.query('create table receipts (n int, note text)')
  const write = (n: number) => pool.query('insert into receipts values ($1, $2)', [n, 'x'.repeat(1000)])
  for (let n = 1; n <= 50; n += 1) await write(n)
  disk.fill()
  let acknowledged = 50
  while (await write(acknowledged + 1).catch(() => null)) acknowledged += 1
  const checkpoint = () => pool.query('checkpoint').catch((error: unknown) => error)
  expect(isDatabaseUnavailable(await checkpoint())).toBe(true)

  for (let n = 0; n < 10; n += 1) expect(await status('/readyz')).toBe(503)
  expect(await status('/healthz')).toBe(200)
  const call = await api.request('/api/properties')
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
  expect(events()).toEqual(['database.stopped', 'database.unavailable', 'request.failed'])

  disk.empty()
  await expect.poll(() => status('/readyz'), { timeout: 10_000 }).toBe(200)
  expect(events().slice(3)).toEqual(['database.reopened'])
  const { rows } = await pool.query('select n from receipts order by n')
  const numbers = rows.map(({ n }) => n)
  expect(numbers.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, n) => n + 1))
  expect((await write(0)).rowCount).toBe(1)

  // Nothing waits for a database that is stopped.
  disk.fill()
  await checkpoint()
  await database.close()
}, 240_000)
