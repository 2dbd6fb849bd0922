import { expect, test } from 'vitest'
import type { Services } from '#app/platform/services.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeDate, makePricedProperty, makeProperty, testClock, testServices } from '#test/factories.ts'
import { searchProperties } from './search.server.ts'
import type { PropertySearch } from './search.ts'

// Out of season: two nights minimum, Sunday to Thursday $480, cleaning $300, no taxes.
const october: PropertySearch = {
  checkIn: '2027-10-04',
  checkOut: '2027-10-08',
  adults: 2,
  children: 0,
  infants: 0,
  pets: 0,
}

describeWithDatabase('alternatives', (database) => {
  const property = (change: Parameters<typeof makeProperty>[1] = {}) => makeProperty(database().db, change)
  const search = async (filters: Partial<PropertySearch> = {}) => {
    const found = await searchProperties(testServices(database()), { ...october, ...filters })
    if (!found.ok) throw new Error(found.message)
    return found
  }

  test('the nearest free stays of taken properties are shown, nearest first, only on request while others are free', async () => {
    const { db } = database()
    const open = await property()
    const far = await property({ displayOrder: 1 })
    const near = await property({ displayOrder: 2 })
    await makeBooking(db, far, { from: '2027-10-02', to: '2027-10-07' })
    await makeBooking(db, near, { from: '2027-10-07', to: '2027-10-12' })
    await makeDate(db, near, '2027-10-01', { blocked: true })
    expect(await search()).toMatchObject({ properties: [{ id: open }], alternatives: [] })
    const flexible = await search({ flexible: 3 })
    expect(flexible.properties.map(({ id }) => id)).toEqual([open])
    expect(flexible.alternatives).toMatchObject([
      { id: near, checkIn: '2027-10-03', checkOut: '2027-10-07', nights: 4, total: 222_000 },
      { id: far, checkIn: '2027-10-07', checkOut: '2027-10-11' },
    ])
    expect((await search({ flexible: 2 })).alternatives.map(({ id }) => id)).toEqual([near])
    await makeDate(db, far, '2027-10-10', { price: '999' })
    expect((await search({ flexible: 3, maxPrice: 222_000 })).alternatives.map(({ id }) => id)).toEqual([near])
  })

  test('with no results, the search looks a week around and lengthens stays below the minimum', async () => {
    const { db } = database()
    const long = await makePricedProperty(db, { displayOrder: 1 })
    const taken = await makePricedProperty(db, { displayOrder: 2 })
    await makeBooking(db, taken, { from: '2027-06-30', to: '2027-07-07' })
    // The summer minimum is four nights.
    const found = await search({ checkIn: '2027-07-01', checkOut: '2027-07-03' })
    expect(found).toMatchObject({ count: 0, properties: [] })
    expect(found.alternatives).toMatchObject([
      { id: long, checkIn: '2027-07-01', checkOut: '2027-07-05', nights: 4, total: 365_200 },
      { id: taken, checkIn: '2027-06-26', checkOut: '2027-06-30' },
    ])
    const nearer = await search({ checkIn: '2027-07-01', checkOut: '2027-07-03', flexible: 1 })
    expect(nearer.alternatives).toEqual(found.alternatives)
  })

  test('alternatives exclude past stays and other guests’ live holds, but not the guest’s own', async () => {
    const { db } = database()
    const one = await property({ minimumStay: 1 })
    const nights = { from: '2027-06-02', to: '2027-06-20' }
    await makeBooking(db, one, nights)
    const soon = { checkIn: '2027-06-03', checkOut: '2027-06-04' }
    const alternatives = async (stay: Partial<PropertySearch>) => {
      const services = testServices(database(), { gateway: {} as Services['gateway'] })
      const found = await searchProperties(services, { ...october, ...stay })
      return found.ok && found.alternatives
    }
    expect(await alternatives(soon)).toMatchObject([{ id: one, checkIn: '2027-06-01', checkOut: '2027-06-02' }])
    expect(await alternatives({ ...soon, checkOut: '2027-06-06' })).toEqual([])
  })

  test('alternatives begin after a request is answered; who asks for tonight still finds it', async () => {
    await property({ minimumStay: 1 })
    // At 7 in the morning, and at most a day until the answer.
    const clock = testClock(new Date('2027-06-01T11:00:00Z'))
    const alternatives = async (checkIn: string, gateway: Services['gateway'] = null) => {
      const stay = { ...october, checkIn, checkOut: addDays(checkIn, 2), adults: 8, flexible: 3 }
      const found = await searchProperties(testServices(database(), { clock, gateway }), stay)
      return found.ok && [found.properties, found.alternatives].map((of) => of.length)
    }
    expect(await alternatives('2027-06-01')).toEqual([1, 0])
    const taken = await property({ minimumStay: 1 })
    await makeBooking(database().db, taken, { from: '2027-06-03', to: '2027-06-20' })
    expect(await alternatives('2027-06-03')).toEqual([1, 0])
    expect(await alternatives('2027-06-03', {} as Services['gateway'])).toEqual([1, 1])
  })
})
