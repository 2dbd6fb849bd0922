import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkAvailability } from '#app/features/availability/availability.server.ts'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeDate, makeFeed, makePricedProperty, testServices } from '#test/factories.ts'
import { airbnbCalendar, bookingComCalendar, type FeedEvent, vrboCalendar } from '#test/servers/calendars.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
import { calendarSyncApi } from './calendar-sync.api.server.ts'
import { ownCalendarPath } from './calendar-sync.ts'
import { getExport } from './export-calendar.server.ts'
import { syncFeed } from './sync-feed.server.ts'

const stay = { from: '2027-07-01', to: '2027-07-05' }
const next = { from: '2027-07-05', to: '2027-07-08' }

describeWithDatabase('our calendar on other platforms', (database) => {
  const site = useCalendarServer()
  const services = () => testServices(database())
  async function exportOf(propertyId: string): Promise<string> {
    const path = ownCalendarPath(propertyId, (await getExport(services(), propertyId)).key)
    return (await calendarSyncApi(services()).request(path)).text()
  }
  /** Imitates a platform that exports our calendar with its own event ids. */
  async function carriedBy(propertyId: string): Promise<FeedEvent[]> {
    const date = (text = '') => text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    return (await exportOf(propertyId))
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event, index) => ({
        uid: `rewritten-${index}`,
        from: date(/DTSTART;VALUE=DATE:(\d+)/.exec(event)?.[1]),
        to: date(/DTEND;VALUE=DATE:(\d+)/.exec(event)?.[1]),
      }))
  }
  async function read(propertyId: string, path: string, calendar: string) {
    site.answer(path, calendar)
    const feedId = await makeFeed(database().db, propertyId, { address: site.address(path) })
    return syncFeed(services(), feedId)
  }
  const imported = () =>
    database().db.select().from(occupancies).where(eq(occupancies.kind, 'import')).orderBy(occupancies.nights)
  const conflictsOf = (bookingId: string) => listConflicts(services(), { bookingId })

  test('a platform that keeps our ids takes no nights, even some that we have freed since', async () => {
    const propertyId = await makePricedProperty(database().db)
    const bookingId = await makeBooking(database().db, propertyId, stay)
    await makeDate(database().db, propertyId, '2027-07-10', { blocked: true })
    expect(await read(propertyId, '/same.ics', await exportOf(propertyId))).toMatchObject({
      ok: true,
      events: 0,
      echoes: 2,
    })
    expect(await imported()).toEqual([])
    expect(await conflictsOf(bookingId)).toEqual([])
  })

  test('an echo from Airbnb or Vrbo with new ids does not conflict with its own stay, and takes its nights from others', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const bookings = [await makeBooking(db, propertyId, stay), await makeBooking(db, propertyId, next)]
    const events = await carriedBy(propertyId)
    const named = (summary: string) => events.map((event) => ({ ...event, summary }))
    await read(propertyId, '/airbnb.ics', airbnbCalendar(named('Airbnb (Not available)')))
    await read(propertyId, '/vrbo.ics', vrboCalendar(named('Blocked')))
    await read(
      propertyId,
      '/merged.ics',
      airbnbCalendar([{ uid: 'm', from: stay.from, to: next.to, summary: 'Not available' }]),
    )
    expect(await imported()).toHaveLength(5)
    for (const bookingId of bookings) expect(await conflictsOf(bookingId)).toEqual([])
    const party = { adults: 2, children: 0, infants: 0, pets: 0 }
    const asked = { propertyId, checkIn: '2027-07-02', checkOut: '2027-07-07', ...party }
    expect(await checkAvailability(services(), asked)).toMatchObject({ ok: false, reason: 'dates-taken' })
  })

  test('an echo of unknown kind is a conflict that a person checks', async () => {
    const propertyId = await makePricedProperty(database().db)
    const bookingId = await makeBooking(database().db, propertyId, stay)
    await read(propertyId, '/booking.ics', bookingComCalendar(await carriedBy(propertyId)))
    expect(await conflictsOf(bookingId)).toMatchObject([
      { nights: stay, claim: { calendar: 'Booking.com', eventKind: null } },
    ])
  })

  test('stays that follow each other, closed as one stretch, are their echo and no conflict', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const bookings = [await makeBooking(db, propertyId, stay), await makeBooking(db, propertyId, next)]
    const merged = { uid: 'm1@booking.com', from: stay.from, to: next.to }
    await read(propertyId, '/merged.ics', bookingComCalendar([merged]))
    for (const bookingId of bookings) expect(await conflictsOf(bookingId)).toEqual([])
    // A night more, on either side, is somebody else's.
    await read(propertyId, '/later.ics', bookingComCalendar([{ ...merged, to: '2027-07-09' }]))
    await read(propertyId, '/earlier.ics', bookingComCalendar([{ ...merged, from: '2027-06-30' }]))
    for (const bookingId of bookings) expect(await conflictsOf(bookingId)).toHaveLength(2)
  })

  test('imported nights are never exported again', async () => {
    const { db } = database()
    const [propertyId, other] = [await makePricedProperty(db), await makePricedProperty(db)]
    await makeBooking(db, propertyId, stay)
    await makeDate(db, propertyId, '2027-07-10', { blocked: true })
    expect(await read(other, '/home.ics', await exportOf(propertyId))).toMatchObject({ ok: true, events: 2, echoes: 0 })
    expect(await imported()).toMatchObject([
      { propertyId: other, nights: stay, eventKind: 'reserved' },
      { propertyId: other, nights: { from: '2027-07-10', to: '2027-07-11' }, eventKind: 'block' },
    ])
    expect(await carriedBy(other)).toEqual([])
    expect(await read(propertyId, '/other.ics', await exportOf(other))).toMatchObject({
      ok: true,
      events: 0,
      echoes: 0,
    })
  })
})
