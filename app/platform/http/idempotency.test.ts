import { expect, test } from 'vitest'
import { canonical } from '#app/shared/canonical.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { idempotencyKeys } from './http.tables.server.ts'
import { deleteExpiredKeys, KEY_LIFETIME_MS, withIdempotency } from './idempotency.server.ts'

const now = new Date('2027-06-01T12:00:00Z')

test('equal payloads have equal text, whatever the order of their keys', () => {
  expect(canonical({ b: 1, a: { d: [1, { y: 1, x: 2 }], c: undefined } })).toBe('{"a":{"d":[1,{"x":2,"y":1}]},"b":1}')
})

describeWithDatabase('a key answers once', (database) => {
  let done = 0
  const call = (payload: unknown, { at = now, ok = true, key = 'a-key', scope = 'stays' } = {}) =>
    database().db.transaction((tx) =>
      withIdempotency<{ ok: boolean; count: number }>(tx, { scope, key, payload, now: at }, async () => {
        done += 1
        return { ok, count: done }
      }),
    )

  test('the same key and payload get the first answer again', async () => {
    const first = await call({ nights: 2, property: 'a' })
    expect(await call({ property: 'a', nights: 2 })).toEqual(first)
  })

  test('another payload with the key is refused; other scopes and keys are independent', async () => {
    const first = await call({ nights: 2 })
    expect(await call({ nights: 3 })).toMatchObject({ ok: false, reason: 'key-reused', status: 422 })
    expect(await call({ nights: 3 }, { key: 'another' })).not.toEqual(first)
    expect(await call({ nights: 3 }, { scope: 'messages' })).toMatchObject({ ok: true })
  })

  test('a refusal is not stored, so a corrected form is validated again', async () => {
    expect(await call({ nights: 0 }, { ok: false })).toMatchObject({ ok: false })
    expect(await call({ nights: 2 })).toMatchObject({ ok: true })
  })

  test('failed work stores no key', async () => {
    const failing = database().db.transaction((tx) =>
      withIdempotency(tx, { scope: 'stays', key: 'a-key', payload: 1, now }, () =>
        Promise.reject(new Error('no disk')),
      ),
    )
    await expect(failing).rejects.toThrow('no disk')
    expect(await database().db.select().from(idempotencyKeys)).toEqual([])
  })

  test('the key expires after 24 hours', async () => {
    const first = await call({ nights: 2 })
    await call({ nights: 9 }, { key: 'another' })
    const later = new Date(now.getTime() + KEY_LIFETIME_MS)
    expect(await call({ nights: 3 }, { at: later })).not.toEqual(first)
    await deleteExpiredKeys({ db: database().db, clock: { now: () => later } })
    const stored = await database().db.select().from(idempotencyKeys)
    expect(stored.map((row) => row.key)).toEqual(['a-key'])
  })

  testOnBoth('ten concurrent calls run the work once', async () => {
    done = 0
    const answers = await Promise.all(Array.from({ length: 10 }, () => call({ nights: 2 })))
    expect(done).toBe(1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })
})
