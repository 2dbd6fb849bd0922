import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { syncFeed } from '#app/features/calendar-sync/sync-feed.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeFeed, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { airbnbCalendar } from '#test/servers/calendars.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { bookByHand } from '../manage/by-hand/book-by-hand.server.ts'
import { bookSchema } from '../manage/by-hand/by-hand-forms.server.ts'
import { confirmBooking } from '../manage/page/confirm-booking.server.ts'
import { requestBooking } from './request-booking.server.ts'

const sold = { uid: 'sold@airbnb.com', from: '2027-07-02', to: '2027-07-04' }
const other = { uid: 'other@airbnb.com', from: '2027-09-02', to: '2027-09-04' }
const party = { adults: 2, children: 0, infants: 0, pets: 0 }

describeWithDatabase('a stay that another site has sold minutes ago', (database) => {
  const site = useCalendarServer()
  const at = (minutes: number) =>
    testServices(database(), { clock: testClock(new Date(NOON.getTime() + minutes * 60_000)) })
  const request = (propertyId: string, minutes: number) => {
    const stay = { propertyId, checkInDate: '2027-07-01', checkOutDate: '2027-07-05' }
    return requestBooking(at(minutes), { ...stay, ...party, guestName: 'Ada Guest', guestEmail: 'ada@example.com' })
  }
  /** A home whose calendar at another site was read at noon, and had other nights. */
  async function addProperty() {
    const propertyId = await makePricedProperty(database().db)
    const feedId = await makeFeed(database().db, propertyId, { address: site.address('/a.ics') })
    site.answer('/a.ics', airbnbCalendar([other]))
    expect(await syncFeed(at(0), feedId)).toMatchObject({ ok: true })
    return { propertyId, feedId }
  }

  test('is not sold here: its calendar is read when a guest books', async () => {
    const { propertyId } = await addProperty()
    site.answer('/a.ics', airbnbCalendar([other, sold]))
    expect(await request(propertyId, 5)).toMatchObject({ ok: false, reason: 'dates-taken' })
    expect(await database().db.select().from(bookings)).toEqual([])
  })

  test('is not confirmed here: its calendar is read when the operator answers', async () => {
    const { propertyId } = await addProperty()
    const asked = await request(propertyId, 5)
    if (!asked.ok) throw new Error(asked.reason)
    site.answer('/a.ics', airbnbCalendar([other, sold]))
    const { reference } = asked.booking
    expect(await makeChange(confirmBooking, { services: at(30), id: reference }, {})).toMatchObject({
      ok: false,
      message: expect.stringContaining('Other claims to these nights came in.'),
    })
  })

  test('is not given to a guest on the phone', async () => {
    const { propertyId } = await addProperty()
    const [property] = await database().db.select().from(properties).where(eq(properties.id, propertyId))
    site.answer('/a.ics', airbnbCalendar([other, sold]))
    const input = bookSchema.parse({
      property: property?.slug,
      checkIn: '2027-07-01',
      checkOut: '2027-07-05',
      adults: '2',
      children: '0',
      infants: '0',
      pets: '0',
      source: 'phone',
      payment: 'none',
      note: '',
      guestName: 'Ada Guest',
      guestEmail: '',
      guestPhone: '',
      key: 'key-1',
      priceBy: 'agreement',
      shown: '',
      total: '500',
      priceReason: 'A friend',
    })
    const booked = await makeChange(bookByHand, { services: at(5) }, input)
    expect(booked).toMatchObject({ ok: false, message: expect.stringMatching(/^These nights are taken\./) })
  })

  test('is read once for a crowd, and not again within a minute', async () => {
    const { propertyId } = await addProperty()
    site.asked.length = 0
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(propertyId, 5)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(site.asked).toHaveLength(1)
    await request(propertyId, 5.9)
    expect(site.asked).toHaveLength(1)
  })

  test('is sold as before if the other site does not answer or fails, and a failing one is not asked', async () => {
    const { propertyId, feedId } = await addProperty()
    const hanging: { end(): void }[] = []
    site.answer('/a.ics', (response) => void hanging.push(response))
    expect(await request(propertyId, 5)).toMatchObject({ ok: true })
    expect(hanging).toHaveLength(1)
    for (const response of hanging) response.end()
    await expect
      .poll(async () => (await database().db.select().from(calendarFeeds).where(eq(calendarFeeds.id, feedId)))[0])
      .toMatchObject({ failingSince: expect.any(Date) })
    site.asked.length = 0
    await request(propertyId, 10)
    expect(site.asked).toHaveLength(0)
  })
})
