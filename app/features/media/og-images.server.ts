import { createHash } from 'node:crypto'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import type { Services } from '#app/platform/services.server.ts'
import type { OgImage, OgImageContent } from '#app/shared/page-metadata.ts'
import { diskCache } from './disk-cache.server.ts'
import { drawOgImage } from './draw-og-image.server.ts'
import { OG_IMAGE_SIZE } from './media.ts'
import { objectKey } from './object-address.server.ts'
import { variantsFolder } from './orphans.server.ts'

class MissingObject extends Error {}

/** The version of the drawing code: a new number gives all og-images new addresses. */
const DRAWING = 2

/** The last part of the address. It changes whenever the drawing does. */
export function ogImageFile({ image, brand, title, line, theme, lit }: OgImageContent): string {
  const drawn = JSON.stringify([DRAWING, image, brand, title, line, theme, lit])
  return `${createHash('sha256').update(drawn).digest('base64url').slice(0, 16)}.jpg`
}

/** The og-image as page metadata names it. */
export function ogImageOf(card: OgImageContent, { siteUrl }: { siteUrl: string }): OgImage {
  const words = [card.title, card.line].join(', ')
  return { url: `${siteUrl}/share${card.page}/${ogImageFile(card)}`, alt: words, ...OG_IMAGE_SIZE }
}

/** Og-images, each drawn once. They are stored with the variants of the image they show, and deleted with it. */
export function ogImages({ config, storage, log }: Pick<Services, 'config' | 'storage' | 'log'>) {
  const files = diskCache({ log, limit: pLimit(1) })

  async function original(key: string) {
    const stored = await storage.get(key)
    if (!stored) throw new MissingObject(key)
    return buffer(stored.stream())
  }

  return {
    /** Null when the storage does not have the image. */
    async get(card: OgImageContent): Promise<Uint8Array | null> {
      const key = objectKey(card.image)
      if (!key) return null
      const file = path.join(variantsFolder(config), key, `share-${ogImageFile(card)}`)
      try {
        return await files.get(file, async () => drawOgImage(card, await original(key)))
      } catch (error) {
        if (error instanceof MissingObject) return null
        throw error
      }
    },
  }
}
