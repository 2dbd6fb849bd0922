import { formatSpan, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, numericFromCents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import { BEDS } from './beds.ts'
import { featuresOf } from './fact-features.ts'
import type { PropertyView } from './properties.ts'
import { imageAddress } from './properties.ts'

/** Search engines list a vacation rental from this many images on. */
export const FEWEST_IMAGES = 8

/** The property types that the markup supports, by the type in our record. */
const KINDS: Record<string, string> = {
  apartment: 'Apartment',
  bungalow: 'Bungalow',
  cabin: 'Cabin',
  chalet: 'Chalet',
  condo: 'Apartment',
  cottage: 'Cottage',
  home: 'House',
  house: 'House',
  townhome: 'House',
  villa: 'Villa',
}

/** A stay that can be booked now: its query in the address of the property's page, and its total. */
type OfferedStay = { checkIn: IsoDate; checkOut: IsoDate; guests: number; query: string; total: Cents }

/**
 * A property as schema.org's VacationRental, by Google's vacation rental documentation. The offer is the price of one
 * stay in US dollars, if there is one. It leads to the stay, and ends with its check-in. Null when required data is
 * missing: incomplete markup counts as an error, no markup does not. Only reviews of real stays are counted: samples must
 * never appear here, and those of other sites may not.
 */
export function vacationRentalSchema(
  property: PropertyView,
  siteUrl: string,
  open: OfferedStay | null = null,
): Record<string, unknown> | null {
  const { latitude, longitude } = property
  const paths = [
    ...property.images.map((image) => image.src),
    ...property.units.flatMap((unit) => unit.images.map((image) => image.gcsPath)),
  ]
  const images = new Set(paths.map((path) => new URL(imageAddress(path), siteUrl).href))
  if (latitude === null || longitude === null || images.size < FEWEST_IMAGES) return null
  const url = `${siteUrl}${property.path}`
  const { city, region, postalCode, country } = property.address
  // JSON leaves out undefined members.
  return {
    '@context': 'https://schema.org',
    '@type': 'VacationRental',
    additionalType: KINDS[property.propertyType.toLowerCase()],
    identifier: property.id,
    name: property.title,
    description: property.description || undefined,
    url,
    image: [...images],
    latitude: latitude.toFixed(5),
    longitude: longitude.toFixed(5),
    address: {
      '@type': 'PostalAddress',
      addressLocality: city || undefined,
      addressRegion: region || undefined,
      postalCode: postalCode || undefined,
      addressCountry: country,
    },
    checkinTime: clockTime(property.checkInTime),
    checkoutTime: clockTime(property.checkOutTime),
    containsPlace: accommodation(property),
    offers: property.hasRates ? offerOf(url, open) : undefined,
    ...ratingOf(property),
  }
}

/** From this many reviews on, an average says something. */
const FEWEST_REVIEWS = 3

function ratingOf({ reviews }: PropertyView) {
  const ofStays = reviews.flatMap(({ author, body, ofStay }) => (ofStay ? [{ author, body, ...ofStay }] : []))
  if (ofStays.length < FEWEST_REVIEWS) return {}
  const sum = ofStays.reduce((stars, review) => stars + review.stars, 0)
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: (sum / ofStays.length).toFixed(1),
      reviewCount: ofStays.length,
      bestRating: 5,
    },
    review: ofStays.map(({ author, body, stars }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: author },
      reviewBody: body,
      reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5 },
    })),
  }
}

/** A crawler may show the price for weeks. So it is that of a stay that the link chooses, and not one per night. */
function offerOf(url: string, open: OfferedStay | null) {
  const offer = { '@type': 'Offer', priceCurrency: 'USD', availability: 'https://schema.org/InStock', url }
  if (!open) return offer
  const { checkIn, checkOut, guests, query, total } = open
  return {
    ...offer,
    url: `${url}?${query}`,
    name: `${formatSpan(checkIn, checkOut)}, ${countOf(guests, 'guest')}, taxes and fees included`,
    price: numericFromCents(total),
    priceValidUntil: checkIn,
    availabilityStarts: checkIn,
    availabilityEnds: checkOut,
  }
}

function accommodation(property: PropertyView) {
  const beds = Map.groupBy(
    property.rooms.flatMap((room) => room.beds),
    (bed) => BEDS[bed.kind].type,
  )
  const feature = (name: string, value: boolean | string) => ({
    '@type': 'LocationFeatureSpecification',
    name,
    value,
  })
  const names = new Set([...listedFeatures(property.amenities), ...factFeatures(property)])
  const features = [...names].sort().map((name) => feature(name, true))
  if (property.licenseNumber) features.push(feature('licenseNum', property.licenseNumber))
  return {
    '@type': 'Accommodation',
    additionalType: 'EntirePlace',
    // If only bedrooms are recorded, the number of rooms is unknown.
    numberOfRooms: property.rooms.length > property.bedrooms ? property.rooms.length : undefined,
    numberOfBedrooms: property.bedrooms,
    numberOfBathroomsTotal: property.bathrooms,
    occupancy: { '@type': 'QuantitativeValue', value: property.maxGuests },
    floorSize: property.floorArea
      ? { '@type': 'QuantitativeValue', value: property.floorArea, unitCode: 'FTK' }
      : undefined,
    petsAllowed: property.maxPets > 0,
    bed:
      beds.size > 0
        ? [...beds].map(([typeOfBed, group]) => ({
            '@type': 'BedDetails',
            typeOfBed,
            numberOfBeds: group.reduce((sum, bed) => sum + bed.count, 0),
          }))
        : undefined,
    amenityFeature: features.length > 0 ? features : undefined,
  }
}

/** `4:00 PM` as `16:00:00`; undefined for any other text. */
function clockTime(text: string): string | undefined {
  const match = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(text)
  if (!match) return undefined
  const hour = (Number(match[1]) % 12) + (match[3] === 'PM' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${match[2]}:00`
}

/**
 * The amenities that Google's vacation rental markup supports, and the words that match them. Nothing is claimed that the
 * property's own text does not say. Pets are left out because the property's limit says whether they may come.
 * Source: https://developers.google.com/search/docs/appearance/structured-data/vacation-rental
 */
const FEATURES = {
  ac: /\bair[- ]condition/,
  airportShuttle: /\bairport (?:shuttle|transfer)/,
  balcony: /\bbalcon(?:y|ies)\b/,
  beachAccess: /\bpublic beach\b|\bbeach access\b/,
  childFriendly: /\bchild(?:ren)?\b|\bkids?\b/,
  crib: /\bcribs?\b/,
  elevator: /\belevators?\b/,
  fireplace: /\bfireplaces?\b/,
  freeBreakfast: /\bbreakfast included\b|\bfree breakfast\b/,
  gymFitnessEquipment: /\bgym\b|\bfitness\b/,
  heating: /\bheating\b/,
  hotTub: /\bhot tubs?\b/,
  ironingBoard: /\bironing boards?\b/,
  kitchen: /(?<!\boutdoor )\bkitchens?\b/,
  microwave: /\bmicrowaves?\b/,
  outdoorGrill: /\bgrills?\b|\bbarbecues?\b|\bbbq\b/,
  ovenStove: /\bovens?\b|\bcooktops?\b|^range\b/,
  patio: /\bpatios?\b|\bdecks?\b|\bterraces?\b/,
  pool: /\bpools?\b(?! table)/,
  privateBeachAccess: /\bprivate beach\b/,
  selfCheckinCheckout: /\bself[- ]check-?in\b/,
  smokingAllowed: /\bsmoking allowed\b/,
  tv: /\btvs?\b|\btelevisions?\b/,
  washerDryer: /\bwashers?\b|\blaundry\b|(?<!\bhair )\bdryers?\b/,
  wheelchairAccessible: /\bwheelchair[- ]accessible\b/,
  wifi: /\bwi-?fi\b/,
} as const

type ListedFeature = keyof typeof FEATURES

/** The listed names that the facts of a property say. */
function factFeatures({ facts, rooms }: PropertyView): ListedFeature[] {
  const features = featuresOf(facts, rooms)
  const says: Partial<Record<ListedFeature, boolean>> = {
    ac: features.includes('cooling'),
    crib: features.includes('crib'),
    elevator: facts.access?.elevator === true,
    heating: facts.heating !== undefined,
    tv: (facts.tvs?.count ?? 0) > 0,
    washerDryer: features.includes('laundry'),
    wifi: features.includes('wifi'),
  }
  return (Object.keys(says) as ListedFeature[]).filter((name) => says[name])
}

/** The listed names of these amenities, each once. An amenity that says something is absent does not count. */
export function listedFeatures(amenities: readonly string[]): ListedFeature[] {
  const available = amenities
    .map((amenity) => amenity.toLowerCase())
    .filter((amenity) => !/\b(?:no|not|without)\b/.test(amenity))
  const names = Object.keys(FEATURES) as ListedFeature[]
  return names.filter((name) => available.some((amenity) => FEATURES[name].test(amenity)))
}
