import { hashOf, newSecret } from '#app/features/turnovers/cleaner-links.server.ts'
import {
  cleanerLinkProperties,
  cleanerLinks,
  turnoverImages,
  turnoverMarks,
} from '#app/features/turnovers/turnovers.tables.server.ts'
import type { Clock } from '#app/platform/clock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { chanceFrom } from './chance.ts'
import { SAMPLE } from './sample-guests.ts'
import { changeOf, storeHistory } from './stay-history.ts'
import { noonOf } from './stay-money.ts'
import type { StayRows } from './stay-rows.ts'

const SEED = 20_261_130
const HOUR_MS = 3_600_000

/** Marks are stored for 90 days. */
const MARKED_DAYS = 85

/** Photos of the last turnover of a home: two that are dealt with, and damage that nobody has looked at. */
const PHOTOS = [
  { slug: 'luxury-amenities', file: 'mountain-b-living-1.jpg', kind: 'ready', isHandled: true },
  { slug: 'luxury-amenities', file: 'mountain-b-bathroom-1.jpg', kind: 'ready', isHandled: true },
  { slug: 'spacious-condo', file: 'condo-kitchen-1.jpg', kind: 'damage', isHandled: false },
] as const

type Cleaned = {
  stays: readonly StayRows[]
  clock: Clock
  storeImage: (image: { path: string; file: string }) => Promise<void>
}

/** A cleaner of all homes, what was done, and photos, which are images of the demo’s own. */
export async function loadTurnovers(tx: Tx, { stays, clock, storeImage }: Cleaned): Promise<void> {
  const chance = chanceFrom(SEED)
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  const link = { id: chance.uuid(), name: `${SAMPLE}Maria`, email: null, createdAt: noonOf(addDays(day, -200)) }
  const propertyIds = demoProperties.map(({ property }) => property.id)
  // Nobody has the secret of this link. An operator makes a new one.
  await tx.insert(cleanerLinks).values({ ...link, secretHash: hashOf(newSecret()) })
  await tx.insert(cleanerLinkProperties).values(propertyIds.map((propertyId) => ({ linkId: link.id, propertyId })))
  const left = stays
    .filter(({ booking }) => booking.status === 'confirmed' && noonOf(addDays(booking.checkOutDate, 1)) < now)
    .toSorted((one, other) => other.booking.checkOutDate.localeCompare(one.booking.checkOutDate))
  const turnoverOf = ({ booking: { id, propertyId, checkOutDate } }: StayRows) => ({
    ...{ linkId: link.id, turnover: `${propertyId} ${id}`, propertyId, day: checkOutDate },
  })
  const marked = left.filter(({ booking }) => booking.checkOutDate > addDays(day, -MARKED_DAYS))
  await tx.insert(turnoverMarks).values(
    marked.map((stay) => ({
      ...turnoverOf(stay),
      doneAt: new Date(noonOf(stay.booking.checkOutDate).getTime() + HOUR_MS),
    })),
  )
  for (const { slug, file, kind, isHandled } of PHOTOS) {
    const of = left.find(({ stay }) => stay.slug === slug)
    if (!of) continue
    const path = `/objects/turnovers/sample-${file}`
    await storeImage({ path, file })
    const createdAt = new Date(noonOf(of.booking.checkOutDate).getTime() + HOUR_MS)
    const handledAt = isHandled ? createdAt : null
    await tx.insert(turnoverImages).values({ ...turnoverOf(of), path, kind, createdAt, handledAt })
  }
  const after = { name: link.name, email: null, propertyIds: propertyIds.toSorted() }
  const about = { subjectId: link.id, propertyIds, before: null, after, happenedAt: link.createdAt }
  await storeHistory(tx, [changeOf('cleaner-link.created', about)])
}
