import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from './database.server.ts'
import { withMutex } from './mutex.server.ts'

const database = { pool: {} } as Database

test('work with one key runs one at a time and in order, even after a failure', async () => {
  const said: string[] = []
  const work =
    (name: string, fails = false) =>
    async () => {
      said.push(`${name} begins`)
      await wait(1)
      said.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const outcomes = await Promise.allSettled([
    withMutex(database, 'lake', work('first', true)),
    withMutex(database, 'lake', work('second')),
    withMutex(database, 'lake', work('third')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(said).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends'])
})

test('other keys and other databases do not wait', async () => {
  let free = () => {}
  const blocked = withMutex(database, 'lake', () => new Promise<void>((resolve) => (free = resolve)))
  expect(await withMutex(database, 'condo', async () => 'condo')).toBe('condo')
  expect(await withMutex({ pool: {} } as Database, 'lake', async () => 'another lake')).toBe('another lake')
  free()
  await blocked
})
