import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAvailability } from '#app/features/availability/availability.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Party } from '#app/shared/stay.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeDate, makeImport, makePricedProperty, testServices } from '#test/factories.ts'
import { searchProperties } from './search.server.ts'
import { type PropertySearch, SORTS } from './search.ts'

const START = '2027-08-25'
const int = (min: number, max: number) => fc.integer({ min, max })
const span = fc.record({ at: int(0, 30), nights: int(1, 9) })
const properties = fc.array(
  fc.record({
    maxGuests: int(2, 9),
    maxPets: int(0, 2),
    bedrooms: int(1, 5),
    price: int(200, 900),
    checkInDays: fc.constantFrom<number[] | null>(null, null, [6], [1, 5]),
    noticeDays: int(0, 3),
    location: fc.constantFrom('Steamboat Springs, Colorado', 'Lake Keowee, South Carolina'),
    stays: fc.array(span, { maxLength: 3 }),
    blocked: fc.array(int(0, 30), { maxLength: 2 }),
    dear: fc.array(int(0, 30), { maxLength: 3 }),
  }),
  { minLength: 5, maxLength: 9 },
)
const searches = fc.array(
  fc.record({
    at: int(0, 30),
    nights: int(1, 8),
    adults: int(1, 16),
    children: int(0, 4),
    infants: int(0, 2),
    pets: int(0, 2),
    bedrooms: fc.option(int(1, 6), { nil: undefined }),
    location: fc.option(fc.constantFrom('steamboat', 'keowee'), { nil: undefined }),
    maxPrice: fc.option(int(100_000, 900_000), { nil: undefined }),
    flexible: fc.option(int(1, 6), { nil: undefined }),
    sort: fc.option(fc.constantFrom(...SORTS), { nil: undefined }),
  }),
  { minLength: 8, maxLength: 8 },
)
type MadeProperty = { id: string; bedrooms: number; location: string }

describeWithDatabase('search results', (database) => {
  const priceOf = async (propertyId: string, stay: Party & { checkIn: IsoDate; checkOut: IsoDate }) => {
    const check = await checkAvailability(testServices(database()), { propertyId, ...stay })
    return check.ok ? check.price.total : null
  }

  async function makeWorld(
    world: typeof properties extends fc.Arbitrary<infer World> ? World : never,
  ): Promise<MadeProperty[]> {
    const { db } = database()
    const made: MadeProperty[] = []
    for (const { stays, blocked, dear, price, ...property } of world) {
      const id = await makePricedProperty(db, { ...property, pricePerNight: String(price) })
      made.push({ id, ...property })
      let free = 0
      for (const { at, nights } of stays.toSorted((a, b) => a.at - b.at)) {
        const from = addDays(START, Math.max(at, free))
        await makeBooking(db, id, { from, to: addDays(from, nights) })
        free = Math.max(at, free) + nights
      }
      if (dear[0] !== undefined)
        await makeImport(db, id, { from: addDays(START, dear[0]), to: addDays(START, dear[0] + 1) })
      for (const at of new Set(blocked)) await makeDate(db, id, addDays(START, at), { blocked: true })
      for (const at of new Set(dear.filter((day) => !blocked.includes(day)))) {
        await makeDate(db, id, addDays(START, at), { price: '1234.56' })
      }
    }
    return made
  }

  async function holds(
    made: MadeProperty[],
    { at, nights, ...rest }: { at: number; nights: number } & Omit<PropertySearch, 'checkIn' | 'checkOut'>,
  ) {
    const checkIn = addDays(START, at)
    const search: PropertySearch = { ...rest, checkIn, checkOut: addDays(checkIn, nights) }
    const found = await searchProperties(testServices(database()), search)
    if (!found.ok) throw new Error(found.message)

    const bookable = new Map<string, number>()
    for (const { id, bedrooms, location } of made) {
      const total = await priceOf(id, search)
      const fits = bedrooms >= (rest.bedrooms ?? 0) && location.toLowerCase().includes(rest.location ?? '')
      if (total !== null && fits && total <= (rest.maxPrice ?? total)) bookable.set(id, total)
    }
    expect(new Map(found.properties.map(({ id, total }) => [id, total]))).toEqual(bookable)
    expect(found.count).toBe(bookable.size)

    for (const other of found.alternatives) {
      expect(bookable.has(other.id)).toBe(false)
      expect(other.total).toBe(await priceOf(other.id, { ...search, checkIn: other.checkIn, checkOut: other.checkOut }))
      const days = Math.max(rest.flexible ?? 0, found.count === 0 ? 7 : 0)
      expect(other.checkIn >= addDays(search.checkIn, -days) && other.checkOut <= addDays(search.checkOut, days)).toBe(
        true,
      )
    }
    for (const { total, properties: together } of found.combinations) {
      const totals = await Promise.all(
        together.map((property) => priceOf(property.id, { ...search, ...property.party })),
      )
      expect(totals).toEqual(together.map((property) => property.total))
      expect(together.reduce((sum, property) => sum + property.total, 0)).toBe(total)
      expect(together.reduce((sum, property) => sum + property.party.adults + property.party.children, 0)).toBe(
        rest.adults + rest.children,
      )
      expect(new Set(together.map((property) => property.location)).size).toBe(1)
    }
  }

  test('every result can be booked at its total, and every bookable property is shown', async () => {
    await fc.assert(
      fc.asyncProperty(properties, searches, async (world, asked) => {
        await database().reset()
        const made = await makeWorld(world)
        for (const search of asked) await holds(made, search)
      }),
      { numRuns: 4, endOnFailure: true },
    )
  }, 60_000)
})
