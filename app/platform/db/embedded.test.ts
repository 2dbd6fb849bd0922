import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { copyEmbeddedDatabase } from '#test/database.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { openEmbedded } from './embedded.server.ts'
import { vacuumTables } from './maintenance.server.ts'

const folder = temporaryFolder()

/** Two databases for all tests, because opening one takes seconds. */
const opened = new Map<number, ReturnType<typeof openNew>>()
function open(answerLimit: number) {
  const found = opened.get(answerLimit) ?? openNew(answerLimit)
  opened.set(answerLimit, found)
  return found
}
afterAll(async () => {
  for (const embedded of opened.values()) await (await embedded).close()
})

async function openNew(answerLimit: number) {
  const dataDir = await mkdtemp(path.join(folder, 'database-'))
  await copyEmbeddedDatabase(dataDir)
  const embedded = openEmbedded(path.join(dataDir, 'database'), answerLimit, pino({ level: 'silent' }))
  embedded.pool.on('error', () => {})
  embedded.pool.on('connect', (client) => client.on('error', () => {}))
  return embedded
}

test('an endless statement is terminated, and the database reopens', async () => {
  const { pool } = await open(1_000)
  await pool.query('select 1')
  const [endless, behind] = await Promise.allSettled([
    pool.query(`do $$ begin loop perform 1; end loop; end $$`),
    pool.query('select 2 as n'),
  ])
  expect(endless).toMatchObject({ status: 'rejected', reason: { code: '57014' } })
  expect(behind).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 2 }] } })
}, 30_000)

test('a transaction does not continue after the database reopens', async () => {
  const { pool } = await open(1_000)
  const client = await pool.connect()
  await client.query('begin')
  await expect(client.query(`do $$ begin loop perform 1; end loop; end $$`)).rejects.toMatchObject({ code: '57014' })
  await expect(client.query('select 1')).rejects.toThrow()
  client.release()
  expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }])
}, 30_000)

test('a statement after which PGlite answers no more ends the thread, and the database reopens', async () => {
  const { pool } = await open(30_000)
  await expect(pool.query('copy (select 1) to stdout')).resolves.toBeDefined()
  await pool.query('create table scratch (n int)')
  await expect(pool.query('copy scratch from stdin')).rejects.toMatchObject({ code: '57P02' })
  expect((await pool.query('select 4 as n')).rows).toEqual([{ n: 4 }])
}, 30_000)

test('a connection leaves no session state to the next one', async () => {
  const { pool } = await open(30_000)
  const client = await pool.connect()
  await client.query({ name: 'greeting', text: 'select $1::text as word', values: ['hello'] })
  await client.query(`set timezone = 'America/Denver'; select pg_advisory_lock(1)`)
  client.release(true)
  const again = await pool.query({ name: 'greeting', text: 'select $1::text as word', values: ['again'] })
  expect(again.rows).toEqual([{ word: 'again' }])
  const left = await pool.query(`select current_setting('timezone') as zone, count(*)::int as locks
    from pg_locks where locktype = 'advisory'`)
  expect(left.rows).toEqual([{ zone: 'UTC', locks: 0 }])
})

test('a statement with values is prepared once, and answers after its table has changed', async () => {
  const { pool } = await open(30_000)
  await pool.query('create table guests (id int, name text)')
  await pool.query(`insert into guests values (1, 'Ada'), (2, 'Ben')`)
  const text = 'select name from guests where id = $1'
  const names = []
  for (const id of [1, 2, 1, 2, 1, 2]) names.push((await pool.query<{ name: string }>(text, [id])).rows[0]?.name)
  expect(names).toEqual(['Ada', 'Ben', 'Ada', 'Ben', 'Ada', 'Ben'])
  const prepared = await pool.query(`select (generic_plans + custom_plans)::int as runs from pg_prepared_statements
    where statement like '%from guests where id%'`)
  expect(prepared.rows).toEqual([{ runs: 6 }])
  await pool.query('alter table guests drop column id; alter table guests add column id int default 7')
  expect((await pool.query(text, [1])).rows).toEqual([])
  expect((await pool.query({ text, values: [7] })).rows).toHaveLength(2)
})

test('a statement whose table has other columns is prepared again after one refusal, and inserts of many rows are not', async () => {
  const { pool } = await open(30_000)
  await pool.query('create table lodges (id int)')
  // One client keeps its statements where the pool would start again after an error.
  const client = await pool.connect()
  onTestFinished(() => client.release())
  const all = () => client.query('select * from lodges where id > $1', [0])
  expect((await all()).fields).toHaveLength(1)
  await client.query('alter table lodges add column name text')
  await expect(all()).rejects.toMatchObject({ code: '0A000' })
  expect((await all()).fields).toHaveLength(2)
  const many = Array.from({ length: 201 }, (_, at) => at)
  await client.query(`insert into lodges (id) values ${many.map((at) => `($${at + 1})`).join(', ')}`, many)
  const { rows } = await client.query(`select count(*)::int from pg_prepared_statements where statement like 'insert%'`)
  expect(rows).toEqual([{ count: 0 }])
})

test('of many statements the least recently used are closed, also in a transaction that failed', async () => {
  const { pool } = await open(30_000)
  const run = async (n: number) => (await pool.query<{ sum: number }>(`select $1::int + ${n} as sum`, [1])).rows[0]?.sum
  const prepared = async () =>
    (
      await pool.query<{ count: number }>(
        `select count(*)::int from pg_prepared_statements where starts_with(name, 'statement_')`,
      )
    ).rows[0]?.count
  for (let n = 0; n < 310; n += 1) expect(await run(n)).toBe(n + 1)
  expect(await prepared()).toBe(300)
  const client = await pool.connect()
  await client.query('begin')
  await expect(client.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
  await expect(client.query('select $1::int as n', [0])).rejects.toMatchObject({ code: '25P02' })
  await client.query('rollback')
  client.release()
  expect((await pool.query('select $1::int as n', [5])).rows).toEqual([{ n: 5 }])
  expect(await run(0)).toBe(1)
  expect(await prepared()).toBe(300)
})

test('tables with many changes are analyzed and vacuumed', async () => {
  const { pool } = await open(30_000)
  await pool.query('create table nights (id int primary key, note text)')
  await pool.query(`insert into nights select n, 'free' from generate_series(1, 1000) n`)
  await vacuumTables(pool)
  const estimate = () =>
    pool.query(`select reltuples::int as rows, relallvisible > 0 as swept from pg_class
    where oid = 'nights'::regclass`)
  expect((await estimate()).rows).toEqual([{ rows: 1000, swept: false }])
  await pool.query('delete from nights where id > 500')
  await vacuumTables(pool)
  expect((await estimate()).rows).toEqual([{ rows: 500, swept: true }])
})
