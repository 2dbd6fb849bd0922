import { beforeEach, expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { erasePerson } from '#app/features/privacy/erase-person.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { useOffers } from '#test/offers.ts'

describeWithDatabase('nights on hold with an offer, and others', (database) => {
  beforeEach(() => makeSite(database().db))
  const offerFor = useOffers(database)
  const services = () => testServices(database(), { clock: testClock(NOON) })
  const sentToBo = async () => {
    const propertyId = await makePricedProperty(database().db, { name: 'Cabin', slug: 'cabin' })
    const offered = await offerFor('Bo')
    await offered.send()
    return { ...offered, propertyId }
  }

  test('Today says that another calendar has some of them', async () => {
    const { id, propertyId } = await sentToBo()
    const { db } = database()
    const feed = { propertyId, label: 'Airbnb', address: 'https://example.com/a.ics' }
    const [{ id: feedId } = { id: '' }] = await db.insert(calendarFeeds).values(feed).returning()
    const nights = { from: '2027-07-02', to: '2027-07-04' }
    const event = { feedId, eventKey: 'x', eventKind: 'reserved' as const }
    await db.insert(occupancies).values({ propertyId, kind: 'import', nights, ...event })
    expect((await getToday(services())).tasks).toContainEqual({
      title: 'Bo and “Airbnb” have the same nights, which are on hold',
      detail: 'Jul 2–4',
      until: null,
      path: `/admin/inbox/${id}`,
      action: 'Review',
    })
  })

  test('are released when their person is erased', async () => {
    await sentToBo()
    expect(await erasePerson(services(), 'bo@example.com')).toMatchObject({ ok: true })
    expect(await database().db.select().from(occupancies)).toEqual([])
  })
})
