import path from 'node:path'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Logger } from '#app/platform/log.server.ts'
import { type Convert, convertImage } from './convert-image.server.ts'
import { diskCache } from './disk-cache.server.ts'
import type { ImageFormat } from './image-format.ts'

type Variant = {
  /** The storage key. The version separates it from an earlier image under the same key. */
  key: string
  version: string
  width: number
  format: ImageFormat
}

/** How many originals may be in memory at once, loading or waiting for conversion. */
const ORIGINALS_AT_ONCE = 4

/**
 * Image variants, cached in `folder`. Conversions run in the shared limiter `limit`; waiting for the storage does not
 * occupy one of its slots.
 */
export function imageVariants(options: { folder: string; log: Logger; limit: LimitFunction; convert?: Convert }) {
  const { folder, log, limit, convert = convertImage } = options
  const files = diskCache({ log, limit: pLimit(ORIGINALS_AT_ONCE) })
  return {
    get(variant: Variant, original: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const file = path.join(folder, variant.key, `${variant.width}-${variant.version}.${variant.format}`)
      return files.get(file, async () => {
        const bytes = await original()
        return limit(() => convert(bytes, variant))
      })
    },
  }
}
