import { expect, test } from 'vitest'
import { presentationSchema } from './presentation.ts'
import type { PropertyView, UnitImage } from './properties.ts'
import { vacationRentalSchema } from './vacation-rental.ts'

const picture = { alt: 'The dock', width: 1600, height: 1066, placeholder: null }
const image: UnitImage = { ...picture, id: '1', category: 'recreation', altText: 'The dock', gcsPath: '' }

function cabin(change: Partial<PropertyView> = {}): PropertyView {
  return {
    id: 'b160e97b-d272-4fed-8a12-6b9ce69a0587',
    slug: 'cabin',
    path: '/property/cabin',
    name: 'Cabin',
    title: 'A cabin by the cove',
    description: 'A cabin for tests.',
    location: 'West Union, SC',
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
    map: null,
    pictures: [],
    units: [],
    rooms: [],
    reviews: [],
    ...change,
  }
}

const said = (change?: Partial<PropertyView>) => vacationRentalSchema(cabin(change), 'https://homes.example')

test('search engines are told where each picture is served, once, also where it is written the older way', () => {
  const images = ['/objects/homes/dock.jpg', '@assets/beach.jpg'].map((gcsPath) => ({ ...image, gcsPath }))
  const pictures = [{ ...picture, src: '/objects/homes/dock.jpg' }]
  expect(said({ pictures, units: [{ id: '1', name: 'The cabin', images }] }).image).toEqual([
    'https://homes.example/objects/homes/dock.jpg',
    'https://homes.example/attached_assets/beach.jpg',
  ])
})

test('what is not known of an address is left out', () => {
  const address = { city: 'West Union', region: null, postalCode: null, country: 'US' }
  expect(said({ address }).address).toEqual({
    '@type': 'PostalAddress',
    addressLocality: 'West Union',
    addressCountry: 'US',
  })
  expect(said().address).toMatchObject({ addressRegion: 'SC', postalCode: '29696' })
})

test('places have five decimals and times are those of a day of 24 hours', () => {
  expect(said()).toMatchObject({ latitude: '34.79840', longitude: '-82.88650', checkinTime: '16:00:00' })
  expect(said({ latitude: null })).not.toHaveProperty('latitude')
})

test('beds of a kind are counted over all rooms', () => {
  const king = { kind: 'king' as const, count: 1 }
  const rooms = [
    { id: '1', name: 'Cove suite', beds: [king] },
    { id: '2', name: 'Loft', beds: [king, { kind: 'twin' as const, count: 2 }] },
  ]
  const { bed } = said({ rooms }).containsPlace as { bed: { typeOfBed: string; numberOfBeds: number }[] }
  expect(bed.map(({ typeOfBed, numberOfBeds }) => [typeOfBed, numberOfBeds])).toEqual([
    ['King', 2],
    ['Twin', 2],
  ])
})

test('a home without rates offers nothing for sale', () => {
  expect(said()).toHaveProperty('offers')
  expect(said({ hasRates: false })).not.toHaveProperty('offers')
})
