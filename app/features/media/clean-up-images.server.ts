import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { inArray } from 'drizzle-orm'
import type { Services } from '#app/platform/services.server.ts'
import { mediaObjects } from './media.tables.server.ts'
import { objectAddress, objectKey } from './object-address.server.ts'
import { deleteOrphans, orphanUnusedImages, variantsFolder } from './orphans.server.ts'
import { deleteTemporaryUploads } from './store-upload.server.ts'

type CleanupServices = Pick<Services, 'config' | 'db' | 'storage' | 'clock' | 'log'>

/**
 * Cleans up images: abandons uploads that nothing shows, deletes orphans, and removes cached variants of deleted images.
 * Never throws. A failed task is logged and runs again next time.
 */
export async function cleanUpImages(services: CleanupServices): Promise<void> {
  for (const work of [orphanUnusedImages, deleteOrphans, removeStrayVariants, deleteTemporaryUploads]) {
    try {
      await work(services)
    } catch (error) {
      services.log.error({ event: 'images.cleanup-failed', err: error, work: work.name }, 'image cleanup failed')
    }
  }
}

/** Removes cached variants of images deleted elsewhere or during a conversion. Returns the number of folders. */
export async function removeStrayVariants({ config, db }: Pick<Services, 'config' | 'db'>): Promise<number> {
  const folder = variantsFolder(config)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  const folders = new Set(entries.filter((entry) => entry.isFile()).map((entry) => entry.parentPath))
  const addresses = [...folders].map((found) => objectAddress(path.relative(folder, found).split(path.sep).join('/')))
  let removed = 0
  for (let start = 0; start < addresses.length; start += 500) {
    const some = addresses.slice(start, start + 500)
    const rows = await db.select({ path: mediaObjects.path }).from(mediaObjects).where(inArray(mediaObjects.path, some))
    const known = new Set(rows.map((row) => row.path))
    for (const stray of some.filter((address) => !known.has(address))) {
      const key = objectKey(stray)
      if (!key) continue
      await rm(path.join(folder, key), { recursive: true, force: true })
      removed += 1
    }
  }
  return removed
}

function ignoreMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
