import { BEDS, type BedKind } from './beds.ts'
import { pictureAddress } from './picture-address.ts'
import type { PropertyView } from './properties.ts'

/**
 * A home as schema.org's VacationRental, by Google's vacation rental documentation (decision 12): identifier, images, place with
 * five decimals, the accommodation with beds, occupancy and floor, and the offer in US dollars that the specification names.
 * Reviews are left out: samples must never stand here.
 */
export function vacationRentalSchema(home: PropertyView, siteUrl: string): Record<string, unknown> {
  const paths = [
    ...home.pictures.map((picture) => picture.src),
    ...home.units.flatMap((unit) => unit.images.map((image) => image.gcsPath)),
  ]
  const images = new Set(paths.map((path) => new URL(pictureAddress(path), siteUrl).href))
  const beds = home.rooms.flatMap((room) => room.beds)
  const totals = Object.entries(Object.groupBy(beds, (bed) => bed.kind)) as [BedKind, typeof beds][]
  const amenity = (name: string) => ({ '@type': 'LocationFeatureSpecification', name, value: true })
  return {
    '@context': 'https://schema.org',
    '@type': 'VacationRental',
    identifier: home.id,
    name: home.title,
    description: home.description,
    url: `${siteUrl}${home.path}`,
    image: [...images],
    ...(home.latitude === null ? {} : { latitude: home.latitude.toFixed(5) }),
    ...(home.longitude === null ? {} : { longitude: home.longitude.toFixed(5) }),
    address: {
      '@type': 'PostalAddress',
      ...(home.address.city && { addressLocality: home.address.city }),
      ...(home.address.region && { addressRegion: home.address.region }),
      ...(home.address.postalCode && { postalCode: home.address.postalCode }),
      addressCountry: home.address.country,
    },
    checkinTime: clockTime(home.checkInTime),
    checkoutTime: clockTime(home.checkOutTime),
    containsPlace: {
      '@type': 'Accommodation',
      additionalType: 'EntirePlace',
      numberOfRooms: home.bedrooms,
      numberOfBedrooms: home.bedrooms,
      numberOfBathroomsTotal: home.bathrooms,
      occupancy: { '@type': 'QuantitativeValue', maxValue: home.maxGuests, unitText: 'guests' },
      ...(home.floorArea
        ? { floorSize: { '@type': 'QuantitativeValue', value: home.floorArea, unitCode: 'FTK' } }
        : {}),
      bed: totals.map(([kind, group]) => ({
        '@type': 'BedDetails',
        typeOfBed: BEDS[kind].type,
        numberOfBeds: group.reduce((sum, bed) => sum + bed.count, 0),
      })),
      amenityFeature: home.amenities.map(amenity),
    },
    ...(home.hasRates
      ? {
          offers: {
            '@type': 'Offer',
            priceCurrency: 'USD',
            availability: 'https://schema.org/InStock',
            url: `${siteUrl}${home.path}`,
          },
        }
      : {}),
  }
}

/** `4:00 PM` as `16:00:00`; a time in other words stays as it is. */
function clockTime(text: string): string {
  const match = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(text)
  if (!match) return text
  const hour = (Number(match[1]) % 12) + (match[3] === 'PM' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${match[2]}:00`
}
