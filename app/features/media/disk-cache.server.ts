import { readFile } from 'node:fs/promises'
import type { Logger } from '#app/platform/log.server.ts'
import { writeWholeFile } from '#app/platform/storage/write-file.server.ts'
import type { atMost } from './at-most.server.ts'
import { memoryCache } from './memory-cache.server.ts'

/** Bytes of recently used files held in memory. */
const IN_MEMORY = 64 * 1024 * 1024

/**
 * A disk cache that creates each file on first request. Concurrent requests for a file share one creation. A file that
 * cannot be written is still returned.
 */
export function diskCache({ log, inTurn }: { log: Logger; inTurn: ReturnType<typeof atMost> }) {
  const hot = memoryCache(IN_MEMORY)
  const underway = new Map<string, Promise<Uint8Array>>()

  async function find(file: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const cached = await readFile(file).catch(() => null)
    if (cached) return cached
    const made = await inTurn(make)
    await writeWholeFile(file, made).catch((error) =>
      log.warn({ err: error, file }, 'image variant could not be cached'),
    )
    return made
  }

  return {
    async get(file: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const ready = hot.get(file)
      if (ready) return ready
      const current = underway.get(file) ?? find(file, make).finally(() => underway.delete(file))
      underway.set(file, current)
      const bytes = await current
      hot.keep(file, bytes)
      return bytes
    },
  }
}
