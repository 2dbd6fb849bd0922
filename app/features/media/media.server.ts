import { eq, inArray } from 'drizzle-orm'
import type { Clock } from '#app/platform/clock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Storage } from '#app/platform/storage/storage.server.ts'
import { describeImage, type ImageDescription } from './convert-image.server.ts'
import { mediaObjects } from './media.tables.server.ts'
import type { ImageSource } from './media.ts'
import { objectKey } from './object-address.server.ts'
import { refuseUpload, type UploadRefusal } from './uploads/upload-refusals.ts'

type MediaObject = typeof mediaObjects.$inferSelect

/** Stores an image at `/objects/...`, replacing an earlier one. `facts` are read from the bytes when not given. */
export async function storeImage(
  services: { db: Tx; storage: Storage; clock: Clock },
  image: { path: string; bytes: Uint8Array; description?: ImageDescription },
): Promise<{ ok: true } | UploadRefusal> {
  const key = objectKey(image.path)
  if (!key) throw new Error(`not an address of the storage: ${image.path}`)
  const description = image.description ?? (await describeImage(image.bytes))
  if (!description) return refuseUpload('not-an-image')
  await services.storage.put(key, image.bytes)
  const row = { ...description, bytes: image.bytes.byteLength, createdAt: services.clock.now() }
  await services.db
    .insert(mediaObjects)
    .values({ path: image.path, ...row })
    .onConflictDoUpdate({ target: mediaObjects.path, set: row })
  return { ok: true }
}

/** Sets the description of a stored image. */
export async function setAltText(tx: Tx, { path, altText }: { path: string; altText: string }): Promise<void> {
  await tx.update(mediaObjects).set({ altText }).where(eq(mediaObjects.path, path))
}

/** The record of the object at an address; null when there is none. */
export async function getMediaObject(services: { db: Tx }, path: string): Promise<MediaObject | null> {
  const [row] = await services.db.select().from(mediaObjects).where(eq(mediaObjects.path, path))
  return row ?? null
}

/** Stored images with their sizes, by address, without missing ones. `alt` is the upload's description, often empty. */
export async function findImages(services: { db: Tx }, paths: string[]): Promise<Map<string, ImageSource>> {
  if (paths.length === 0) return new Map()
  const rows = await services.db.select().from(mediaObjects).where(inArray(mediaObjects.path, paths))
  return new Map(
    rows.map(({ path, width, height, placeholder, altText }) => [
      path,
      { src: path, alt: altText, width, height, placeholder },
    ]),
  )
}
