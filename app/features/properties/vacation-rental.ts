import { BEDS } from './beds.ts'
import type { PropertyView } from './properties.ts'
import { imageAddress } from './properties.ts'

/** So many images a listing has at least. */
const FEWEST_IMAGES = 8

/** The kinds of home that the markup has names for, by the word of the record. */
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

/**
 * A home as schema.org's VacationRental, by Google's vacation rental documentation, with the offer in US dollars. Null where
 * something required is not known: markup that lacks it counts as an error, none at all does not. Reviews are left out: samples
 * must never stand here.
 */
export function vacationRentalSchema(property: PropertyView, siteUrl: string): Record<string, unknown> | null {
  const { latitude, longitude } = property
  const paths = [
    ...property.pictures.map((picture) => picture.src),
    ...property.units.flatMap((unit) => unit.images.map((image) => image.gcsPath)),
  ]
  const images = new Set(paths.map((path) => new URL(imageAddress(path), siteUrl).href))
  if (latitude === null || longitude === null || images.size < FEWEST_IMAGES) return null
  const url = `${siteUrl}${property.path}`
  const { city, region, postalCode, country } = property.address
  // A property that is undefined is left out of the JSON.
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
    offers: property.hasRates
      ? { '@type': 'Offer', priceCurrency: 'USD', availability: 'https://schema.org/InStock', url }
      : undefined,
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
  const features = listedFeatures(property.amenities).map((name) => feature(name, true))
  if (property.licenceNumber) features.push(feature('licenseNum', property.licenceNumber))
  return {
    '@type': 'Accommodation',
    additionalType: 'EntirePlace',
    // Where only bedrooms are recorded, how many rooms there are is not known.
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

/** `4:00 PM` as `16:00:00`; nothing for a time in other words. */
function clockTime(text: string): string | undefined {
  const match = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(text)
  if (!match) return undefined
  const hour = (Number(match[1]) % 12) + (match[3] === 'PM' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${match[2]}:00`
}

/**
 * The amenities that Google's vacation rental markup has names for, and the words of an amenity that mean them. What a home's
 * own words do not say is not claimed; pets are left out because the home's limit says whether they may come.
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

/** The names of what these amenities are, each once. An amenity that says what is not there means none. */
export function listedFeatures(amenities: readonly string[]): ListedFeature[] {
  const said = amenities
    .map((amenity) => amenity.toLowerCase())
    .filter((amenity) => !/\b(?:no|not|without)\b/.test(amenity))
  const names = Object.keys(FEATURES) as ListedFeature[]
  return names.filter((name) => said.some((amenity) => FEATURES[name].test(amenity)))
}
