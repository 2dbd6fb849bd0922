import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { mediaObjects } from '#app/platform/db/schema.server.ts'
import type { Clock } from '#app/platform/services.server.ts'
import type { Storage } from '#app/platform/storage/storage.server.ts'
import { describeImage, type ImageFacts } from './convert-image.server.ts'
import type { ImageSource } from './media.ts'
import { objectKey } from './object-address.server.ts'

type MediaObject = typeof mediaObjects.$inferSelect

/** Stores an image under an address `/objects/...`, in place of what was there, with its `facts` or what its bytes say. */
export async function storeImage(
  services: { db: Tx; storage: Storage; clock: Clock },
  picture: { path: string; bytes: Uint8Array; facts?: ImageFacts },
): Promise<{ ok: true } | { ok: false; reason: 'not-a-picture' }> {
  const key = objectKey(picture.path)
  if (!key) throw new Error(`not an address of the storage: ${picture.path}`)
  const facts = picture.facts ?? (await describeImage(picture.bytes))
  if (!facts) return { ok: false, reason: 'not-a-picture' }
  await services.storage.put(key, picture.bytes)
  const row = { ...facts, bytes: picture.bytes.byteLength, createdAt: services.clock.now() }
  await services.db
    .insert(mediaObjects)
    .values({ path: picture.path, ...row })
    .onConflictDoUpdate({ target: mediaObjects.path, set: row })
  return { ok: true }
}

/** Keeps what a picture of the storage shows, in words. */
export async function setAltText(tx: Tx, { path, altText }: { path: string; altText: string }): Promise<void> {
  await tx.update(mediaObjects).set({ altText }).where(eq(mediaObjects.path, path))
}

/** What is known of the object at an address; null when there is none. */
export async function getMediaObject(services: { db: Tx }, path: string): Promise<MediaObject | null> {
  const [row] = await services.db.select().from(mediaObjects).where(eq(mediaObjects.path, path))
  return row ?? null
}

/** Pictures of the storage with their sizes, by address; those that are not there are left out. `alt` is what was written at the upload, often nothing. */
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
