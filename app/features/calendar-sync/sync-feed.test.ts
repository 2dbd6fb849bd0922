import { gzipSync } from 'node:zlib'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getCalendar } from '#app/features/availability/availability.server.ts'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeFeed, makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { airbnbCalendar, bookingComCalendar, type FeedEvent, vrboCalendar } from '#test/servers/calendars.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
import { calendarFeeds } from './calendar-sync.tables.server.ts'
import { syncDueFeeds, syncFeed } from './sync-feed.server.ts'

const HOUR = 3_600_000
const july: FeedEvent = { uid: 'july@airbnb.com', from: '2027-07-01', to: '2027-07-05' }
const august: FeedEvent = { uid: 'august@airbnb.com', from: '2027-08-01', to: '2027-08-03' }

describeWithDatabase('calendar feed sync', (database) => {
  const site = useCalendarServer()
  const services = (change: Partial<Services> = {}) => testServices(database(), change)
  const after = (hours: number) => ({ clock: testClock(new Date(NOON.getTime() + hours * HOUR)) })
  const sync = async (feedId: string, change: Partial<Services> = {}, options = {}) =>
    syncFeed(services(change), feedId, options)
  const feedOf = async (id: string) =>
    (await database().db.select().from(calendarFeeds).where(eq(calendarFeeds.id, id)))[0]
  const rows = () =>
    database()
      .db.select({
        id: occupancies.id,
        key: occupancies.eventKey,
        nights: occupancies.nights,
        eventKind: occupancies.eventKind,
        kind: occupancies.kind,
      })
      .from(occupancies)
      .where(eq(occupancies.kind, 'import'))
      .orderBy(asc(occupancies.eventKey))
  const keys = async () => (await rows()).map(({ key }) => key)

  async function makeSynced(events: FeedEvent[], etag?: string) {
    const propertyId = await makeProperty(database().db)
    const feedId = await makeFeed(database().db, propertyId, { address: site.address('/a.ics?s=secret') })
    site.answer('/a.ics?s=secret', airbnbCalendar(events), etag)
    expect(await sync(feedId)).toMatchObject({ ok: true })
    return { propertyId, feedId }
  }

  test('imported nights are taken with their kind, and shown in the property’s calendar', async () => {
    const { propertyId, feedId } = await makeSynced([july, { ...august, summary: 'Airbnb (Not available)' }])
    expect(await rows()).toMatchObject([
      { key: august.uid, kind: 'import', eventKind: 'block', nights: { from: '2027-08-01', to: '2027-08-03' } },
      { key: july.uid, kind: 'import', eventKind: 'reserved', nights: { from: '2027-07-01', to: '2027-07-05' } },
    ])
    expect(await feedOf(feedId)).toMatchObject({
      label: 'Airbnb',
      events: 2,
      lastSyncedAt: NOON,
      lastSuccessAt: NOON,
      failingSince: null,
    })
    const calendar = await getCalendar(services(), { propertyId, from: '2027-06-30', to: '2027-07-06' })
    expect(calendar?.nights.map(({ state }) => state)).toEqual(['free', 'taken', 'taken', 'taken', 'taken', 'free'])
  })

  test('a change updates its row, adds and removes others, and leaves the rest', async () => {
    const { feedId } = await makeSynced([july, august, { ...august, uid: 'gone@airbnb.com' }])
    const before = await rows()
    const moved = { ...august, to: '2027-08-06', summary: 'Airbnb (Not available)' }
    site.answer('/a.ics?s=secret', airbnbCalendar([moved, { ...july, uid: 'new@airbnb.com' }, july]))
    expect(await sync(feedId)).toMatchObject({ ok: true, events: 3, change: { added: 1, changed: 1, removed: 1 } })
    const now = await rows()
    expect(now.map(({ key }) => key)).toEqual(['august@airbnb.com', 'july@airbnb.com', 'new@airbnb.com'])
    expect(now[0]).toMatchObject({ id: before[0]?.id, eventKind: 'block', nights: { to: '2027-08-06' } })
    expect(now[1]).toEqual(before[2])
    expect(await sync(feedId)).toMatchObject({ change: { added: 0, changed: 0, removed: 0 } })
  })

  test('several feeds of a property may overlap, and each frees only its own nights', async () => {
    const { propertyId } = await makeSynced([july])
    const other = await makeFeed(database().db, propertyId, { address: site.address('/b.ics') })
    site.answer('/b.ics', bookingComCalendar([{ ...july, uid: 'b' }, august]))
    await sync(other)
    expect(await keys()).toEqual(['august@airbnb.com', 'b', 'july@airbnb.com'])
    site.answer('/b.ics', bookingComCalendar([august]))
    await sync(other)
    expect(await keys()).toEqual(['august@airbnb.com', 'july@airbnb.com'])
  })

  test('an unchanged feed is not downloaded again, but parsed anew after a week', async () => {
    const { feedId } = await makeSynced([july], '"1"')
    const conditions = () => site.asked.map(({ headers }) => headers['if-none-match'])
    expect(await sync(feedId, after(24))).toMatchObject({ ok: true, events: 1, change: null })
    expect(await feedOf(feedId)).toMatchObject({ lastSuccessAt: new Date(NOON.getTime() + 24 * HOUR), readAt: NOON })
    expect(await keys()).toEqual([july.uid])
    await sync(feedId, after(169))
    await sync(feedId, after(170))
    expect(conditions()).toEqual([undefined, '"1"', undefined, '"1"'])
    site.answer('/a.ics?s=secret', (response, { headers }) => {
      const since = { 'last-modified': 'Tue, 01 Jun 2027 12:00:00 GMT' }
      if (headers['if-modified-since'] === since['last-modified']) response.writeHead(304).end()
      else response.writeHead(200, since).end(airbnbCalendar([july]))
    })
    expect(await sync(feedId, after(171))).toMatchObject({ change: { added: 0 } })
    expect(await sync(feedId, after(172))).toMatchObject({ ok: true, change: null })
  })

  const endless: Parameters<typeof site.answer>[1] = (response) => {
    const more = () => response.write('x'.repeat(4_000_000), (error) => error ?? more())
    more()
  }
  const failures: [string, Parameters<typeof site.answer>[1], string][] = [
    ['is not there', (response) => response.writeHead(404).end('gone'), 'The server answered with status 404.'],
    ['returns an error', (response) => response.writeHead(500).end(), 'The server answered with status 500.'],
    [
      'returns 304 without a cached version',
      (response) => response.writeHead(304).end(),
      'The server answered with status 304.',
    ],
    ['is blank', '', 'It isn’t a calendar.'],
    ['is a web page', '<!doctype html><title>Sign in</title>', 'It’s a web page, not a calendar.'],
    ['is truncated', airbnbCalendar([july]).slice(0, 200), 'It’s cut off in the middle.'],
    ['becomes empty', airbnbCalendar([]), 'It’s suddenly empty.'],
    [
      'has only past events',
      airbnbCalendar([{ ...july, from: '2027-05-01', to: '2027-05-03' }]),
      'It’s suddenly empty.',
    ],
    ['is endless', endless, 'It is larger than 25 MB.'],
    [
      'grows beyond the limit when it is unpacked',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(27_000_000))),
      'It is larger than 25 MB.',
    ],
    [
      'redirects to a private network',
      (response) => response.writeHead(302, { location: 'http://10.0.0.1/a.ics' }).end(),
      '10.0.0.1 is inside a private network, which this site doesn’t read.',
    ],
    [
      'redirects in a loop',
      (response) => response.writeHead(302, { location: '/a.ics?s=secret' }).end(),
      '127.0.0.1 redirects in a loop.',
    ],
    ['closes the connection', (response) => response.destroy(), '127.0.0.1 can’t be reached, or the connection broke.'],
  ]
  test.each(failures)('a feed that %s frees no nights and counts as failing', async (_, how, message) => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const { feedId } = await makeSynced([july, august])
    site.answer('/a.ics?s=secret', how)
    expect(await sync(feedId, { ...after(1), log })).toMatchObject({ ok: false, reason: 'failed', message })
    expect(await keys()).toEqual([august.uid, july.uid])
    const failingSince = new Date(NOON.getTime() + HOUR)
    expect(await feedOf(feedId)).toMatchObject({ failingSince, lastSuccessAt: NOON, lastError: message, events: 2 })
    expect(await sync(feedId, { ...after(2), log })).toMatchObject({ ok: false })
    expect(await feedOf(feedId)).toMatchObject({ failingSince, lastSyncedAt: new Date(NOON.getTime() + 2 * HOUR) })
    site.answer('/a.ics?s=secret', airbnbCalendar([july]))
    expect(await sync(feedId, { ...after(3), log })).toMatchObject({ ok: true, change: { removed: 1 } })
    expect(await feedOf(feedId)).toMatchObject({ failingSince: null, lastError: null, events: 1 })
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'calendar feed failed, its nights stay taken',
      'calendar feed recovered',
      'calendar synced',
    ])
    expect(lines.join()).not.toContain('secret')
  })

  test('an empty calendar is accepted when it has no upcoming nights, or when the operator confirms it', async () => {
    const { feedId } = await makeSynced([july])
    site.answer('/a.ics?s=secret', airbnbCalendar([]))
    const over = after(24 * 60)
    expect(await sync(feedId, after(1))).toMatchObject({ ok: false })
    expect(await sync(feedId, over)).toMatchObject({ ok: true, events: 0, change: { removed: 1 } })
    const other = await makeSynced([{ ...july, uid: 'other' }])
    site.answer('/a.ics?s=secret', airbnbCalendar([]))
    expect(await sync(other.feedId, {}, { emptyIsRight: true })).toMatchObject({ ok: true, change: { removed: 1 } })
    expect(await keys()).toEqual([])
  })

  test('a calendar with only cancelled events frees those nights, and fails while others are missing', async () => {
    const { feedId } = await makeSynced([july, august])
    const cancelled = { ...july, status: 'CANCELLED' as const }
    site.answer('/a.ics?s=secret', vrboCalendar([cancelled]))
    const message = 'It’s suddenly empty except for canceled events.'
    expect(await sync(feedId)).toMatchObject({ ok: false, reason: 'failed', message })
    expect(await keys()).toEqual([august.uid])
    expect(await sync(feedId)).toMatchObject({ ok: false })
    site.answer('/a.ics?s=secret', vrboCalendar([cancelled, { ...august, status: 'CANCELLED' }]))
    expect(await sync(feedId)).toMatchObject({ ok: true, events: 0, change: { removed: 1 } })
    expect(await keys()).toEqual([])
  })

  test('a calendar that is compressed unasked is read', async () => {
    const { feedId } = await makeSynced([july])
    const packed = gzipSync(airbnbCalendar([july, august]))
    site.answer('/a.ics?s=secret', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))
    expect(await sync(feedId)).toMatchObject({ ok: true, events: 2 })
  })

  test('an event that cannot be read keeps the nights that it had, is named, and closes no other', async () => {
    const { feedId } = await makeSynced([july, august])
    const broken = airbnbCalendar([july, august]).replace('DTSTART;VALUE=DATE:20270701', 'DTSTART;VALUE=DATE:20270231')
    site.answer('/a.ics?s=secret', broken.replaceAll('20270803', '20270805'))
    expect(await sync(feedId)).toMatchObject({ ok: true, events: 1, change: { added: 0, changed: 1, removed: 0 } })
    expect(await rows()).toMatchObject([
      { key: august.uid, nights: { from: '2027-08-01', to: '2027-08-05' } },
      { key: july.uid, nights: { from: '2027-07-01', to: '2027-07-05' } },
    ])
    expect(await feedOf(feedId)).toMatchObject({ parseErrors: ['Event 1: its start can’t be read.'], lastError: null })
    site.answer('/a.ics?s=secret', airbnbCalendar([august]))
    expect(await sync(feedId)).toMatchObject({ ok: true, change: { removed: 1 } })
    expect(await feedOf(feedId)).toMatchObject({ parseErrors: [] })
  })

  test('a production site never reads its own machine or network', async () => {
    const { feedId } = await makeSynced([july])
    const config = readConfig({ SITE_URL: 'https://stay.example' })
    const message = '127.0.0.1 is inside a private network, which this site doesn’t read.'
    expect(await sync(feedId, { config })).toMatchObject({ ok: false, message })
    expect(site.asked).toHaveLength(1)
    expect(await keys()).toEqual([july.uid])
  })

  testOnBoth('one process syncs a feed about every 15 minutes, and later when the site asks for a pause', async () => {
    const { feedId } = await makeSynced([july])
    const due = async () => ((await feedOf(feedId))?.nextSyncAt.getTime() ?? 0) - NOON.getTime()
    expect(await due()).toBeGreaterThanOrEqual(0.2 * HOUR)
    expect(await due()).toBeLessThanOrEqual(0.3 * HOUR)
    const run = (hours: number) => syncDueFeeds(services(after(hours)), new AbortController().signal)
    await run(0.1)
    expect(site.asked).toHaveLength(1)
    await Promise.all([run(0.4), run(0.4), run(0.4)])
    expect(site.asked).toHaveLength(2)
    site.answer('/a.ics?s=secret', (response) => response.writeHead(429, { 'retry-after': '7200' }).end())
    await run(1)
    expect(await due()).toBe(3 * HOUR)
    site.answer('/a.ics?s=secret', (response) => response.writeHead(503, { 'retry-after': '999999' }).end())
    await run(3)
    expect(await due()).toBe(9 * HOUR)
  })

  testOnBoth('of two concurrent syncs the later one counts, even if it finishes first', async () => {
    const { feedId } = await makeSynced([july])
    let answerFirst = () => {}
    const asked = new Promise<void>((resolve) => {
      site.answer('/a.ics?s=secret', (response) => {
        answerFirst = () => response.end(airbnbCalendar([july]))
        resolve()
      })
    })
    const first = sync(feedId)
    await asked
    site.answer('/a.ics?s=secret', airbnbCalendar([july, august]))
    expect(await sync(feedId)).toMatchObject({ ok: true, change: { added: 1 } })
    answerFirst()
    expect(await first).toMatchObject({ ok: false, reason: 'superseded' })
    expect(await keys()).toEqual([august.uid, july.uid])
  })

  test('a sync stopped at shutdown is not a failure, and is due at once', async () => {
    const { feedId } = await makeSynced([july])
    const stopping = new AbortController()
    site.answer('/a.ics?s=secret', () => stopping.abort())
    expect(await sync(feedId, after(1), { signal: stopping.signal })).toMatchObject({ ok: false, reason: 'stopped' })
    expect(await feedOf(feedId)).toMatchObject({
      failingSince: null,
      lastSyncedAt: NOON,
      nextSyncAt: new Date(NOON.getTime() + HOUR),
    })
  })

  test('imported nights that overlap our stay are stored and shown as a conflict', async () => {
    const propertyId = await makeProperty(database().db)
    const bookingId = await makeBooking(database().db, propertyId, { from: '2027-07-04', to: '2027-07-08' })
    const feedId = await makeFeed(database().db, propertyId, { address: site.address('/a.ics') })
    site.answer('/a.ics', airbnbCalendar([july]))
    expect(await sync(feedId)).toMatchObject({ ok: true, change: { added: 1 } })
    expect(await listConflicts(services(), { bookingId })).toMatchObject([
      {
        nights: { from: '2027-07-04', to: '2027-07-05' },
        claim: { kind: 'import', calendar: 'Airbnb', eventKind: 'reserved' },
      },
    ])
  })
})
