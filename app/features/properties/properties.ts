import type { ImageSource } from '#app/features/media/media.ts'
import { countOf } from '#app/shared/words.ts'
import type { GuideOutline } from './arrival-guide.ts'
import type { DrawnMap } from './drawn-map.ts'
import type { Facts, RoomFacts } from './facts.ts'
import type { Host } from './host.ts'
import type { Bed, PagePresentation } from './presentation.ts'
import type { UnitImage } from './property-answers.ts'

/** A property as cards, results and the links at the end of a page show it. */
export type PropertyCard = {
  id: string
  slug: string
  path: string
  name: string
  location: string
  theme: 'mountain' | 'lake'
  maxGuests: number
  bedrooms: number
  bathrooms: number
  cardText: string
  badge: string | null
  capacityWord: 'sleeps' | 'guests'
  image: ImageSource | null
  /** The first few images, beginning with `image`. */
  images: ImageSource[]
}

/**
 * The price line of a card, in the order of its words. The dates stay in one line, and the total is emphasized. Below
 * it, each guest's and night's share.
 */
export type CardPrice = { before: string; dates: string; total: string | null; after: string; shares?: string }

export type PropertyReview = {
  author: string
  body: string
  source: string
  sourceUrl: string | null
  reviewedOn: string | null
  sample: boolean
  /** For a review that a guest wrote here. `stayedIn` is a month, as text. */
  ofStay: { stars: number; stayedIn: string; answer: string | null; images: ImageSource[] } | null
}

/** A property with everything its page shows, except prices and availability. */
export type PropertyView = Omit<PropertyCard, 'image' | 'images' | 'cardText' | 'badge'> & {
  /** Whether search engines may list it. */
  isListed: boolean
  title: string
  description: string
  propertyType: string
  address: { city: string | null; region: string | null; postalCode: string | null; country: string }
  hasStreet: boolean
  latitude: number | null
  longitude: number | null
  floorArea: number | null
  amenities: string[]
  highlights: string[]
  /** First the rules about pets and infants, from the limits; then the operator's own. */
  rules: string[]
  checkInTime: string
  checkOutTime: string
  maxInfants: number
  maxPets: number
  licenseNumber: string | null
  bookingReference: string
  hasRates: boolean
  /** The cancellation policy in one sentence, shown with the rules and before booking. */
  cancellation: string
  presentation: PagePresentation
  facts: Facts
  host: Host
  /** The contents of the arrival guide; null if there is none. */
  guide: GuideOutline | null
  /** Null when the surroundings or the location are unknown. */
  map: DrawnMap | null
  images: ImageSource[]
  units: { id: string; name: string; images: UnitImage[] }[]
  /** Bedrooms with their beds, then the other known rooms. */
  rooms: (RoomFacts & { name: string; beds: Bed[] })[]
  reviews: PropertyReview[]
}

/** The capacity as cards show it: `Sleeps 23` or `14 guests`. */
export function capacityText(property: { capacityWord: 'sleeps' | 'guests'; maxGuests: number }): string {
  return property.capacityWord === 'sleeps' ? `Sleeps ${property.maxGuests}` : countOf(property.maxGuests, 'guest')
}

/** Whether an address names more than the town. */
export function hasStreet({ address, city, location }: { address: string; city: string | null; location: string }) {
  const town = city ?? location.split(',')[0] ?? ''
  return address.split(town)[0]?.trim() !== ''
}

/** The address that serves a gallery image; `@assets/` is an older form of `/attached_assets/`. */
export function imageAddress(gcsPath: string): string {
  return gcsPath.replace(/^@assets\//, '/attached_assets/')
}
