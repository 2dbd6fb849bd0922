import type { Facts } from '#app/features/properties/facts.ts'
import type { Bed, PresentationRecord } from '#app/features/properties/presentation.ts'
import type { properties } from '#app/features/properties/properties.tables.server.ts'

/** An image of `content/media`, with its caption and its alternative text. */
type ImageRecord = { file: string; category: string; caption: string; alt: string }

export type UnitRecord = { id: string; name: string; images: ImageRecord[] }

/** Fields that the loader derives from the rest of the record, and prices. */
type WorkedOut =
  | 'images'
  | 'amenities'
  | 'presentation'
  | 'facts'
  | 'host'
  | 'cancellationPolicy'
  | 'pricePerNight'
  | 'cleaningFee'
  | 'displayOrder'
  | 'published'
  | 'demo'

/** The initial record of one property (docs/decisions/004). */
export type PropertyRecord = {
  property: Omit<typeof properties.$inferInsert, WorkedOut> & { id: string; timeZone: string }
  units: UnitRecord[]
  /** Five image files of the units, the exterior first: the mosaic at the top of the page. */
  mosaic: [string, string, string, string, string]
  /** Image files of the units that stand large between the sections of the page, in order. */
  sectionImages?: string[]
  /** All rooms except bathrooms; rooms where nobody sleeps have no beds. */
  rooms: { name: string; beds: Bed[] }[]
  presentation: PresentationRecord
  /** The demo adds its samples to these. */
  facts?: Omit<Facts, 'sample'>
}

/** The address of a property's image. */
export const propertyImage = (file: string) => `/objects/homes/${file}`

/** The address of a brand image. */
export const brandImage = (file: string) => `/objects/brand/${file}`

/** The address of the placeholder image for an empty gallery. */
export const illustration = (file: string) => `/objects/illustrations/${file}`

export const imagesAreIllustrations = 'These images are illustrations, not photos of the home.'

/** The cancellation policy of every property. */
export const cancellationPolicy = [
  { days: 30, percent: 100 },
  { days: 14, percent: 50 },
]
export const yetiForEveryChild = 'A stuffed yeti for the group and one for every child'
