import { describe, expect, test } from 'vitest'
import type { Storage } from './storage.server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function read(storage: Storage, key: string): Promise<string | null> {
  const found = await storage.get(key)
  return found ? new Response(found.stream()).text() : null
}

/**
 * The contract of every driver. `open` returns an empty storage; called once per test. `replacesAtOnce` is false for a
 * server that itself writes an object in place.
 */
export function describeStorage(
  driver: string,
  open: () => Promise<Storage> | Storage,
  { replacesAtOnce = true } = {},
): void {
  describe(`${driver} as a storage`, () => {
    test('returns a stored object with its size', async () => {
      const storage = await open()
      await storage.put('homes/cabin.jpg', bytes('a cabin'))
      expect(await read(storage, 'homes/cabin.jpg')).toBe('a cabin')
      expect((await storage.get('homes/cabin.jpg'))?.size).toBe(7)
    })

    test('has nothing under an unknown key, nor under the folder of a stored one', async () => {
      const storage = await open()
      await storage.put('homes/cabin.jpg', bytes('a cabin'))
      for (const key of ['homes/condo.jpg', 'homes', 'homes/cabin.jpg/more']) expect(await storage.get(key)).toBeNull()
    })

    test('replaces an object as a whole', async () => {
      const storage = await open()
      await storage.put('hero.jpg', bytes('a long picture of a lodge'))
      await storage.put('hero.jpg', bytes('short'))
      expect(await read(storage, 'hero.jpg')).toBe('short')
    })

    test.skipIf(!replacesAtOnce)('shows readers the old or the new object, never a part', async () => {
      const storage = await open()
      const [lodge, cabin] = ['l', 'c'].map((letter) => letter.repeat(200_000)) as [string, string]
      await storage.put('hero.jpg', bytes(lodge))
      const writes = Array.from({ length: 10 }, (_, index) => storage.put('hero.jpg', bytes(index % 2 ? lodge : cabin)))
      const seen = await Promise.all(Array.from({ length: 20 }, () => read(storage, 'hero.jpg')))
      await Promise.all(writes)
      expect(seen.every((text) => text === lodge || text === cabin)).toBe(true)
    })

    test('removes a deleted object and keeps the others', async () => {
      const storage = await open()
      await storage.put('homes/cabin.jpg', bytes('a cabin'))
      await storage.put('homes/condo.jpg', bytes('a condo'))
      await storage.delete('homes/cabin.jpg')
      expect(await storage.get('homes/cabin.jpg')).toBeNull()
      expect(await read(storage, 'homes/condo.jpg')).toBe('a condo')
      await storage.put('homes/cabin.jpg', bytes('a new one'))
      expect(await read(storage, 'homes/cabin.jpg')).toBe('a new one')
    })

    test('allows deleting a missing object, and two concurrent deletions', async () => {
      const storage = await open()
      await storage.delete('homes/cabin.jpg')
      await storage.put('homes/cabin.jpg', bytes('a cabin'))
      await Promise.all([storage.delete('homes/cabin.jpg'), storage.delete('homes/cabin.jpg')])
      expect(await storage.get('homes/cabin.jpg')).toBeNull()
    })

    test('returns every byte of a large object to concurrent readers, and lets a reader stop early', async () => {
      const storage = await open()
      const large = new Uint8Array(3_000_000).map((_, index) => (index * 31) % 251)
      await storage.put('uploads/large.jpg', large)
      const found = await storage.get('uploads/large.jpg')
      const whole = async () => Buffer.from(await new Response(found?.stream()).arrayBuffer())
      for (const seen of await Promise.all([whole(), whole()])) expect(seen.equals(large)).toBe(true)
      const reader = found?.stream().getReader()
      expect((await reader?.read())?.value?.[0]).toBe(0)
      await reader?.cancel()
      expect((await whole()).equals(large)).toBe(true)
    })

    test.each([
      '',
      '/',
      '../secrets',
      'homes/../../secrets',
      'homes//a.jpg',
      '/etc/passwd',
      'homes/.hidden',
      'a\\b',
      'a\0b',
      'homes/',
    ])('refuses the key %j', async (key) => {
      const storage = await open()
      await expect(async () => storage.put(key, bytes('x'))).rejects.toThrow('not a storage key')
      await expect(async () => storage.get(key)).rejects.toThrow('not a storage key')
      await expect(async () => storage.delete(key)).rejects.toThrow('not a storage key')
    })
  })
}
