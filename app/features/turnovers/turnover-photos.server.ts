import { and, asc, eq, isNull } from 'drizzle-orm'
import { lockImage } from '#app/features/media/orphans.server.ts'
import { cleanerLinks, properties, turnoverPhotos } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { homesSeenBy } from '#app/platform/http/seen-by.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { CleanerLink } from './cleaner-links.server.ts'
import { listTurnovers } from './list-turnovers.server.ts'
import { MOST_WAITING_PHOTOS } from './turnovers.ts'

/** Damage that waits for the operator. `at` is text. */
type DamagePhoto = { id: string; path: string; property: string; by: string; at: string }

type Shown = { link: CleanerLink; key: string }

async function findShown(services: Services, { link, key }: Shown) {
  return (await listTurnovers(services, { propertyIds: link.propertyIds })).find((one) => one.key === key)
}

const waitingOf = ({ id }: CleanerLink) => and(eq(turnoverPhotos.linkId, id), isNull(turnoverPhotos.handledAt))

/** Why a photo would not be stored, before one is received; null if it would be. */
export async function turnoverPhotoRefusal(services: Services, shown: Shown): Promise<'gone' | 'full' | null> {
  if (!(await findShown(services, shown))) return 'gone'
  return (await services.db.$count(turnoverPhotos, waitingOf(shown.link))) >= MOST_WAITING_PHOTOS ? 'full' : null
}

/** Stores a photo of damage with its turnover. `gone`: that is none of this link's. `full`: too many wait already. */
export async function storeTurnoverPhoto(
  services: Services,
  { link, key, path }: { link: CleanerLink; key: string; path: string },
): Promise<'sent' | 'gone' | 'full'> {
  const turnover = await findShown(services, { link, key })
  if (!turnover) return 'gone'
  const { propertyId, day } = turnover
  return services.db.transaction(async (tx) => {
    // Photos of one link are counted one after the other.
    await tx.select({ id: cleanerLinks.id }).from(cleanerLinks).where(eq(cleanerLinks.id, link.id)).for('update')
    if ((await tx.$count(turnoverPhotos, waitingOf(link))) >= MOST_WAITING_PHOTOS) return 'full'
    if (!(await lockImage(tx, path, 'share'))) return 'gone'
    const at = services.clock.now()
    await tx.insert(turnoverPhotos).values({ linkId: link.id, propertyId, turnover: key, day, path, createdAt: at })
    return 'sent'
  })
}

/** Photos of damage that no operator has dealt with, the oldest first. */
export async function listDamagePhotos({ db }: Pick<Services, 'db'>, by: Operator): Promise<DamagePhoto[]> {
  const rows = await db
    .select({
      id: turnoverPhotos.id,
      path: turnoverPhotos.path,
      property: properties.name,
      timeZone: properties.timeZone,
      by: cleanerLinks.name,
      createdAt: turnoverPhotos.createdAt,
    })
    .from(turnoverPhotos)
    .innerJoin(properties, eq(properties.id, turnoverPhotos.propertyId))
    .leftJoin(cleanerLinks, eq(cleanerLinks.id, turnoverPhotos.linkId))
    .where(and(isNull(turnoverPhotos.handledAt), homesSeenBy(by)))
    .orderBy(asc(turnoverPhotos.createdAt))
  return rows.map(({ createdAt, timeZone, by, ...photo }) => ({
    ...photo,
    by: by ?? 'A cleaner',
    at: formatMomentWithYear(createdAt, timeZone),
  }))
}
