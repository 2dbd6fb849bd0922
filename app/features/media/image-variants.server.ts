import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '#app/platform/log.server.ts'
import { writeWholeFile } from '#app/platform/storage/write-file.server.ts'
import type { atMost } from './at-most.server.ts'
import { type Convert, convertImage } from './convert-image.server.ts'
import type { ImageFormat } from './image-format.ts'
import { keptBytes } from './kept-bytes.server.ts'

/** So many bytes of what was asked for last stay in memory. */
const IN_MEMORY = 64 * 1024 * 1024

type Variant = {
  /** The storage's key; the version tells it from an earlier picture of the same key. */
  key: string
  version: string
  width: number
  format: ImageFormat
}

/**
 * Pictures at the widths and in the formats that visitors ask for, each made once, when first asked for, and kept in `folder`.
 * Many who ask at the same time wait for the same one.
 */
export function imageVariants(options: {
  folder: string
  log: Logger
  inTurn: ReturnType<typeof atMost>
  convert?: Convert
}) {
  const { folder, log, inTurn, convert = convertImage } = options
  const hot = keptBytes(IN_MEMORY)
  const underway = new Map<string, Promise<Uint8Array>>()

  async function make(file: string, variant: Variant, original: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = await readFile(file).catch(() => null)
    if (kept) return kept
    const made = await inTurn(async () => convert(await original(), variant))
    await writeWholeFile(file, made).catch((error) => log.warn({ err: error, file }, 'a picture could not be kept'))
    return made
  }

  return {
    async get(variant: Variant, original: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const file = path.join(folder, variant.key, `${variant.width}-${variant.version}.${variant.format}`)
      const ready = hot.get(file)
      if (ready) return ready
      const current = underway.get(file) ?? make(file, variant, original).finally(() => underway.delete(file))
      underway.set(file, current)
      const bytes = await current
      hot.keep(file, bytes)
      return bytes
    },
  }
}
