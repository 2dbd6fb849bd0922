import { expect, test } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { audit, calendarFeeds, occupancies } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { airbnbCalendar } from '#test/calendars.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, testServices } from '#test/factories.ts'
import { useCalendarServer } from '#test/use-calendar-server.ts'
import { listCalendars } from './calendar-sync.server.ts'
import {
  addCalendar,
  readCalendarNow,
  removeCalendar,
  renewAddress,
  settleConflict,
} from './manage-calendars.server.ts'

const JULY = { uid: 'july@airbnb.com', from: '2027-07-01', to: '2027-07-05' }
const AUGUST = { uid: 'august@airbnb.com', from: '2027-08-01', to: '2027-08-05' }

describeWithDatabase('calendars of other sites in the back office', (database) => {
  const site = useCalendarServer()
  const services = () => testServices(database())
  const by: Operator = { id: null, name: null }
  const slug = 'cabin'
  const conflicts = async () => (await listCalendars(services())).flatMap((home) => home.conflicts)
  async function addAirbnb() {
    await makeProperty(database().db, { slug, name: 'Cabin' })
    site.answer('/1.ics?s=secret', airbnbCalendar([JULY]))
    const added = await addCalendar(services(), { slug, address: site.address('/1.ics?s=secret'), by })
    const [feed] = await database().db.select().from(calendarFeeds)
    return { added, id: feed?.id ?? '', propertyId: feed?.propertyId ?? '' }
  }

  test('are added once, read, and removed; History never has their secret', async () => {
    const { added, id } = await addAirbnb()
    expect(added).toMatchObject({ ok: true, auditId: expect.any(String) })
    const address = site.address('/1.ics?s=secret')
    expect(await addCalendar(services(), { slug, address, by })).toMatchObject({
      ok: false,
      message: 'This calendar is already read for this home.',
    })
    expect(await addCalendar(services(), { slug, address: 'airbnb', by })).toMatchObject({ ok: false, status: 400 })
    site.answer('/1.ics?s=secret', airbnbCalendar([JULY, AUGUST]))
    expect(await readCalendarNow(services(), { id, isEmpty: false })).toMatchObject({
      message: 'Cabin, Airbnb: 2 events, 1 new.',
    })
    expect(await renewAddress(services(), { slug, by })).toMatchObject({ ok: true })
    expect(await removeCalendar(services(), { id, by })).toEqual({
      ok: true,
      message: 'Airbnb is no longer read. Its nights are open again.',
    })
    expect(await removeCalendar(services(), { id, by })).toMatchObject({ status: 404 })
    const rows = await database().db.select().from(audit)
    expect(rows.map(({ action }) => action)).toEqual(['calendar.added', 'calendar.address-renewed', 'calendar.removed'])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  test('an addition is undone with its nights', async () => {
    const { added } = await addAirbnb()
    const id = 'auditId' in added ? added.auditId : ''
    expect(await undoChange(services(), { id, by })).toMatchObject({ ok: true })
    expect(await database().db.$count(occupancies)).toBe(0)
  })

  test('a conflict is settled until the other site changes its nights, and shown again by Undo', async () => {
    const { id, propertyId } = await addAirbnb()
    await makeBooking(database().db, propertyId, { from: '2027-07-03', to: '2027-07-09' }, { status: 'confirmed' })
    const settle = async () => {
      const [conflict] = await conflicts()
      const claim = conflict?.claim.kind === 'import' ? conflict.claim.occupancyId : ''
      return settleConflict(services(), { id: claim, by })
    }
    const settled = await settle()
    expect(await conflicts()).toEqual([])
    await undoChange(services(), { id: 'auditId' in settled ? settled.auditId : '', by })
    expect(await conflicts()).toHaveLength(1)
    await settle()
    await readCalendarNow(services(), { id, isEmpty: false })
    expect(await conflicts()).toEqual([])
    site.answer('/1.ics?s=secret', airbnbCalendar([{ ...JULY, to: '2027-07-06' }]))
    await readCalendarNow(services(), { id, isEmpty: false })
    expect(await conflicts()).toHaveLength(1)
  })
})
