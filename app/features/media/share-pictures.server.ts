import { createHash } from 'node:crypto'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Services } from '#app/platform/services.server.ts'
import type { ShareImage } from '#app/shared/page-metadata.ts'
import { atMost } from './at-most.server.ts'
import { drawSharePicture } from './draw-share-picture.server.ts'
import { keptFiles } from './kept-files.server.ts'
import { variantsFolder } from './leftovers.server.ts'
import { SHARE_SIZE, type ShareCard } from './media.ts'
import { keyOf } from './object-address.server.ts'

class MissingObject extends Error {}

/** Belongs to the way share pictures are drawn: another number gives all of them new addresses. */
const DRAWING = 1

/** The last part of the address, which changes with all that is drawn. */
export function shareFile({ picture, brand, title, line, place }: ShareCard): string {
  const drawn = JSON.stringify([DRAWING, picture, brand, title, line, place])
  return `${createHash('sha256').update(drawn).digest('base64url').slice(0, 16)}.jpg`
}

/** The share picture as a page's metadata names it. */
export function shareImage(card: ShareCard, { siteUrl }: { siteUrl: string }): ShareImage {
  const words = [card.title, card.line].join(', ')
  return { url: `${siteUrl}/share${card.page}/${shareFile(card)}`, alt: words, ...SHARE_SIZE }
}

/** Share pictures, each drawn once. They lie with the variants of the picture that they show, and go with it. */
export function sharePictures({ config, storage, log }: Pick<Services, 'config' | 'storage' | 'log'>) {
  const files = keptFiles({ log, inTurn: atMost(1) })

  async function original(key: string) {
    const stored = await storage.get(key)
    if (!stored) throw new MissingObject(key)
    return buffer(stored.stream())
  }

  return {
    /** Null when the storage does not have what is to be shown. */
    async get(card: ShareCard): Promise<Uint8Array | null> {
      const key = keyOf(card.picture)
      if (!key) return null
      const file = path.join(variantsFolder(config), key, `share-${shareFile(card)}`)
      try {
        return await files.get(file, async () => drawSharePicture(card, await original(key)))
      } catch (error) {
        if (error instanceof MissingObject) return null
        throw error
      }
    },
  }
}
