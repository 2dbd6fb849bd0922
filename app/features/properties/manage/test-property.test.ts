import { expect, test } from 'vitest'
import { parseTestProperty, testPropertyPayload } from './test-property.ts'

test('a test property has one bedroom, one bathroom, two guests, 100 a night and 50 for cleaning', () => {
  expect(testPropertyPayload({ name: 'Barn', description: 'A barn', location: 'Hayden, CO' })).toEqual({
    name: 'Barn',
    description: 'A barn',
    location: 'Hayden, CO',
    address: 'Hayden, CO',
    propertyType: 'home',
    bedrooms: 1,
    bathrooms: 1,
    maxGuests: 2,
    pricePerNight: 100,
    cleaningFee: 50,
  })
})

test('name, description and location are required, and spaces count as empty', () => {
  const form = new FormData()
  form.set('name', '  Barn ')
  form.set('description', '   ')
  expect(parseTestProperty(form).errors).toEqual({
    description: 'Please enter a description',
    location: 'Please enter a location',
  })
})
