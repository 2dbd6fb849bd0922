import { expect, test } from 'vitest'
import { propertyView } from '#test/property-view.ts'
import { vacationRentalMarkup } from '#test/vacation-rental-markup.ts'
import type { PropertyView } from './properties.ts'
import type { UnitImage } from './property-answers.ts'
import { listedFeatures, vacationRentalSchema } from './vacation-rental.ts'

const image = { category: 'recreation', altText: 'The dock', width: 1600, height: 1066, placeholder: null }
const unitOf = (paths: string[]) => ({
  id: '1',
  name: 'The cabin',
  images: paths.map((gcsPath): UnitImage => ({ ...image, gcsPath })),
})
const eight = Array.from({ length: 8 }, (_, at) => `/objects/homes/dock-${at}.jpg`)

/** The page's structured data, as search engines read it. */
function markup(change?: Partial<PropertyView>): Record<string, unknown> | null {
  const property = propertyView({ units: [unitOf(eight)], ...change })
  return JSON.parse(JSON.stringify(vacationRentalSchema(property, 'https://homes.example')))
}
const placeOf = (change: Partial<PropertyView>) => markup(change)?.containsPlace

test('a property with eight images and a location is marked up as Google documents', () => {
  expect(vacationRentalMarkup.parse(markup())).toEqual(markup())
  expect(markup()).toMatchObject({
    additionalType: 'Cabin',
    containsPlace: { occupancy: { value: 14 }, petsAllowed: true },
  })
})

test('the offer is one stay with its whole price, and ends with its check-in; without one it has no price', () => {
  const query = 'checkin=2027-12-02&checkout=2027-12-04&adults=2'
  const open = { checkIn: '2027-12-02', checkOut: '2027-12-04', guests: 2, query, total: 103_500 }
  const property = propertyView({ units: [unitOf(eight)] })
  const rental = vacationRentalMarkup.parse(
    JSON.parse(JSON.stringify(vacationRentalSchema(property, 'https://homes.example', open))),
  )
  expect(rental.offers).toMatchObject({
    url: `${rental.url}?${query}`,
    name: 'Dec 2–4, 2 guests, taxes and fees included',
    price: '1035.00',
    priceValidUntil: '2027-12-02',
    availabilityEnds: '2027-12-04',
  })
  expect(markup()?.offers).not.toHaveProperty('price')
})

test.each<[string, Partial<PropertyView>]>([
  ['latitude', { latitude: null }],
  ['longitude', { longitude: null }],
  ['eighth image', { units: [unitOf(eight.slice(1))] }],
  ['eighth image, when one stands twice,', { units: [unitOf([...eight.slice(1), '/objects/homes/dock-1.jpg'])] }],
])('a property without %s has no markup instead of invalid markup', (_, change) => {
  expect(markup(change)).toBeNull()
})

test('unknown details of a property are left out', () => {
  const bare = markup({
    propertyType: 'treehouse',
    description: '',
    address: { city: null, region: null, postalCode: '', country: 'US' },
    amenities: [],
    maxPets: 0,
    checkInTime: 'after lunch',
    checkOutTime: 'when you like',
    hasRates: false,
  })
  expect(vacationRentalMarkup.parse(bare)).toEqual(bare)
  expect(Object.keys(bare ?? {})).toEqual([
    ...['@context', '@type', 'identifier', 'name', 'url', 'image', 'latitude', 'longitude', 'address', 'containsPlace'],
  ])
  expect(bare).toMatchObject({ address: { '@type': 'PostalAddress', addressCountry: 'US' } })
  expect(bare?.containsPlace).toEqual({
    '@type': 'Accommodation',
    additionalType: 'EntirePlace',
    numberOfBedrooms: 5,
    numberOfBathroomsTotal: 3,
    occupancy: { '@type': 'QuantitativeValue', value: 14 },
    petsAllowed: false,
  })
})

test('each image appears once under its served address, even when it is stored in an older form', () => {
  const images = [{ src: '/objects/homes/dock-0.jpg', alt: 'The dock', width: 1600, height: 1066, placeholder: null }]
  expect(markup({ images, units: [unitOf([...eight, '@assets/beach.jpg'])] })?.image).toEqual(
    [...eight, '/attached_assets/beach.jpg'].map((path) => `https://homes.example${path}`),
  )
})

test('coordinates have five decimals and times use the 24-hour clock', () => {
  expect(markup()).toMatchObject({ latitude: '34.79840', longitude: '-82.88650', checkinTime: '16:00:00' })
})

test('beds of all rooms are counted under the listed names: twins and bunks are single, a sofa bed is double', () => {
  const rooms = [
    { name: 'Cove suite', beds: [{ kind: 'king' as const, count: 1 }] },
    {
      name: 'Loft',
      beds: [
        { kind: 'king' as const, count: 1 },
        { kind: 'twin' as const, count: 2 },
      ],
    },
    {
      name: 'Bunk room',
      beds: [
        { kind: 'bunk' as const, count: 4 },
        { kind: 'sofa-bed' as const, count: 1 },
      ],
    },
  ]
  const { bed } = placeOf({ rooms }) as { bed: { typeOfBed: string; numberOfBeds: number }[] }
  expect(bed.map(({ typeOfBed, numberOfBeds }) => [typeOfBed, numberOfBeds])).toEqual([
    ['King', 2],
    ['Single', 6],
    ['Double', 1],
  ])
})

test('the room count includes rooms without beds, and is absent when only bedrooms are known', () => {
  const rooms = ['One', 'Two', 'Kitchen'].map((name) => ({ name, beds: [] }))
  expect(placeOf({ rooms, bedrooms: 2 })).toMatchObject({ numberOfRooms: 3, numberOfBedrooms: 2 })
  expect(placeOf({ rooms, bedrooms: 3 })).not.toHaveProperty('numberOfRooms')
})

test('amenities use the listed names, each once; others are left out', () => {
  const amenities = ['Hot tub on the deck', 'Second hot tub', 'Private dock', 'Free Wi-Fi']
  const feature = (name: string, value: boolean | string = true) => ({
    '@type': 'LocationFeatureSpecification',
    name,
    value,
  })
  expect(placeOf({ amenities, licenseNumber: 'STR-7' })).toMatchObject({
    amenityFeature: [feature('hotTub'), feature('patio'), feature('wifi'), feature('licenseNum', 'STR-7')],
  })
})

test('facts are amenities too, and each stands once', () => {
  const facts = { wifi: {}, cooling: 'central' as const, children: { cribs: 1 }, access: { elevator: true } }
  const named = (change: Partial<PropertyView>) => {
    const { amenityFeature = [] } = placeOf(change) as { amenityFeature?: { name: string }[] }
    return amenityFeature.map(({ name }) => name)
  }
  expect(named({ amenities: ['Free Wi-Fi'], facts })).toEqual(['ac', 'crib', 'elevator', 'wifi'])
  expect(named({ amenities: [], facts: { cooling: 'none', laundry: 'none', tvs: { count: 0 } } })).toEqual([])
})

test.each([
  ['Pool table', []],
  ['Heated pool and a pool table', ['pool']],
  ['Stone outdoor kitchen with a grill', ['outdoorGrill']],
  ['Kitchen with an island', ['kitchen']],
  ['Dishwasher and hair dryer', []],
  ['Washer and dryer', ['washerDryer']],
  ['Mountain range views', []],
  ['Range and steel refrigerator', ['ovenStove']],
  ['No air conditioning', []],
  ['Private beach', ['privateBeachAccess']],
  ['Fire pit with four chairs on the sand', []],
])('%s is %j to search engines', (amenity, names) => {
  expect(listedFeatures([amenity])).toEqual(names)
})

test('a property without rates has no offer', () => {
  expect(markup()).toHaveProperty('offers')
  expect(markup({ hasRates: false })).not.toHaveProperty('offers')
})
