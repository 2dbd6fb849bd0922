import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeFeed, makeProperty, makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { airbnbCalendar } from '#test/servers/calendars.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
import { mailFailingFeeds } from './calendar-alerts.server.ts'
import { syncCalendars } from './calendar-sync.jobs.server.ts'
import { calendarFeeds } from './calendar-sync.tables.server.ts'
import { syncFeed } from './sync-feed.server.ts'

const HOUR = 3_600_000
const SECRET = '/calendar/ical/1.ics?s=secret'

describeWithDatabase('failing calendar alerts', (database) => {
  const site = useCalendarServer()
  const after = (hours: number) =>
    testServices(database(), { clock: testClock(new Date(NOON.getTime() + hours * HOUR)) })
  const sendAlerts = (hours: number) => mailFailingFeeds(after(hours))
  const mails = () => queuedMail(database())
  async function makeFailing(property: string, change: Partial<typeof calendarFeeds.$inferInsert> = {}) {
    await makeSite(database().db)
    const propertyId = await makeProperty(database().db, { name: property, timeZone: 'America/Denver' })
    const failing = { failingSince: NOON, lastError: 'The server answered with status 404.', label: 'Airbnb' }
    return makeFeed(database().db, propertyId, { address: site.address(SECRET), ...failing, ...change })
  }

  test('an alert is sent after some hours, once per outage, without the secret feed address', async () => {
    const feedId = await makeFailing('Lake Keowee')
    expect(await sendAlerts(5.9)).toBe(0)
    expect(await sendAlerts(6)).toBe(1)
    expect(await sendAlerts(7)).toBe(0)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: 'hello@powderandcove.example',
      template: 'calendars-failing',
      subject: 'Can’t be read: Airbnb for Lake Keowee',
      payload: { calendars: [feedId] },
    })
    const text = mail?.text.replace(/\s+/g, ' ')
    expect(text).toContain('The server answered with status 404. Since Tue, Jun 1, 12:00 PM MDT.')
    expect(mail?.text).toContain('/admin/calendars>')
    expect(JSON.stringify(mail)).not.toContain('secret')

    site.answer(SECRET, airbnbCalendar([]))
    await syncFeed(after(8), feedId)
    site.answer(SECRET, (response) => response.writeHead(500).end())
    await syncFeed(after(9), feedId)
    expect(await sendAlerts(14)).toBe(0)
    expect(await sendAlerts(15)).toBe(1)
    expect(await mails()).toHaveLength(2)
  })

  testOnBoth('one email covers all failing feeds, and concurrent runs send it once', async () => {
    await makeFailing('Lake Keowee')
    await makeFailing('Cabin', { failingSince: new Date(NOON.getTime() + 0.5 * HOUR), label: 'Vrbo' })
    await makeFailing('Condo', { failingSince: new Date(NOON.getTime() + 3 * HOUR) })
    const counts = await Promise.all([sendAlerts(6), sendAlerts(6), sendAlerts(6)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(2)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Can’t be read: 2 calendars')
    expect(mail?.text).toMatch(/Cabin, Vrbo[\s\S]*Lake Keowee, Airbnb/)
    expect(mail?.text).not.toContain('Condo')
  })

  test('the background job syncs due feeds, sends alerts, and aborts on shutdown', async () => {
    const feedId = await makeFailing('Lake Keowee', { nextSyncAt: NOON })
    const asked = new Promise<void>((resolve) => {
      site.answer(SECRET, () => resolve())
    })
    const stopping = new AbortController()
    const syncing = syncCalendars(after(7), stopping.signal)
    await asked
    stopping.abort()
    await syncing
    const [feed] = await database().db.select().from(calendarFeeds).where(eq(calendarFeeds.id, feedId))
    expect(feed).toMatchObject({ lastSyncedAt: null, nextSyncAt: after(7).clock.now() })
    expect(feed?.notifiedAt).not.toBeNull()
  })
})
