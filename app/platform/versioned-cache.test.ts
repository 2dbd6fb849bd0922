import { beforeEach, expect, test } from 'vitest'
import { testClock } from '#test/factories.ts'
import { type ContentCache, createContentCache } from './versioned-cache.server.ts'

let content: number
let isUnavailable: boolean
let cache: ContentCache

beforeEach(() => {
  content = 1
  isUnavailable = false
  const current = async () => {
    if (isUnavailable) throw new Error('the database is unavailable')
    return { content, nights: '1', stays: 1, messages: 1 }
  }
  cache = createContentCache({ clock: testClock(), versions: { current, recheck: () => {} } })
})

const read = (key: string) =>
  cache.read(key, async () => {
    if (isUnavailable) throw new Error('the database is unavailable')
    return `${key} ${content}`
  })

test('without the database, content is what it was last', async () => {
  await read('site')
  isUnavailable = true
  expect(await read('site')).toBe('site 1')
  await expect(read('rules')).rejects.toThrow('unavailable')
})

test('without the database, content from before a known change is not shown', async () => {
  await read('a property that is unpublished')
  content = 2
  await read('site')
  isUnavailable = true
  expect(await read('site')).toBe('site 2')
  await expect(read('a property that is unpublished')).rejects.toThrow('unavailable')
})

test('a failed read is not cached', async () => {
  await expect(
    cache.read('site', async () => {
      throw new Error('a statement failed')
    }),
  ).rejects.toThrow('a statement failed')
  expect(await read('site')).toBe('site 1')
})
