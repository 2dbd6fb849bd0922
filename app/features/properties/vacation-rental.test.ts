import { expect, test } from 'vitest'
import { propertyView } from '#test/property-view.ts'
import type { PropertyView, UnitImage } from './properties.ts'
import { vacationRentalSchema } from './vacation-rental.ts'

const picture = { alt: 'The dock', width: 1600, height: 1066, placeholder: null }
const image: UnitImage = { ...picture, category: 'recreation', altText: 'The dock', gcsPath: '' }

const said = (change?: Partial<PropertyView>) => vacationRentalSchema(propertyView(change), 'https://homes.example')

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
    { name: 'Cove suite', beds: [king] },
    { name: 'Loft', beds: [king, { kind: 'twin' as const, count: 2 }] },
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
