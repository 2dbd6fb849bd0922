import { expect, test } from 'vitest'
import { memoryCache } from './disk-cache.server.ts'

const file = (size: number) => new Uint8Array(size)

test('the least recently used file is evicted first', () => {
  const cache = memoryCache(800)
  for (let name = 0; name < 8; name += 1) cache.set(String(name), file(100))
  cache.get('0')
  cache.set('8', file(100))
  expect([cache.has('0'), cache.has('1')]).toEqual([true, false])
  expect(cache.calculatedSize).toBe(800)
})

test('the cache never exceeds its size, and rejects a file that would evict many', () => {
  const cache = memoryCache(1000)
  for (let name = 0; name < 200; name += 1) cache.set(String(name), file(60 + (name % 60)))
  expect(cache.calculatedSize).toBeLessThanOrEqual(1000)
  cache.set('large', file(200))
  expect(cache.has('large')).toBe(false)
  const size = cache.calculatedSize
  cache.set('199', file(10))
  expect(cache.calculatedSize).toBe(size - (60 + (199 % 60)) + 10)
})
