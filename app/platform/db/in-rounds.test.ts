import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inRounds } from './in-rounds.server.ts'

test('whoever asks alone waits for nobody, and those who ask meanwhile are done together', async () => {
  const rounds: number[][] = []
  const double = inRounds(async (numbers: number[]) => {
    rounds.push(numbers)
    await wait(5)
    return numbers.map((number) => number * 2)
  })
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(rounds).toEqual([[1], [2, 3], [4]])
})

test('a round is bounded', async () => {
  const sizes: number[] = []
  const same = inRounds(async (numbers: number[]) => {
    sizes.push(numbers.length)
    return numbers
  })
  await Promise.all(Array.from({ length: 251 }, (_, number) => same(number)))
  expect(sizes).toEqual([1, 100, 100, 50])
})

test('one that fails does not take the others with it; a database that is away fails for all, asked once', async () => {
  let asked = 0
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  const work = inRounds(async (words: string[]) => {
    asked += 1
    if (words.includes('away')) throw away
    if (words.includes('poison')) throw new Error('poison')
    return words
  })
  const first = await Promise.allSettled(['a', 'b', 'poison', 'c'].map(work))
  expect(first.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  await wait(0)
  asked = 0
  const second = await Promise.allSettled(['a', 'b', 'away', 'c'].map(work))
  expect(second.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(asked).toBe(2)
})
