import path from 'node:path'
import type { Logger } from '#app/platform/log.server.ts'
import { atMost } from './at-most.server.ts'
import { type Convert, convertImage } from './convert-image.server.ts'
import { diskCache } from './disk-cache.server.ts'
import type { ImageFormat } from './image-format.ts'

type Variant = {
  /** The storage's key; the version tells it from an earlier picture of the same key. */
  key: string
  version: string
  width: number
  format: ImageFormat
}

/** So many originals are fetched or wait for their conversion at a time. */
const ORIGINALS_AT_ONCE = 4

/**
 * Pictures at the widths and in the formats that visitors ask for, kept in `folder`. Conversions go `inTurn`, which others share; what
 * waits for the storage takes none of their room.
 */
export function imageVariants(options: {
  folder: string
  log: Logger
  inTurn: ReturnType<typeof atMost>
  convert?: Convert
}) {
  const { folder, log, inTurn, convert = convertImage } = options
  const files = diskCache({ log, inTurn: atMost(ORIGINALS_AT_ONCE) })
  return {
    get(variant: Variant, original: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const file = path.join(folder, variant.key, `${variant.width}-${variant.version}.${variant.format}`)
      return files.get(file, async () => {
        const bytes = await original()
        return inTurn(() => convert(bytes, variant))
      })
    },
  }
}
