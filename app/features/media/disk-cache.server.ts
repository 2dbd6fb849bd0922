import { readFile } from 'node:fs/promises'
import type { Logger } from '#app/platform/log.server.ts'
import { writeWholeFile } from '#app/platform/storage/write-file.server.ts'
import type { atMost } from './at-most.server.ts'
import { memoryCache } from './memory-cache.server.ts'

/** So many bytes of what was asked for last stay in memory. */
const IN_MEMORY = 64 * 1024 * 1024

/**
 * Files that are each made once, when first asked for, and kept on the disk. Many who ask at the same time wait for the same one; one
 * that cannot be kept is given all the same.
 */
export function diskCache({ log, inTurn }: { log: Logger; inTurn: ReturnType<typeof atMost> }) {
  const hot = memoryCache(IN_MEMORY)
  const underway = new Map<string, Promise<Uint8Array>>()

  async function find(file: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = await readFile(file).catch(() => null)
    if (kept) return kept
    const made = await inTurn(make)
    await writeWholeFile(file, made).catch((error) => log.warn({ err: error, file }, 'a picture could not be kept'))
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
