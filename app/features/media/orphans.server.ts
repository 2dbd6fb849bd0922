import { rm } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { storageOrphans } from '#app/platform/installation.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isReferenced } from './image-references.server.ts'
import { mediaObjects } from './media.tables.server.ts'
import { objectAddress, objectKey } from './object-address.server.ts'

type CleanupServices = Pick<Services, 'config' | 'db' | 'storage' | 'clock' | 'log'>

/** How long a worker's claim on an object lasts, in milliseconds. Also the delay before a failed deletion is tried again. */
export const DELETE_LEASE_MS = 5 * 60_000
const MOST_AT_ONCE = 1000
const DAY_MS = 86_400_000
/** How many days an image that was removed from a home can come back. */
export const REMOVED_DAYS = 30

/** The folder of image variants, with a subfolder for each storage key. */
export function variantsFolder(config: Services['config']): string {
  return path.join(config.dataDir, 'variants')
}

/** Records that the storage may hold an orphan under this key, to be deleted after `deleteAfter`. */
export async function addOrphan(db: Tx, key: string, deleteAfter: Date): Promise<void> {
  await db
    .insert(storageOrphans)
    .values({ key, deleteAfter })
    .onConflictDoUpdate({ target: storageOrphans.key, set: { deleteAfter } })
}

/**
 * Removes the orphan record, in the transaction that gives the object its row. False when the object was deleted meanwhile
 * or is being deleted: the transaction must then be rolled back.
 */
export async function removeOrphan(db: Tx, key: string, deleteAfter: Date): Promise<boolean> {
  const isThis = and(eq(storageOrphans.key, key), eq(storageOrphans.deleteAfter, deleteAfter))
  return (await db.delete(storageOrphans).where(isThis).returning({ key: storageOrphans.key })).length > 0
}

/**
 * Locks an image's row until the transaction ends; false when there is none. Take a `share` lock to begin showing an
 * image and an `update` lock to stop. Take both before the property lock. So neither misses the other, and no deadlock
 * is possible.
 */
export async function lockImage(tx: Tx, address: string, strength: 'share' | 'update'): Promise<boolean> {
  const row = tx.select({ path: mediaObjects.path }).from(mediaObjects).where(eq(mediaObjects.path, address))
  return (await row.for(strength)).length > 0
}

/** Deletes the row of an image that nothing shows; the next cleanup deletes its object. Needs the `update` lock. */
export async function orphanUnusedImage(tx: Tx, address: string, now: Date): Promise<boolean> {
  if (await isReferenced(tx, address)) return false
  const [row] = await tx.delete(mediaObjects).where(eq(mediaObjects.path, address)).returning()
  const key = objectKey(address)
  if (!row || !key) return false
  await addOrphan(tx, key, now)
  return true
}

/**
 * Deletes the orphans that are due, with their variants; returns how many. Several processes share the work. A storage error
 * is logged and ends the run; its object is tried again later.
 */
export async function deleteOrphans(services: CleanupServices): Promise<number> {
  const { db, storage, log } = services
  for (let deleted = 0; deleted < MOST_AT_ONCE; deleted += 1) {
    const claim = await claimOrphan(services)
    if (!claim) return deleted
    const { key, deleteAfter } = claim
    const [shown] = await db
      .select()
      .from(mediaObjects)
      .where(eq(mediaObjects.path, objectAddress(key)))
    try {
      if (!shown) {
        await storage.delete(key)
        await rm(path.join(variantsFolder(services.config), key), { recursive: true, force: true })
      }
    } catch (error) {
      log.error(
        { event: 'images.not-deleted', err: error, key },
        'object could not be deleted from storage; will retry',
      )
      return deleted
    }
    await removeOrphan(db, key, deleteAfter)
  }
  return MOST_AT_ONCE
}

/** The storage may be slow. So no transaction waits for it: a claimed row is due again when its lease ends. */
async function claimOrphan({ db, clock }: CleanupServices) {
  const now = clock.now()
  const due = sql`(select key from storage_orphans where delete_after <= ${now.toISOString()}
    order by delete_after limit 1 for update skip locked)`
  const [claim] = await db
    .update(storageOrphans)
    .set({ deleteAfter: new Date(now.getTime() + DELETE_LEASE_MS) })
    .where(eq(storageOrphans.key, due))
    .returning()
  return claim ?? null
}

/** Notes that a home stopped showing an image, so that it can come back for `REMOVED_DAYS`. Needs the `update` lock. */
export async function noteRemoved(tx: Tx, address: string, now: Date): Promise<void> {
  await tx.update(mediaObjects).set({ removedAt: now }).where(eq(mediaObjects.path, address))
}

/**
 * Abandons uploads that nothing shows a day after they arrived, and removed images after `REMOVED_DAYS`. Returns how
 * many.
 */
export async function orphanUnusedImages({ db, clock }: CleanupServices): Promise<number> {
  const now = clock.now()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const { path: address, createdAt, removedAt } = mediaObjects
  const isUpload = sql`starts_with(${address}, ${objectAddress('uploads/')})`
  const isOld = or(and(isUpload, isNull(removedAt), lt(createdAt, before(1))), lt(removedAt, before(REMOVED_DAYS)))
  const old = await db.select({ path: address }).from(mediaObjects).where(isOld)
  let dropped = 0
  for (const { path: unused } of old) {
    if (await isReferenced(db, unused)) continue
    const done = await db.transaction(
      async (tx) => (await lockImage(tx, unused, 'update')) && orphanUnusedImage(tx, unused, now),
    )
    if (done) dropped += 1
  }
  return dropped
}
