import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeFeed, makeHold, makeProperty, makeSite, NOON, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { airbnbCalendar, bookingComCalendar, type FeedEvent } from '#test/servers/calendars.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
import { mailCalendarConflicts } from './calendar-alerts.server.ts'
import { syncFeed } from './sync-feed.server.ts'

const guest: FeedEvent = { uid: 'guest@airbnb.com', from: '2027-07-04', to: '2027-07-07' }
const closed = { ...guest, summary: 'Airbnb (Not available)' }
const stay = { from: '2027-07-01', to: '2027-07-05' }

describeWithDatabase('calendar conflict emails', (database) => {
  const site = useCalendarServer()
  const sendAlerts = () => mailCalendarConflicts(testServices(database()))
  const mails = () => queuedMail(database())
  async function makeReading(calendar: string) {
    await makeSite(database().db)
    const propertyId = await makeProperty(database().db, { name: 'Lake Keowee' })
    site.answer('/a.ics', calendar)
    const feedId = await makeFeed(database().db, propertyId, { address: site.address('/a.ics') })
    const sync = (next = calendar, log = testServices(database()).log) => {
      site.answer('/a.ics', next)
      return syncFeed(testServices(database(), { log }), feedId)
    }
    return { propertyId, sync }
  }

  testOnBoth('a conflict is emailed at once, only once, and again when its nights change', async () => {
    const lines: string[] = []
    const log = createLog('warn', { write: (line) => void lines.push(line) })
    const { propertyId, sync } = await makeReading(airbnbCalendar([guest]))
    await makeBooking(database().db, propertyId, stay)
    await sync(undefined, log)
    expect(lines.join()).toContain('calendar conflict')
    expect(await Promise.all([sendAlerts(), sendAlerts()])).toContain(1)
    expect(await sendAlerts()).toBe(0)
    await sync()
    expect(await sendAlerts()).toBe(0)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: 'hello@powderandcove.example',
      template: 'calendar-conflict',
      subject: 'Booked twice? Lake Keowee, Sun, Jul 4',
    })
    const text = mail?.text.replace(/\s+/g, ' ')
    expect(text).toContain('Sunday, July 4, 2027 to Monday, July 5, 2027. Airbnb has Sunday, July 4, 2027 to Wednesday')
    expect(text).toMatch(/TST-\d+ and Airbnb/)
    await sync(airbnbCalendar([{ ...guest, from: '2027-07-03' }]))
    expect(await sendAlerts()).toBe(1)
  })

  test('nights under an id that is new at each reading are mailed once, and stay settled', async () => {
    const { propertyId, sync } = await makeReading(airbnbCalendar([guest]))
    const { db } = database()
    await makeBooking(db, propertyId, stay)
    await sync()
    expect(await sendAlerts()).toBe(1)
    for (const uid of ['u2', 'u3', 'u4']) {
      await sync(airbnbCalendar([{ ...guest, uid }]))
      expect(await sendAlerts()).toBe(0)
    }
    await db.update(occupancies).set({ conflictNotice: 'settled' }).where(eq(occupancies.kind, 'import'))
    await sync(airbnbCalendar([{ ...guest, uid: 'u5' }]))
    expect(await listConflicts(testServices(database()), { propertyId })).toEqual([])
    expect(await mails()).toHaveLength(1)
    await sync(airbnbCalendar([{ ...guest, uid: 'u6', to: '2027-07-08' }]))
    expect(await sendAlerts()).toBe(1)
  })

  test('closed nights, likely echoes, holds and resolved conflicts send no email', async () => {
    const { db } = database()
    const block = await makeReading(airbnbCalendar([closed]))
    await makeBooking(db, block.propertyId, stay)
    await block.sync()
    const echo = await makeReading(bookingComCalendar([{ ...guest, ...stay }]))
    await makeBooking(db, echo.propertyId, stay)
    await echo.sync()
    const held = await makeReading(airbnbCalendar([guest]))
    await makeHold(db, held.propertyId, stay, new Date(NOON.getTime() + 600_000))
    await held.sync()
    expect(await sendAlerts()).toBe(0)
    const settled = await makeReading(
      airbnbCalendar([guest, { ...guest, uid: 'later', from: '2027-09-01', to: '2027-09-03' }]),
    )
    await makeBooking(db, settled.propertyId, stay)
    await settled.sync()
    await settled.sync(airbnbCalendar([{ ...guest, uid: 'later', from: '2027-09-01', to: '2027-09-03' }]))
    expect(await sendAlerts()).toBe(0)
    const unclear = await makeReading(bookingComCalendar([guest]))
    await makeBooking(db, unclear.propertyId, stay)
    await unclear.sync()
    expect(await sendAlerts()).toBe(1)
  })
})
