import { presentationSchema } from '#app/features/properties/presentation.ts'
import type { PropertyView } from '#app/features/properties/properties.ts'

/** A property as its page gets it: the lake cabin's values without optional ones. Tests may override any value. */
export function propertyView(change: Partial<PropertyView> = {}): PropertyView {
  return {
    id: 'b160e97b-d272-4fed-8a12-6b9ce69a0587',
    slug: 'cabin',
    path: '/property/cabin',
    name: 'Cabin',
    title: 'A cabin by the cove',
    description: 'A cabin for tests.',
    location: 'West Union, SC',
    propertyType: 'cabin',
    place: 'lake',
    capacityWord: 'guests',
    maxGuests: 14,
    maxInfants: 3,
    maxPets: 2,
    bedrooms: 5,
    bathrooms: 3,
    floorArea: null,
    address: { city: 'West Union', region: 'SC', postalCode: '29696', country: 'US' },
    latitude: 34.7984,
    longitude: -82.8865,
    amenities: ['Private dock'],
    highlights: [],
    rules: [],
    checkInTime: '4:00 PM',
    checkOutTime: '11:00 AM',
    licenceNumber: null,
    bookingReference: 'cabin',
    hasRates: true,
    cancellation: '',
    presentation: presentationSchema.parse({}),
    facts: {},
    map: null,
    images: [],
    units: [],
    rooms: [],
    reviews: [],
    ...change,
  }
}
