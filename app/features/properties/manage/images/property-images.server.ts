import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { setAltText } from '#app/features/media/media.server.ts'
import { objectKey } from '#app/features/media/object-address.server.ts'
import { lockImage } from '#app/features/media/orphans.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { type Config, isLoopback } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { type Attachment, attachSchema } from './attach-image.ts'
import { IMAGE_WORDS } from './image-history.server.ts'
import {
  getImageRecords,
  isShown,
  lockImages,
  type Place,
  recordOf,
  replaceImage,
  storeOrder,
  storePlaces,
} from './image-records.server.ts'

const NO_IMAGE = refuse('not-found', 'We couldn’t find that image.')
const NO_PROPERTY = refuse('not-found', 'We couldn’t find that home.')
const NO_UNIT = refuse('not-found', 'That home doesn’t have that unit.')

const byId = (tx: Tx, { clock, log }: Services, id: string) => lockImages({ db: tx, clock, log }, eq(properties.id, id))

/** Adds a stored image to a property, and to a gallery if one is named. */
export const attachImage = defineChange({
  scope: 'content:write',
  names: { 'image.added': IMAGE_WORDS['image.added'], 'image.changed': IMAGE_WORDS['image.changed'] },
  form: attachSchema,
  run: async (tx, attachment, { services, now }) => {
    const { propertyId, unitId, altText } = attachment
    const objectPath = pathOnSite(attachment.objectPath, services.config)
    if (!objectPath) return NO_IMAGE
    if (!isUuid(propertyId)) return NO_PROPERTY
    if (unitId !== undefined && !isUuid(unitId)) return NO_UNIT
    if (!(await lockImage(tx, objectPath, altText === undefined ? 'share' : 'update'))) return NO_IMAGE
    const property = await byId(tx, services, propertyId)
    if (!property) return NO_PROPERTY
    if (unitId !== undefined && !property.units.some(({ id }) => id === unitId)) return NO_UNIT
    const before = recordOf(property, objectPath)
    const isNew = before.at < 0
    const places = unitId === undefined ? before.places : withPlace(before.places, { ...attachment, unitId })
    if (altText !== undefined) await setAltText(tx, { path: objectPath, altText })
    if (!isNew && canonical(places) === canonical(before.places)) return null
    await storePlaces(tx, property, objectPath, places)
    await storeOrder(tx, property, isNew ? [...property.order, objectPath] : property.order, now)
    const stored = await getImageRecords({ ...services, db: tx }, eq(properties.id, propertyId))
    const after = recordOf(stored ?? property, objectPath)
    const record = { subjectId: propertyId, propertyIds: [propertyId], before: isNew ? null : before, after }
    const isAdded = places.length > before.places.length || isNew
    return isAdded ? { name: 'image.added' as const, ...record } : { name: 'image.changed' as const, ...record }
  },
})

type Shown = Pick<Attachment, 'category' | 'altText' | 'caption'> & { unitId: string }

/** The places of a photo with that in a unit. Omitted values stay unchanged. */
function withPlace(places: Place[], { unitId, category = '', altText, caption }: Shown): Place[] {
  const own = places.find((place) => place.unitId === unitId) ?? { altText: '', caption: '', displayOrder: 0 }
  const place = { ...own, unitId, category, altText: altText ?? own.altText, caption: caption ?? own.caption }
  return places.includes(own as Place) ? places.map((other) => (other === own ? place : other)) : [...places, place]
}

/** The images of a property after one was attached, and the path of that image. */
export async function getAttached({ db, config }: Pick<Services, 'db' | 'config'>, attached: Attachment) {
  const isIt = eq(properties.id, attached.propertyId)
  const [row] = await db.select({ images: properties.images }).from(properties).where(isIt)
  return { objectPath: pathOnSite(attached.objectPath, config) ?? '', images: row?.images ?? [] }
}

/**
 * Removes an image from a property and the galleries of its units. Its object is deleted later, unless it comes back.
 */
export const detachImage = defineChange({
  scope: 'content:write',
  name: 'image.removed',
  ...IMAGE_WORDS['image.removed'],
  form: z.object({ propertyId: boundedText(100), imagePath: boundedText(2001) }),
  run: async (tx, { propertyId, imagePath }, { services, now }) => {
    // PostgreSQL text rejects NUL and would throw.
    if (!isUuid(propertyId) || imagePath.includes('\0')) return NO_IMAGE
    await lockImage(tx, imagePath, 'update')
    const property = await byId(tx, services, propertyId)
    if (!property) return NO_PROPERTY
    const before = recordOf(property, imagePath)
    if (!isShown(before)) return NO_IMAGE
    await replaceImage(tx, property, before, { by: null, now })
    return { subjectId: propertyId, propertyIds: [propertyId], before }
  },
})

/** The path of an address, which may be an absolute URL of this site. */
function pathOnSite(address: string, config: Config): string | null {
  if (!URL.canParse(address, config.siteUrl)) return null
  const { hostname, origin, pathname } = new URL(address, config.siteUrl)
  const here = origin === config.siteUrl || (config.demo && isLoopback(hostname))
  return here && objectKey(pathname) ? pathname : null
}
