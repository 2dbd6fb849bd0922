import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { LimitFunction } from 'p-limit'
import type { Logger } from '#app/platform/log.server.ts'
import { writeWholeFile } from '#app/platform/storage/write-file.server.ts'

/** Bytes of recently used files held in memory. */
const IN_MEMORY = 64 * 1024 * 1024

/** The most recently used files, `maxBytes` of them at most. A file of more than an eighth would evict many, and is not cached. */
export function memoryCache(maxBytes: number) {
  return new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 8),
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  })
}

/**
 * A disk cache that creates each file on first request. Concurrent requests for a file share one creation. A file that
 * cannot be written is still returned.
 */
export function diskCache({ log, limit }: { log: Logger; limit: LimitFunction }) {
  const memory = memoryCache(IN_MEMORY)
  const underway = new Map<string, Promise<Uint8Array>>()

  async function find(file: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const cached = await readFile(file).catch(() => null)
    if (cached) return cached
    const made = await limit(make)
    await writeWholeFile(file, made).catch((error) =>
      log.warn({ event: 'images.not-cached', err: error, file }, 'image variant could not be cached'),
    )
    return made
  }

  return {
    async get(file: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const ready = memory.get(file)
      if (ready) return ready
      const current = underway.get(file) ?? find(file, make).finally(() => underway.delete(file))
      underway.set(file, current)
      const bytes = await current
      memory.set(file, bytes)
      return bytes
    },
  }
}
