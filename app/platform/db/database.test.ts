import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#test/database.ts'
import { errorCode } from './retry.server.ts'

describeOnBothDatabases('The database', (database) => {
  test('a transaction that cannot begin gives its connection back', async () => {
    const { db } = database()
    for (let tries = 0; tries < 12; tries += 1) {
      const began = db.transaction(async () => {}, { isolationLevel: 'no such level' as 'serializable' })
      await expect(began).rejects.toThrow()
    }
    // More than the pool has would wait for ever.
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  const values: [string, unknown, unknown][] = [
    ['boolean', true, true],
    ['int', 42, 42],
    ['bigint', 9007199254740993n, '9007199254740993'],
    ['numeric(8,2)', '1234.50', '1234.50'],
    ['double precision', 0.1, 0.1],
    ['text', 'Lake Keowee\'s é 🏔 \\ "quoted"', 'Lake Keowee\'s é 🏔 \\ "quoted"'],
    ['text', null, null],
    ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    ['date', '2027-01-02', '2027-01-02'],
    ['daterange', '[2027-01-02,2027-01-05)', '[2027-01-02,2027-01-05)'],
    ['text[]', ['a', 'b,c', 'd"e', null], ['a', 'b,c', 'd"e', null]],
    ['text[]', [], []],
    ['int[]', [1, 2], [1, 2]],
    ['jsonb', { b: [1, null, 'é'], a: true }, { a: true, b: [1, null, 'é'] }],
    ['bytea', Buffer.from([0, 255, 10]), Buffer.from([0, 255, 10])],
    ['timestamptz', '2027-01-02T03:04:05.678Z', new Date('2027-01-02T03:04:05.678Z')],
    ['timestamptz', new Date('2027-01-02T03:04:05.678Z'), new Date('2027-01-02T03:04:05.678Z')],
  ]
  test.each(values)('returns %s as it was written: %s', async (type, written, read) => {
    const { rows } = await database().pool.query(`select $1::${type} as value`, [written])
    expect(rows).toEqual([{ value: read }])
  })

  test('returns dates as text and instants in UTC to Drizzle', async () => {
    const { rows } = await database().db.execute(
      sql`select '2027-01-02'::date as day, '2027-01-02T03:04:05+02'::timestamptz as at, ${42}::int as n`,
    )
    expect(rows).toEqual([{ day: '2027-01-02', at: '2027-01-02 01:04:05+00', n: 42 }])
  })

  test('runs several statements in one text, all or none', async () => {
    const { pool } = database()
    await expect(
      pool.query('create table scratch (n int); insert into scratch values (1); select 1/0'),
    ).rejects.toThrow()
    const { rows } = await pool.query(`select to_regclass('scratch') as found`)
    expect(rows).toEqual([{ found: null }])
  })

  test('works after an error in every phase of a statement', async () => {
    const { pool } = database()
    for (const [text, values, code] of [
      ['selec', undefined, '42601'],
      ['selec $1', [1], '42601'],
      ['select $1::int', ['x'], '22P02'],
      ['select 1/$1::int', [0], '22012'],
    ] as const) {
      const error = await pool.query(text, values as never).catch((reason) => reason)
      expect(error).toMatchObject({ code })
      expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    }
  })

  test('names the constraint, the table and the detail of a rejected row', async () => {
    const { db } = database()
    await db.execute(sql`create table scratch (id int primary key)`)
    await db.execute(sql`insert into scratch values (1)`)
    const error = await db.execute(sql`insert into scratch values (1)`).catch((reason) => reason)
    await db.execute(sql`drop table scratch`)
    expect(errorCode(error)).toBe('23505')
    const detail = 'Key (id)=(1) already exists.'
    expect(error.cause).toMatchObject({ code: '23505', constraint: 'scratch_pkey', table: 'scratch', detail })
  })

  test('rolls back everything a failed transaction did', async () => {
    const { db, pool } = database()
    await pool.query('create table scratch (n int)')
    const failing = db.transaction(async (tx) => {
      await tx.execute(sql`insert into scratch values (1)`)
      await tx.transaction((inner) => inner.execute(sql`select 1/0`)).catch(() => {})
      await tx.execute(sql`insert into scratch values (2)`)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect((await pool.query('select * from scratch')).rows).toEqual([])
    await pool.query('drop table scratch')
  })

  test('isolates concurrent transactions', async () => {
    const { db, pool } = database()
    await pool.query('create table scratch (n int)')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`insert into scratch values (${n})`)
          await wait(1)
          if (n % 2 === 1) throw new Error('no')
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const { rows } = await pool.query('select n from scratch order by n')
    await pool.query('drop table scratch')
    expect(rows.map(({ n }) => n)).toEqual([0, 2, 4, 6, 8])
  })

  test('does not leak an unfinished transaction to the next user', async () => {
    const { pool } = database()
    await pool.query('create table scratch (n int)')
    for (const statement of ['insert into scratch values (1)', 'select 1/0']) {
      const client = await pool.connect()
      await client.query('begin')
      await client.query(statement).catch(() => {})
      client.release()
      expect((await pool.query('select * from scratch')).rows).toEqual([])
    }
    await pool.query('drop table scratch')
  })

  test('transfers a row of several megabytes', async () => {
    const { rows } = await database().pool.query('select length($1) as size, repeat($1, 4) as text', ['x'.repeat(2e6)])
    expect(rows[0].size).toBe(2e6)
    expect(rows[0].text).toHaveLength(8e6)
  })

  test('a reset keeps what the migrations wrote, and nothing else', async () => {
    const { pool, reset } = database()
    const before = await pool.query('select * from content_version')
    await pool.query(`insert into newsletter_subscriptions (email) values ('ann@example.com')`)
    await pool.query('update content_version set version = version + 1')
    await reset()
    expect((await pool.query('select * from newsletter_subscriptions')).rows).toEqual([])
    expect((await pool.query('select * from content_version')).rows).toEqual(before.rows)
  })
})
