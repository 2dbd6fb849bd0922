import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combineProperties, shareParty } from './combinations.server.ts'

const property = (id: string, maxGuests: number, change: object = {}) => ({
  id,
  maxGuests,
  maxInfants: 1,
  maxPets: 0,
  location: 'Steamboat',
  estimate: maxGuests * 100,
  ...change,
})
const party = (adults: number, children = 0, infants = 0, pets = 0) => ({ adults, children, infants, pets })
const named = (found: { id: string }[][]) => found.map((together) => together.map(({ id }) => id).join('+'))

test('a party too large for one property gets two or three at one location, cheapest first', () => {
  const properties = [
    property('a', 9),
    property('b', 8),
    property('c', 4, { estimate: 100 }),
    property('lake', 20, { location: 'Keowee' }),
  ]
  expect(named(combineProperties(properties, party(12)))).toEqual(['b+c', 'a+c', 'a+b'])
  expect(named(combineProperties(properties, party(20)))).toEqual(['a+b+c'])
  expect(named(combineProperties(properties, party(22)))).toEqual([])
})

test('no combination contains a superfluous property, and one alone is not a combination', () => {
  const properties = [property('a', 9), property('b', 8), property('c', 8)]
  expect(named(combineProperties(properties, party(8)))).toEqual([])
  expect(named(combineProperties(properties, party(17)))).toEqual(['a+b', 'a+c'])
})

test('each property needs an adult', () => {
  expect(combineProperties([property('a', 4), property('b', 4)], party(1, 7))).toEqual([])
  expect(shareParty([property('a', 4), property('b', 4)], party(2, 6))).toEqual([party(1, 3), party(1, 3)])
})

test('pets stay together because each property charges its fee', () => {
  const properties = [property('a', 4, { maxPets: 1 }), property('b', 4, { maxPets: 3 })]
  expect(shareParty(properties, party(6, 0, 0, 3))?.map(({ pets }) => pets)).toEqual([0, 3])
  expect(shareParty(properties, party(6, 0, 0, 5))).toBeNull()
})

test('a location with a thousand properties is searched at once, with valid results', () => {
  const properties = Array.from({ length: 1000 }, (_, index) =>
    property(`${index}`, 2 + (index % 14), { estimate: 1 + index }),
  )
  const found = combineProperties(properties, party(30))
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(286)
  for (const together of found) expect(shareParty(together, party(30))).not.toBeNull()
})

const count = (max: number) => fc.integer({ min: 0, max })
test('the shares add up to the party, and none exceeds its property', () => {
  const properties = fc.array(
    fc.record({ maxGuests: fc.integer({ min: 1, max: 12 }), maxInfants: count(3), maxPets: count(3) }),
    { minLength: 1, maxLength: 3 },
  )
  const parties = fc.record({ adults: count(20), children: count(15), infants: count(5), pets: count(5) })
  fc.assert(
    fc.property(properties, parties, (some, whole) => {
      const shares = shareParty(some, whole)
      if (!shares) return
      for (const part of ['adults', 'children', 'infants', 'pets'] as const) {
        expect(shares.reduce((sum, share) => sum + share[part], 0)).toBe(whole[part])
      }
      for (const [index, share] of shares.entries()) {
        const room = some[index]
        expect(share.adults).toBeGreaterThan(0)
        expect(share.adults + share.children).toBeLessThanOrEqual(room?.maxGuests ?? 0)
        expect(share.infants).toBeLessThanOrEqual(room?.maxInfants ?? 0)
        expect(share.pets).toBeLessThanOrEqual(room?.maxPets ?? 0)
      }
    }),
  )
})
