import { expect, test } from 'vitest'
import type { z } from 'zod'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { audit, calendarFeeds, occupancies } from '#app/platform/db/schema.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, testServices } from '#test/factories.ts'
import { airbnbCalendar } from '#test/servers/calendars.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
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
  const conflicts = async () => (await listCalendars(services())).flatMap((home) => home.conflicts)
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
      message: 'Airbnb is no longer read. Its nights are open again.',
    })
    expect(await post('remove', { id })).toMatchObject({ status: 404 })
    const rows = await database().db.select().from(audit)
    expect(rows.map(({ action }) => action)).toEqual(['calendar.added', 'calendar.address-renewed', 'calendar.removed'])
    expect(JSON.stringify(rows)).not.toContain('secret')
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
})
