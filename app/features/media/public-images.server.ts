import type { ContentVersion } from '#app/platform/content-version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isPublic } from './image-references.server.ts'
import { getMediaObject } from './media.server.ts'

const MOST_KNOWN = 2000

type Shown = { contentType: string; width: number; bytes: number; createdAt: Date; isPublic: boolean }

/** What is known of pictures and whether strangers may see them, as long as nothing that pages show has changed. */
export function publicImages(services: Pick<Services, 'db'>, content: ContentVersion) {
  let known = new Map<string, Promise<Shown | null>>()
  let version: number | undefined

  async function look(path: string): Promise<Shown | null> {
    const row = await getMediaObject(services, path)
    return row && { ...row, isPublic: await isPublic(services.db, path) }
  }

  return {
    async find(path: string): Promise<Shown | null> {
      const current = await content.current().catch((error) => {
        // With the database away nothing changes either: what is known stays.
        if (version === undefined || !known.has(path)) throw error
        return version
      })
      if (current !== version) known = new Map()
      version = current
      const before = known.get(path)
      if (before) return before
      const own = known
      const looked = look(path)
      own.set(path, looked)
      const oldest = own.size > MOST_KNOWN ? own.keys().next().value : undefined
      if (oldest !== undefined) own.delete(oldest)
      // Neither failures nor addresses that somebody made up are worth the room.
      const found = await looked.catch((error) => {
        own.delete(path)
        throw error
      })
      if (!found) own.delete(path)
      return found
    },
  }
}
