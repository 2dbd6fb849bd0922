import { describe, expect, test } from 'vitest'
import type { Storage } from './storage.server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function read(storage: Storage, key: string): Promise<string | null> {
  const found = await storage.get(key)
  return found ? new Response(found.stream()).text() : null
}

/** What every driver promises. `open` gives an empty storage; called once for each test. */
export function describeStorage(driver: string, open: () => Promise<Storage> | Storage): void {
  describe(`${driver} as a storage`, () => {
    test('gives back what was stored, with its size', async () => {
      const storage = await open()
      await storage.put('homes/cabin.jpg', bytes('a cabin'))
      expect(await read(storage, 'homes/cabin.jpg')).toBe('a cabin')
      expect((await storage.get('homes/cabin.jpg'))?.size).toBe(7)
    })

    test('has nothing under a key that was never stored, nor under the folder of one that was', async () => {
      const storage = await open()
      await storage.put('homes/cabin.jpg', bytes('a cabin'))
      for (const key of ['homes/condo.jpg', 'homes', 'homes/cabin.jpg/more']) expect(await storage.get(key)).toBeNull()
    })

    test('replaces an object whole', async () => {
      const storage = await open()
      await storage.put('hero.jpg', bytes('a long picture of a lodge'))
      await storage.put('hero.jpg', bytes('short'))
      expect(await read(storage, 'hero.jpg')).toBe('short')
    })

    test('shows a reader the old or the new, never a part of either', async () => {
      const storage = await open()
      const [lodge, cabin] = ['l', 'c'].map((letter) => letter.repeat(200_000)) as [string, string]
      await storage.put('hero.jpg', bytes(lodge))
      const writes = Array.from({ length: 10 }, (_, index) => storage.put('hero.jpg', bytes(index % 2 ? lodge : cabin)))
      const seen = await Promise.all(Array.from({ length: 20 }, () => read(storage, 'hero.jpg')))
      await Promise.all(writes)
      expect(seen.every((text) => text === lodge || text === cabin)).toBe(true)
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
    })
  })
}
