import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { openDatabase } from './database.server.ts'
import { openDirectory } from './embedded-files.server.ts'
import { freeSpace, requireFreeSpace } from './free-space.server.ts'

const log = pino({ level: 'silent' })
const dataDir = temporaryFolder()
beforeAll(async () => {
  const umask = process.umask(0)
  try {
    const database = await openDatabase({ dataDir, log })
    await database.pool.query('create table receipts (id serial primary key, n int not null)')
    await database.close()
  } finally {
    process.umask(umask)
  }
}, 60_000)

test('no database file is readable by other users, even with a permissive umask', async () => {
  const directory = path.join(dataDir, 'database')
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const modes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).mode),
  )
  expect(files.length).toBeGreaterThan(900)
  expect(modes.filter((mode) => mode & 0o077)).toEqual([])
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
})

test('every commit is flushed to disk', async () => {
  const { pg, files } = await openDirectory(path.join(dataDir, 'database'))
  const before = files.fsyncCalls
  for (let n = 0; n < 100; n += 1) await pg.query('insert into receipts (n) values (-1)')
  expect(files.fsyncCalls - before).toBeGreaterThanOrEqual(100)
  await pg.close()
})

test('no acknowledged row is lost when the process is killed', async () => {
  for (const round of process.env.TEST_ALL ? [1, 2] : [1]) {
    const acknowledged = await writeUntilKilled(round * 40)
    const database = await openDatabase({ dataDir, log })
    const { rows } = await database.pool.query('select n from receipts where n > 0 order by n')
    const byIndex = await database.pool.query('select count(id)::int as count from receipts where id > 0 and n > 0')
    await database.pool.query('delete from receipts')
    await database.close()
    expect(acknowledged).toBeGreaterThanOrEqual(round * 40)
    expect(rows.slice(0, acknowledged).map(({ n }) => n)).toEqual(Array.from({ length: acknowledged }, (_, n) => n + 1))
    expect(byIndex.rows[0].count).toBe(rows.length)
  }
}, 60_000)

test('a second process on the same data directory is refused', async () => {
  const database = await openDatabase({ dataDir, log })
  await expect(openDatabase({ dataDir, log })).rejects.toMatchObject({ name: 'DatabaseInUseError' })
  const child = startWriter()
  const errors: string[] = []
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  await once(child, 'close')
  expect(errors.join('')).toContain(`Another process is using the database in ${dataDir}`)
  await database.close()
})

test('startup refuses a nearly full disk before anything is written', () => {
  expect(() => requireFreeSpace(dataDir, 199 * 1024 * 1024)).toThrow(`Only 199 MB are free for ${dataDir}`)
  expect(freeSpace(dataDir)).toBeGreaterThan(0)
})

function startWriter() {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const program = `
    import { openDatabase } from ${module('./database.server.ts')}
    const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, log: { error() {}, warn() {} } })
    for (let n = 1; ; n += 1) {
      await database.pool.query('insert into receipts (n) values ($1)', [n])
      process.stdout.write(n + '\\n')
    }`
  return spawn(process.execPath, ['--input-type=module', '--eval', program])
}

/** The number of rows acknowledged to the writer when it was killed, at least `atLeast`. */
async function writeUntilKilled(atLeast: number): Promise<number> {
  const child = startWriter()
  let acknowledged = 0
  for await (const line of createInterface(child.stdout)) {
    acknowledged = Number(line)
    if (acknowledged === atLeast) child.kill('SIGKILL')
  }
  return acknowledged
}
