import type { Picture } from '#app/features/media/media.ts'
import type { Bed, Presentation } from './presentation.ts'

export { capacityText } from './capacity-text.ts'
export { pictureAddress } from './picture-address.ts'
export type { Bed, PresentationRecord } from './presentation.ts'
export { vacationRentalSchema } from './vacation-rental.ts'

/** How many people one bed of each kind sleeps. */
export const BED_SLEEPS = { king: 2, queen: 2, twin: 1, bunk: 1, 'sofa-bed': 2 } as const

/** A home as cards, results and the end of pages show it. */
export type PropertyCard = {
  id: string
  slug: string
  path: string
  name: string
  location: string
  place: 'mountain' | 'lake'
  maxGuests: number
  bedrooms: number
  bathrooms: number
  cardText: string
  badge: string | null
  capacityWord: 'sleeps' | 'guests'
  picture: Picture | null
}

/** A picture of a unit, as the call and the gallery show it. */
export type UnitImage = {
  id: string
  category: string
  gcsPath: string
  altText: string
  width: number
  height: number
}

export type PropertyReview = {
  id: string
  author: string
  body: string
  source: string
  sourceUrl: string | null
  reviewedOn: string | null
  sample: boolean
}

/** A home with everything its page shows, but for its prices and nights. */
export type PropertyView = Omit<PropertyCard, 'picture' | 'cardText' | 'badge'> & {
  title: string
  description: string
  address: { city: string | null; region: string | null; postalCode: string | null; country: string }
  latitude: number | null
  longitude: number | null
  floorArea: number | null
  amenities: string[]
  highlights: string[]
  rules: string[]
  checkInTime: string
  checkOutTime: string
  maxInfants: number
  maxPets: number
  licenceNumber: string | null
  bookingReference: string
  hasRates: boolean
  presentation: Presentation
  pictures: Picture[]
  units: { id: string; name: string; images: UnitImage[] }[]
  rooms: { id: string; name: string; beds: Bed[] }[]
  reviews: PropertyReview[]
}

/** The gallery's groups that have pictures, in order, each with its pictures; the label stands in for a missing alt text. */
export function galleryGroups(
  gallery: Presentation['gallery'],
  images: readonly UnitImage[],
): { category: string; label: string; images: UnitImage[] }[] {
  return gallery.groups
    .map(({ category, label }) => ({
      category,
      label,
      images: images
        .filter((image) => image.category === category)
        .map((image) => ({ ...image, altText: image.altText || label })),
    }))
    .filter((group) => group.images.length > 0)
}
