import { expect, test } from 'vitest'
import type { z } from 'zod'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, testServices } from '#test/factories.ts'
import { airbnbCalendar, calendarOf, eventOf, googleCalendar } from '#test/servers/calendars.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
import { calendarFeeds } from '../calendar-sync.tables.server.ts'
import { ownCalendarPath } from '../calendar-sync.ts'
import { getExport } from '../export-calendar.server.ts'
import { calendarChanges } from './calendars.changes.server.ts'
import { listCalendars } from './calendars.server.ts'

const JULY = { uid: 'july@airbnb.com', from: '2027-07-01', to: '2027-07-05' }
const AUGUST = { uid: 'august@airbnb.com', from: '2027-08-01', to: '2027-08-05' }

describeWithDatabase('calendars of other sites in the back office', (database) => {
  const site = useCalendarServer()
  const services = () => testServices(database())
  const by: Operator = UNNAMED
  const slug = 'cabin'
  const post = (intent: keyof typeof calendarChanges, fields: Record<string, string>) =>
    postChange<z.ZodType, never>(calendarChanges[intent], { services: services(), by }, fields)
  const idOf = (outcome: Awaited<ReturnType<typeof post>>) => (outcome.ok && outcome.id) || ''
  const conflicts = async () => (await listCalendars(services())).flatMap((property) => property.conflicts)
  async function addAirbnb() {
    await makeProperty(database().db, { slug, name: 'Cabin' })
    site.answer('/1.ics?s=secret', airbnbCalendar([JULY]))
    const added = await post('add', { slug, address: site.address('/1.ics?s=secret') })
    const [feed] = await database().db.select().from(calendarFeeds)
    return { added, id: feed?.id ?? '', propertyId: feed?.propertyId ?? '' }
  }

  test('are added once, read, and removed; History never has their secret', async () => {
    const { added, id } = await addAirbnb()
    expect(added).toMatchObject({ ok: true, id: expect.any(String) })
    const address = site.address('/1.ics?s=secret')
    expect(await post('add', { slug, address })).toMatchObject({
      ok: false,
      fields: { address: 'This calendar is already read for this home.' },
    })
    expect(await post('add', { slug, address: 'airbnb' })).toMatchObject({ ok: false, status: 400 })
    site.answer('/1.ics?s=secret', airbnbCalendar([JULY, AUGUST]))
    expect(await post('read', { id })).toMatchObject({
      message: 'Cabin, Airbnb: 2 events, 1 new.',
    })
    expect(await post('renew', { slug })).toMatchObject({ ok: true })
    expect(await post('remove', { id })).toMatchObject({
      ok: true,
      message: 'Airbnb is no longer synced. Its nights are open again.',
    })
    expect(await post('remove', { id })).toMatchObject({ status: 404 })
    const rows = await database().db.select().from(audit)
    expect(rows.map(({ action }) => action)).toEqual(['calendar.added', 'calendar.address-renewed', 'calendar.removed'])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  test('whose only stay is canceled are named as empty at once, and opened by a press', async () => {
    const { id } = await addAirbnb()
    const address = '/1.ics?s=secret'
    const nights = async () => (await database().db.select().from(occupancies)).map((row) => row.nights)
    const feed = async () => (await listCalendars(services()))[0]?.feeds[0]
    const taken = [{ from: JULY.from, to: JULY.to }]
    site.answer(address, airbnbCalendar([]))
    expect(await post('read', { id })).toMatchObject({ status: 409, message: 'Cabin, Airbnb: It’s suddenly empty.' })
    expect(await nights()).toEqual(taken)
    expect(await feed()).toMatchObject({ suddenlyEmpty: true, lastError: 'It’s suddenly empty.' })
    // It is restored as it was: nobody has to do anything.
    site.answer(address, airbnbCalendar([JULY]))
    expect(await post('read', { id })).toMatchObject({ ok: true, message: 'Cabin, Airbnb: 1 event.' })
    expect(await nights()).toEqual(taken)
    expect(await feed()).toMatchObject({ suddenlyEmpty: false, lastError: null })

    site.answer(address, airbnbCalendar([]))
    await post('read', { id })
    const message = 'Cabin, Airbnb: no events, 1 gone.'
    expect(await post('read-empty', { id })).toMatchObject({ ok: true, message })
    expect(await nights()).toEqual([])
    expect(await feed()).toMatchObject({ suddenlyEmpty: false, lastError: null, events: 0 })
    site.answer(address, airbnbCalendar([JULY]))
    await post('read', { id })
    expect(await nights()).toEqual(taken)
  })

  test('an addition is undone with its nights', async () => {
    const { added } = await addAirbnb()
    expect(await undoChange(services(), { id: idOf(added), by })).toMatchObject({ ok: true })
    expect(await database().db.$count(occupancies)).toBe(0)
  })

  test('a conflict is settled until the other site changes its nights, and shown again by Undo', async () => {
    const { id, propertyId } = await addAirbnb()
    await makeBooking(database().db, propertyId, { from: '2027-07-03', to: '2027-07-09' }, { status: 'confirmed' })
    const settle = async () => {
      const [conflict] = await conflicts()
      const claim = conflict?.claim.kind === 'import' ? conflict.claim.occupancyId : ''
      return post('settle', { id: claim })
    }
    const settled = await settle()
    expect(await conflicts()).toEqual([])
    await undoChange(services(), { id: idOf(settled), by })
    expect(await conflicts()).toHaveLength(1)
    await settle()
    await post('read', { id })
    expect(await conflicts()).toEqual([])
    site.answer('/1.ics?s=secret', airbnbCalendar([{ ...JULY, to: '2027-07-06' }]))
    await post('read', { id })
    expect(await conflicts()).toHaveLength(1)
  })

  test('the home’s own address is refused, and one that another home reads is named', async () => {
    const { propertyId } = await addAirbnb()
    const { key } = await getExport(services(), propertyId)
    expect(
      await post('add', { slug, address: `https://www.stay.example${ownCalendarPath(propertyId, key)}?x=1` }),
    ).toMatchObject({
      ok: false,
      fields: { address: expect.stringContaining('the home’s own calendar') },
    })
    await makeProperty(database().db, { slug: 'condo', name: 'Condo' })
    const message =
      'Condo: Airbnb is now synced, 1 event. Cabin reads the same address. Check that it is the right one for Condo.'
    const address = site.address('/1.ics?s=secret')
    expect(await post('add', { slug: 'condo', address })).toMatchObject({ ok: true, message })
    expect(await database().db.$count(calendarFeeds)).toBe(2)
  })

  test('events marked as free are named when a calendar is added, and taken once the operator says so', async () => {
    await makeProperty(database().db, { slug, name: 'Cabin' })
    const week = ['UID:g1@google.com', 'DTSTART;VALUE=DATE:20270910', 'DTEND;VALUE=DATE:20270914', 'TRANSP:TRANSPARENT']
    site.answer('/g.ics', googleCalendar(...eventOf(...week)), '"1"')
    const message = 'Cabin: Google Calendar is now synced, no events. 1 event is marked as free and blocks no nights.'
    // The answer offers its Undo beside the message.
    const undo = { confirms: false }
    expect(await post('add', { slug, address: site.address('/g.ics') })).toMatchObject({ ok: true, message, undo })
    const [feed] = await database().db.select().from(calendarFeeds)
    const id = feed?.id ?? ''
    const nights = async () => (await database().db.select().from(occupancies)).map((row) => row.nights)
    expect(feed).toMatchObject({ freeEvents: 1, blocksFreeEvents: false, events: 0 })
    expect(await post('choose', { id, choice: 'block-free-events' })).toMatchObject({
      ok: true,
      message: 'Cabin, Google Calendar: 1 event, 1 new.',
    })
    expect(await nights()).toEqual([{ from: '2027-09-10', to: '2027-09-14' }])
    await post('read', { id })
    expect(await nights()).toHaveLength(1)
    expect(await post('choose', { id, choice: 'ignore-free-events' })).toMatchObject({ ok: true })
    expect(await nights()).toEqual([])
    site.answer('/g.ics', (response) => response.writeHead(500).end())
    expect(await post('choose', { id, choice: 'block-free-events' })).toMatchObject({ ok: false, status: 409 })
    expect((await listCalendars(services()))[0]?.feeds).toMatchObject([{ blocksFreeEvents: false, freeEvents: 1 }])
  })

  test('what Airbnb closes beyond its own window is shown, and opened by a choice', async () => {
    await makeProperty(database().db, { slug, name: 'Cabin' })
    const beyond = { uid: 'w', from: '2028-03-01', to: '2029-06-01', summary: 'Airbnb (Not available)' }
    site.answer('/w.ics', airbnbCalendar([JULY, beyond]))
    await post('add', { slug, address: site.address('/w.ics') })
    const feed = async () => (await listCalendars(services()))[0]?.feeds[0]
    const window = { from: beyond.from, to: beyond.to }
    expect(await feed()).toMatchObject({ window, ignoresBookingWindow: false, events: 2 })
    await post('choose', { id: (await feed())?.id ?? '', choice: 'open-window' })
    expect(await feed()).toMatchObject({ window, ignoresBookingWindow: true, events: 1 })
    await post('choose', { id: (await feed())?.id ?? '', choice: 'close-window' })
    expect(await feed()).toMatchObject({ ignoresBookingWindow: false, events: 2 })
  })

  test('a free/busy calendar says when it is added until when it knows', async () => {
    await makeProperty(database().db, { slug, name: 'Cabin' })
    const busy = [
      'BEGIN:VFREEBUSY',
      'DTEND:20271001T000000Z',
      'FREEBUSY:20270910T220000Z/20270914T160000Z',
      'END:VFREEBUSY',
    ]
    site.answer('/busy.ics', calendarOf(...busy))
    expect(await post('add', { slug, address: site.address('/busy.ics') })).toMatchObject({
      message: expect.stringMatching(/1 event\. It only says when somebody is busy, until Friday, October 1, 2027\.$/),
    })
  })
})
