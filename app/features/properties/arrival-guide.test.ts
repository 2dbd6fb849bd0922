import { expect, test } from 'vitest'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty } from '#test/factories.ts'
import { getGuideOutline } from './arrival-guide.server.ts'
import { arrivalLines, type GuideOutline } from './arrival-guide.ts'
import { arrivalGuides } from './properties.tables.server.ts'
import { hasStreet } from './properties.ts'

const ADDRESS = 'Your confirmation has the exact address.'

test('a property says before booking what its guests will read, and from when', () => {
  const parts = ['directions', 'parking', 'whom to call at night']
  const lines = (guide: GuideOutline | null, hasStreet = true) => arrivalLines({ guide, hasStreet })
  const secrets = ['the door code']
  expect(lines({ shownDays: 14, parts, secrets, codesOpen: true })).toEqual([
    ADDRESS,
    'Directions, parking, and whom to call at night are on your private page from 14 days before check-in.',
    'The door code is there from 2 days before check-in.',
  ])
  expect(lines({ shownDays: 1, parts: ['parking'], secrets, codesOpen: false })).toEqual([
    ADDRESS,
    'Parking is on your private page from the day before check-in.',
    'The door code is there from the day before check-in, once your stay is paid.',
  ])
  const both = ['the door code', 'the Wi-Fi password']
  expect(lines({ shownDays: 0, parts: [], secrets: both, codesOpen: false }).at(-1)).toBe(
    'The door code and the Wi-Fi password are there on the day of check-in, once your stay is paid.',
  )
  expect(lines({ shownDays: 14, parts: [], secrets: [], codesOpen: false })).toEqual([ADDRESS])
  expect(lines(null)).toEqual([ADDRESS])
  expect(lines(null, false)).toEqual([])
})

test('an address names more than the town only if something stands before it', () => {
  const street = (address: string, city: string | null = 'West Union') =>
    hasStreet({ address, city, location: 'Hayden, Colorado' })
  expect(street('12 Cove Road, West Union, SC 29696')).toBe(true)
  expect(street('Blue Paddle Lane, West Union')).toBe(true)
  expect(street('West Union, SC 29696')).toBe(false)
  expect(street('Hayden, Colorado', null)).toBe(false)
  expect(street('3 Main Street, Hayden', null)).toBe(true)
})

describeWithDatabase('the outline of an arrival guide', (database) => {
  test('names what the operator has filled, and has nothing of it', async () => {
    const { db } = database()
    const [propertyId, other] = [await makePricedProperty(db), await makePricedProperty(db)]
    const guide = {
      directions: 'Follow the gravel road.',
      wifiName: '',
      doorCode: '2468#',
      nightPhone: '(864) 555-0142',
    }
    await db.insert(arrivalGuides).values({ propertyId, shownDays: 10, ...guide })
    expect(await getGuideOutline(db, propertyId)).toEqual({
      shownDays: 10,
      parts: ['directions', 'whom to call at night'],
      secrets: ['the door code'],
      codesOpen: false,
    })
    expect(await getGuideOutline(db, other)).toBeNull()
  })
})
