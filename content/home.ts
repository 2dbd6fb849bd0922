import type { Bed, PresentationRecord } from '#app/features/properties/presentation.ts'
import type { properties } from '#app/platform/db/schema.server.ts'

/** A picture of `content/media`, with the words for those who do not see it. */
type PictureRecord = { file: string; alt: string; category: string }

export type UnitRecord = { id: string; name: string; pictures: PictureRecord[] }

/** What the loader works out from the rest of the record, or what is a price. */
type WorkedOut =
  | 'images'
  | 'amenities'
  | 'presentation'
  | 'cancellationPolicy'
  | 'pricePerNight'
  | 'cleaningFee'
  | 'displayOrder'
  | 'published'
  | 'demo'

/** One home as it first enters the database (docs/decisions/004). */
export type HomeRecord = {
  property: Omit<typeof properties.$inferInsert, WorkedOut> & { id: string; timeZone: string }
  units: UnitRecord[]
  /** Five files of the units, the exterior first: the mosaic at the head of the page. */
  mosaic: [string, string, string, string, string]
  /** Bedrooms and all others but bathrooms; those that nobody sleeps in have no beds. */
  rooms: { name: string; beds: Bed[] }[]
  presentation: PresentationRecord
}

/** Where a picture of a home is served. */
export const homePicture = (file: string) => `/objects/homes/${file}`

/** Where a picture of the brand is served. */
export const brandPicture = (file: string) => `/objects/brand/${file}`

/** Where a picture is served that stands in for a gallery without any. */
export const illustration = (file: string) => `/objects/illustrations/${file}`

export const picturesAreIllustrations = 'These pictures are illustrations, not photographs of the home.'

/** The terms of cancellation of every home. */
export const cancellationPolicy = [
  { days: 30, percent: 100 },
  { days: 14, percent: 50 },
]
export const yetiForEveryChild = 'A stuffed yeti for the group and one for every child'
