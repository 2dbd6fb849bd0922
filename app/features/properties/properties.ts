import type { ImageSource } from '#app/features/media/media.ts'
import { countOf } from '#app/shared/words.ts'
import type { DrawnMap } from './drawn-map.ts'
import type { Bed, Presentation } from './presentation.ts'

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
  picture: ImageSource | null
}

/** A picture of a unit, as the call and the gallery show it. */
export type UnitImage = {
  category: string
  gcsPath: string
  altText: string
  width: number
  height: number
  /** In the call's answer; the page does without its weight. */
  placeholder: string | null
}

export type PropertyReview = {
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
  propertyType: string
  address: { city: string | null; region: string | null; postalCode: string | null; country: string }
  latitude: number | null
  longitude: number | null
  floorArea: number | null
  amenities: string[]
  highlights: string[]
  /** First who may come beside the guests, by the limits; then the operator's own. */
  rules: string[]
  checkInTime: string
  checkOutTime: string
  maxInfants: number
  maxPets: number
  licenceNumber: string | null
  bookingReference: string
  hasRates: boolean
  /** The terms of cancellation in a sentence, said with the rules and before booking. */
  cancellation: string
  presentation: Omit<Presentation, 'surroundings'>
  /** Null where it is not known what lies around the home, or where it is. */
  map: DrawnMap | null
  pictures: ImageSource[]
  units: { id: string; name: string; images: UnitImage[] }[]
  /** Those to sleep in, and the others that are known, without beds. */
  rooms: { name: string; beds: Bed[] }[]
  reviews: PropertyReview[]
}

/** The capacity in the card's words: `Sleeps 23` or `14 guests`. */
export function capacityText(property: { capacityWord: 'sleeps' | 'guests'; maxGuests: number }): string {
  return property.capacityWord === 'sleeps' ? `Sleeps ${property.maxGuests}` : countOf(property.maxGuests, 'guest')
}

/** Where a picture of the gallery is served; `@assets/` is an older way to write `/attached_assets/`. */
export function imageAddress(gcsPath: string): string {
  return gcsPath.replace(/^@assets\//, '/attached_assets/')
}
