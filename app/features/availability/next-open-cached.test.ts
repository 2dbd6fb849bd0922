import { expect, test } from 'vitest'
import { createContentCache } from '#app/platform/versioned-cache.server.ts'
import { followVersions, getVersions } from '#app/platform/versions.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeDate, makeHold, makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { getNextOpen, listNextOpen } from './next-open.server.ts'

describeWithDatabase('the next open stay in the cache', (database) => {
  /** Services of a process that trusts versions for a second. */
  function runningSite() {
    const { db } = database()
    const clock = testClock()
    const versions = followVersions({ clock, read: () => getVersions({ db, clock }) })
    const services = testServices(database(), { clock, versions, cache: createContentCache({ clock, versions }) })
    const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
    const datesOf = async (id: string) => {
      const open = await getNextOpen(services, id)
      return open?.dates ?? open?.words
    }
    return { services, later, datesOf }
  }

  test('changes within a second of a sold or blocked night, and when a hold expires', async () => {
    const { db } = database()
    const id = await makePricedProperty(db)
    const { services, later, datesOf } = runningSite()
    expect(await datesOf(id)).toBe('Jun 3–7')
    await makeBooking(db, id, { from: '2027-06-05', to: '2027-06-08' })
    later(1000)
    expect(await datesOf(id)).toBe('Jun 8–12')
    await makeDate(db, id, '2027-06-10', { blocked: true })
    later(1000)
    expect(await datesOf(id)).toBe('Jun 11–15')
    await makeHold(db, id, { from: '2027-06-11', to: '2027-06-12' }, new Date(services.clock.now().getTime() + 60_000))
    later(1000)
    expect(await datesOf(id)).toBe('Jun 12–16')
    later(60_000)
    expect(await datesOf(id)).toBe('Jun 11–15')
  })

  test('moves on at midnight where the property is', async () => {
    const id = await makePricedProperty(database().db, { timeZone: 'America/Denver' })
    const { later, datesOf } = runningSite()
    expect(await datesOf(id)).toBe('Jun 3–7')
    later(11.9 * 3_600_000)
    expect(await datesOf(id)).toBe('Jun 3–7')
    later(0.2 * 3_600_000)
    expect(await datesOf(id)).toBe('Jun 4–8')
  })

  test('of a property that cannot be booked says so, and another provider has none', async () => {
    const { db } = database()
    const [closed, unpriced, full] = [
      await makePricedProperty(db, { status: 'not-bookable' }),
      await makePricedProperty(db, { pricePerNight: null }),
      await makePricedProperty(db),
    ]
    await makeBooking(db, full, { from: '2027-06-01', to: '2032-01-01' })
    const { services, datesOf } = runningSite()
    expect(await Promise.all([closed, unpriced, full].map(datesOf))).toEqual([
      'Dates and price on request',
      'Dates and price on request',
      'No open dates at the moment',
    ])
    const bookingProvider = { ...services.config.bookingProvider, name: 'lodgify' as const }
    const elsewhere = { ...services, config: { ...services.config, bookingProvider } }
    expect((await listNextOpen(elsewhere, [{ id: full }])).size).toBe(0)
    expect(await getNextOpen(elsewhere, full)).toBeNull()
  })
})
