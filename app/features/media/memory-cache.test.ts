import { expect, test } from 'vitest'
import { memoryCache } from './memory-cache.server.ts'

const file = (size: number) => new Uint8Array(size)

test('the least recently used file is evicted first', () => {
  const kept = memoryCache(800)
  for (let name = 0; name < 8; name += 1) kept.keep(String(name), file(100))
  kept.get('0')
  kept.keep('8', file(100))
  expect([kept.get('0') !== null, kept.get('1')]).toEqual([true, null])
  expect(kept.size()).toBe(800)
})

test('the cache never exceeds its size, and rejects a file that would evict many', () => {
  const kept = memoryCache(1000)
  for (let name = 0; name < 200; name += 1) kept.keep(String(name), file(60 + (name % 60)))
  expect(kept.size()).toBeLessThanOrEqual(1000)
  kept.keep('large', file(200))
  expect(kept.get('large')).toBeNull()
  const size = kept.size()
  kept.keep('199', file(10))
  expect(kept.size()).toBe(size - (60 + (199 % 60)) + 10)
})
