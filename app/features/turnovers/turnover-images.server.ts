import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { lockImage } from '#app/features/media/orphans.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { seenBy } from '#app/features/properties/seen-by.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { CleanerLink } from './cleaner-links.server.ts'
import { listTurnovers } from './list-turnovers.server.ts'
import { cleanerLinks, turnoverImages } from './turnovers.tables.server.ts'
import { MOST_READY_IMAGES, MOST_WAITING_IMAGES } from './turnovers.ts'

/** Damage that waits for the operator. `at` is text. */
type DamageImage = { id: string; path: string; property: string; by: string; at: string }

/** A photo that shows that a home is ready. */
type ReadyImage = { id: string; path: string; by: string }

type ImageKind = typeof turnoverImages.$inferSelect.kind
type Shown = { link: CleanerLink; key: string; kind: ImageKind }

async function findShown(services: Services, { link, key }: Omit<Shown, 'kind'>) {
  return (await listTurnovers(services, { propertyIds: link.propertyIds })).find((one) => one.key === key)
}

/** Whether no more are taken. For damage, images that wait for the operator count. For a ready home, the images of its turnover. */
async function isFull(db: Tx, { link, key, kind }: Shown): Promise<boolean> {
  const ofLink = eq(turnoverImages.linkId, link.id)
  const ofTurnover = and(eq(turnoverImages.turnover, key), eq(turnoverImages.kind, 'ready'))
  const counted = and(ofLink, kind === 'ready' ? ofTurnover : isNull(turnoverImages.handledAt))
  return (await db.$count(turnoverImages, counted)) >= (kind === 'ready' ? MOST_READY_IMAGES : MOST_WAITING_IMAGES)
}

/** Why a photo would not be stored, before one is received; null if it would be. */
export async function turnoverImageRefusal(services: Services, shown: Shown): Promise<'gone' | 'full' | null> {
  if (!(await findShown(services, shown))) return 'gone'
  return (await isFull(services.db, shown)) ? 'full' : null
}

/** Stores a photo with its turnover. `gone`: that is none of this link's. `full`: there are too many already. */
export async function storeTurnoverImage(
  services: Services,
  { path, ...shown }: Shown & { path: string },
): Promise<'sent' | 'gone' | 'full'> {
  const turnover = await findShown(services, shown)
  if (!turnover) return 'gone'
  const { link, key, kind } = shown
  const { propertyId, day } = turnover
  return services.db.transaction(async (tx) => {
    // Photos of one link are counted one after the other.
    await tx.select({ id: cleanerLinks.id }).from(cleanerLinks).where(eq(cleanerLinks.id, link.id)).for('update')
    if (await isFull(tx, shown)) return 'full'
    if (!(await lockImage(tx, path, 'share'))) return 'gone'
    const at = services.clock.now()
    const handledAt = kind === 'ready' ? at : null
    const row = { linkId: link.id, propertyId, turnover: key, day, path, kind, createdAt: at, handledAt }
    await tx.insert(turnoverImages).values(row)
    return 'sent'
  })
}

/** Photos of damage that no operator has dealt with, the oldest first. */
export async function listDamageImages({ db }: Pick<Services, 'db'>, by: Operator): Promise<DamageImage[]> {
  const rows = await db
    .select({
      id: turnoverImages.id,
      path: turnoverImages.path,
      property: properties.name,
      timeZone: properties.timeZone,
      by: cleanerLinks.name,
      createdAt: turnoverImages.createdAt,
    })
    .from(turnoverImages)
    .innerJoin(properties, eq(properties.id, turnoverImages.propertyId))
    .leftJoin(cleanerLinks, eq(cleanerLinks.id, turnoverImages.linkId))
    .where(and(isNull(turnoverImages.handledAt), seenBy(by)))
    .orderBy(asc(turnoverImages.createdAt))
  return rows.map(({ createdAt, timeZone, by, ...image }) => ({
    ...image,
    by: by ?? 'A cleaner',
    at: formatMomentWithYear(createdAt, timeZone),
  }))
}

/** The photos that show that homes are ready, by the key of their turnover. */
export async function listReadyImages(db: Tx, turnovers: string[]): Promise<Map<string, ReadyImage[]>> {
  if (turnovers.length === 0) return new Map()
  const { id, path, turnover, kind, createdAt, linkId } = turnoverImages
  const rows = await db
    .select({ id, path, turnover, by: cleanerLinks.name })
    .from(turnoverImages)
    .leftJoin(cleanerLinks, eq(cleanerLinks.id, linkId))
    .where(and(eq(kind, 'ready'), inArray(turnover, turnovers)))
    .orderBy(asc(createdAt))
  const images = rows.map(({ by, ...image }) => ({ ...image, by: by ?? 'a cleaner' }))
  return Map.groupBy(images, (image) => image.turnover)
}
