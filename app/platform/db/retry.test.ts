import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnBothDatabases } from '#test/database.ts'
import { errorCode, retryTransaction } from './retry.server.ts'

function failing(code: string) {
  return Object.assign(new Error('failed'), { code })
}

test('a transaction that ended in a deadlock is retried until it succeeds', async () => {
  let runs = 0
  const outcome = await retryTransaction(async () => {
    runs += 1
    if (runs < 3) throw new Error('wrapped', { cause: failing(runs === 1 ? '40P01' : '40001') })
    return 'booked'
  })
  expect([outcome, runs]).toEqual(['booked', 3])
})

test('retries are limited, and other errors are not retried', async () => {
  const runs = { deadlock: 0, taken: 0 }
  const deadlock = retryTransaction(async () => {
    runs.deadlock += 1
    throw failing('40P01')
  })
  await expect(deadlock).rejects.toMatchObject({ code: '40P01' })
  const taken = retryTransaction(async () => {
    runs.taken += 1
    throw failing('23P01')
  })
  await expect(taken).rejects.toMatchObject({ code: '23P01' })
  expect(runs).toEqual({ deadlock: 5, taken: 1 })
})

test('only database errors have a code', () => {
  expect(errorCode(new Error('outer', { cause: failing('23505') }))).toBe('23505')
  expect(errorCode(failing('ECONNREFUSED'))).toBeUndefined()
  expect(errorCode('text')).toBeUndefined()
})

describeOnBothDatabases('Transactions that wait for each other', (database) => {
  test('both succeed', async () => {
    const { db, pool } = database()
    onTestFinished(async () => void (await pool.query('drop table scratch')))
    await pool.query('create table scratch (id int primary key, n int); insert into scratch values (1, 0), (2, 0)')
    const raise = (first: number, second: number) =>
      retryTransaction(() =>
        db.transaction(async (tx) => {
          await tx.execute(sql`update scratch set n = n + 1 where id = ${first}`)
          await tx.execute(sql`select pg_sleep(0.05)`)
          await tx.execute(sql`update scratch set n = n + 1 where id = ${second}`)
        }),
      )
    await Promise.all([raise(1, 2), raise(2, 1)])
    const { rows } = await pool.query('select id, n from scratch order by id')
    expect(rows).toEqual([
      { id: 1, n: 2 },
      { id: 2, n: 2 },
    ])
  })
})
