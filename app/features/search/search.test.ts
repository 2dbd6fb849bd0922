import { expect, test } from 'vitest'
import { checkAvailability } from '#app/features/availability/availability.server.ts'
import { rooms } from '#app/features/properties/properties.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeHold, makePricedProperty, makeProperty, NOON, testServices } from '#test/factories.ts'
import { getLastDays, searchProperties } from './search.server.ts'
import type { PropertySearch } from './search.ts'
import { parseSearch } from './search-query.server.ts'

// Out of season: two nights minimum, Sunday to Thursday $480, cleaning $300, no taxes.
const october: PropertySearch = {
  checkIn: '2027-10-04',
  checkOut: '2027-10-08',
  adults: 2,
  children: 0,
  infants: 0,
  pets: 0,
}
const later = new Date(NOON.getTime() + 600_000)
const dated = (days: number) => ({ createdAt: new Date(NOON.getTime() + days * 86_400_000) })

describeWithDatabase('search', (database) => {
  const property = (change: Parameters<typeof makeProperty>[1] = {}) => makeProperty(database().db, change)
  const search = async (filters: Partial<PropertySearch> = {}) => {
    const found = await searchProperties(testServices(database()), { ...october, ...filters })
    if (!found.ok) throw new Error(found.message)
    return found
  }
  const ids = async (filters: Partial<PropertySearch>) => (await search(filters)).properties.map(({ id }) => id)

  test('names the last day of booking as the property does, in whichever time zone', async () => {
    const propertyId = await makePricedProperty(database().db)
    const services = testServices(database())
    const far = { ...october, checkIn: '2029-10-04', checkOut: '2029-10-08' }
    const refused = await checkAvailability(services, { ...far, propertyId })
    expect(refused).toMatchObject({
      reason: 'too-far',
      message: expect.stringContaining('Wednesday, November 22, 2028'),
    })
    expect(await searchProperties(services, far)).toEqual(refused)
    expect(await getLastDays(services)).toEqual({ checkIn: '2028-11-22', checkOut: '2029-01-21' })
    const lastDay = { ...october, checkIn: '2028-11-22', checkOut: '2028-11-24' }
    expect((await search(lastDay)).properties.map(({ id }) => id)).toEqual([propertyId])
  })

  test('filters by location, bedrooms, type, amenities and total work alone and together', async () => {
    const cabin = await property({
      propertyType: 'cabin',
      amenities: ['Private dock', 'Two hot tubs'],
      facts: { parking: { spaces: 2 }, cooling: 'none' },
      displayOrder: 1,
    })
    const condo = await property({
      location: 'Steamboat Springs, Colorado',
      region: 'CO',
      propertyType: 'condo',
      bedrooms: 3,
      amenities: ['Hot tub, shared', 'Sauna'],
      facts: { parking: { spaces: 1 }, ski: { storage: 'locker' }, cooling: 'central' },
      pricePerNight: '320',
      displayOrder: 2,
    })
    const both = [cabin, condo]
    const cases: [Partial<PropertySearch>, string[]][] = [
      [{ location: 'steamboat' }, [condo]],
      [{ location: 'CO' }, [condo]],
      [{ location: '100%_' }, []],
      [{ bedrooms: 3 }, both],
      [{ bedrooms: 4 }, [cabin]],
      [{ propertyType: 'Condo' }, [condo]],
      [{ amenities: ['hot tub'] }, both],
      [{ amenities: ['HOT TUB', 'sauna'] }, [condo]],
      [{ amenities: ['hot tub', 'helipad'] }, []],
      [{ amenities: ['Parking'] }, both],
      [{ amenities: ['Parking', 'Ski storage', 'sauna'] }, [condo]],
      [{ amenities: ['Air conditioning'] }, [condo]],
      [{ maxPrice: 158_000 }, [condo]],
      [{ minPrice: 158_001 }, [cabin]],
      [{ minPrice: 158_000, maxPrice: 222_000 }, both],
      [{ location: 'steamboat', bedrooms: 3, propertyType: 'condo', amenities: ['sauna'], maxPrice: 158_000 }, [condo]],
    ]
    for (const [filters, expected] of cases) expect([filters, await ids(filters)]).toEqual([filters, expected])
    expect(await search({ maxPrice: 158_000 })).toMatchObject({ count: 1, totals: { least: 158_000, most: 222_000 } })
  })

  test('results sort by total, age and confirmed bookings of the last year, and ties keep the operator’s order', async () => {
    const { db } = database()
    const a = await property({ displayOrder: 1, ...dated(-300) })
    const b = await property({ displayOrder: 2, pricePerNight: '300', ...dated(-10) })
    const c = await property({ displayOrder: 3, ...dated(-20) })
    const booked = (id: string, month: string, madeDaysAgo: number, status: 'confirmed' | 'pending' = 'confirmed') =>
      makeBooking(db, id, { from: `2028-${month}-01`, to: `2028-${month}-04` }, { status, ...dated(-madeDaysAgo) })
    await booked(c, '01', 364)
    await booked(c, '02', 1)
    await booked(a, '01', 2)
    await booked(b, '01', 366)
    await booked(b, '02', 1, 'pending')
    await booked(b, '03', 1, 'pending')
    expect(await ids({})).toEqual([a, b, c])
    expect(await ids({ sort: 'price_low' })).toEqual([b, a, c])
    expect(await ids({ sort: 'price_high' })).toEqual([a, c, b])
    expect(await ids({ sort: 'newest' })).toEqual([b, c, a])
    expect(await ids({ sort: 'popular' })).toEqual([c, a, b])
  })

  test('a page has 50 results, and each property is shown once even if the last one is taken meanwhile', async () => {
    const { db } = database()
    const made: string[] = []
    for (let count = 0; count < 103; count += 1) {
      made.push(await property({ displayOrder: count, pricePerNight: String(200 + ((count * 37) % 103)) }))
    }
    const seen: string[] = []
    let page = await search({ sort: 'price_low' })
    expect([page.properties.length, page.count]).toEqual([50, 103])
    for (;;) {
      seen.push(...page.properties.map(({ id }) => id))
      if (!page.nextCursor) break
      const gone = page.properties.at(-1)?.id ?? ''
      await makeHold(db, gone, { from: october.checkIn, to: october.checkOut }, later)
      const read = parseSearch(new URLSearchParams({ cursor: page.nextCursor }))
      if (!read.ok) throw new Error(read.message)
      page = await search({ sort: 'price_low', ...read.options })
    }
    expect(seen).toHaveLength(103)
    expect(new Set(seen)).toEqual(new Set(made))
  })

  test('combinations at one location show shares, beds, distance and one total', async () => {
    const { db } = database()
    const steamboat = { location: 'Steamboat Springs, Colorado', bedrooms: 3, maxInfants: 1 }
    const a = await property({ ...steamboat, maxGuests: 9, latitude: '40.4566', longitude: '-106.8091', maxPets: 0 })
    const b = await property({
      ...steamboat,
      maxGuests: 8,
      latitude: '40.4611',
      longitude: '-106.8002',
      displayOrder: 1,
    })
    const cabin = await property({ maxGuests: 14 })
    const taken = await property({ ...steamboat, maxGuests: 20 })
    await makeBooking(db, taken, { from: october.checkIn, to: october.checkOut })
    await db.insert(rooms).values([
      { propertyId: a, name: 'One', beds: [{ kind: 'king', count: 1 }] },
      { propertyId: a, name: 'Two', beds: [{ kind: 'bunk', count: 4 }] },
      { propertyId: b, name: 'One', beds: [{ kind: 'queen', count: 2 }] },
    ])
    const large = { adults: 10, children: 6, infants: 2, pets: 1 }
    const { combinations } = await search(large)
    expect(combinations).toMatchObject([
      {
        location: 'Steamboat Springs, Colorado',
        miles: 0.5,
        maxGuests: 17,
        bedrooms: 6,
        beds: 7,
        nights: 4,
        total: 444_000,
        properties: [
          { id: a, total: 222_000, party: { pets: 0, infants: 1 } },
          { id: b, total: 222_000, party: { pets: 1, infants: 1 } },
        ],
      },
    ])
    expect((await search({ ...large, bedrooms: 7 })).combinations).toEqual([])
    expect((await search({ ...large, bedrooms: 6, maxPrice: 443_999 })).combinations).toEqual([])
    expect((await search({ adults: 14 })).combinations).toEqual([])
    expect(await ids({ adults: 14 })).toEqual([cabin])
  })

  test('no results show which single filter hides properties, most first', async () => {
    await property({ amenities: ['Sauna'], bedrooms: 2 })
    await property({ amenities: ['Sauna'], bedrooms: 3 })
    await property({ amenities: ['Dock'], bedrooms: 6 })
    expect((await search({ bedrooms: 5, amenities: ['sauna'] })).hidden).toEqual([
      { filter: 'bedrooms', properties: 2 },
      { filter: 'amenities', properties: 1 },
    ])
    expect((await search({ maxPrice: 1, amenities: ['sauna'] })).hidden).toEqual([{ filter: 'price', properties: 2 }])
    expect((await search({ propertyType: 'castle', location: 'Atlantis' })).hidden).toEqual([])
    expect((await search({ adults: 99 })).hidden).toEqual([])
  })

  test('no results name the part of the party that never fits, only when nothing else can be shown', async () => {
    const steamboat = { location: 'Steamboat Springs, Colorado', maxPets: 0 }
    const large = await property({ ...steamboat, maxGuests: 9 })
    await property({ ...steamboat, maxGuests: 8 })
    await property({ maxGuests: 4, maxPets: 2 })
    await property({ maxGuests: 40, maxPets: 5, status: 'draft' })
    expect((await search({ pets: 3 })).limit).toEqual({
      part: 'pets',
      asked: 3,
      largest: 2,
      together: 2,
      properties: null,
      narrowed: false,
    })
    const children = await search({ adults: 1, children: 9 })
    expect(children.limit).toMatchObject({ part: 'guests', asked: 10, largest: 9, together: 17, properties: 2 })
    const two = await search({ adults: 10 })
    expect([two.limit, two.combinations.length]).toEqual([undefined, 1])
    await makeBooking(database().db, large, { from: '2027-09-20', to: '2027-10-30' })
    const taken = await search({ adults: 9 })
    expect([taken.limit, taken.alternatives, taken.combinations]).toEqual([undefined, [], []])
  })

  test('the number of queries is the same for 2 and 200 properties', async () => {
    const { db } = database()
    const asked = async () => {
      let count = 0
      const counting = new Proxy(db, {
        get: (target, name, receiver) => {
          if (name === 'select' || name === 'execute') count += 1
          return Reflect.get(target, name, receiver)
        },
      })
      const services = { ...testServices(database()), db: counting }
      await searchProperties(services, { ...october, adults: 20, bedrooms: 9 })
      await searchProperties(services, { ...october, flexible: 7, sort: 'popular' })
      return count
    }
    const fill = async (properties: number) => {
      for (let made = 0; made < properties; made += 1) {
        const id = await property()
        if (made % 2) await makeBooking(db, id, { from: '2027-10-05', to: '2027-10-06' })
      }
    }
    await fill(4)
    const few = await asked()
    await fill(196)
    expect(await asked()).toBe(few)
  })
})
