import { expect, test } from 'vitest'
import { memoryCache } from './memory-cache.server.ts'

const file = (size: number) => new Uint8Array(size)

test('the least recently used file is evicted first', () => {
  const cache = memoryCache(800)
  for (let name = 0; name < 8; name += 1) cache.keep(String(name), file(100))
  cache.get('0')
  cache.keep('8', file(100))
  expect([cache.get('0') !== null, cache.get('1')]).toEqual([true, null])
  expect(cache.size()).toBe(800)
})

test('the cache never exceeds its size, and rejects a file that would evict many', () => {
  const cache = memoryCache(1000)
  for (let name = 0; name < 200; name += 1) cache.keep(String(name), file(60 + (name % 60)))
  expect(cache.size()).toBeLessThanOrEqual(1000)
  cache.keep('large', file(200))
  expect(cache.get('large')).toBeNull()
  const size = cache.size()
  cache.keep('199', file(10))
  expect(cache.size()).toBe(size - (60 + (199 % 60)) + 10)
})
