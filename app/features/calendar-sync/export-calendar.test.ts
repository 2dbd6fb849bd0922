import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { changeStatus } from '#app/features/bookings/status/change-status.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeHold,
  makeImport,
  makeProperty,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'
import { calendarSyncApi } from './calendar-sync.api.server.ts'
import { ownCalendarPath } from './calendar-sync.ts'
import { getExport } from './export-calendar.server.ts'
import { calendarChanges } from './manage/calendars.changes.server.ts'

const SOMEWHERE = '00000000-0000-4000-8000-000000000000'

describeWithDatabase('calendar export', (database) => {
  const services = (at = NOON) => testServices(database(), { clock: testClock(at) })
  const ask = (path: string, headers: Record<string, string> = {}, at = NOON) =>
    calendarSyncApi(services(at)).request(path, { headers })
  const addressOf = async (propertyId: string) =>
    ownCalendarPath(propertyId, (await getExport(services(), propertyId)).key)
  /** The relevant lines of each event, unfolded. */
  async function eventsOf(path: string, at = NOON) {
    const text = await (await ask(path, {}, at)).text()
    const lines = text
      .replace(/\r\n[ \t]/g, '')
      .split('BEGIN:VEVENT')
      .slice(1)
    const value = (event: string, name: string) => new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'm').exec(event)?.[1]?.trim()
    return lines.map((event) => ({
      uid: value(event, 'UID') ?? '',
      start: value(event, 'DTSTART'),
      end: value(event, 'DTEND'),
      summary: value(event, 'SUMMARY'),
      sequence: Number(value(event, 'SEQUENCE')),
      stamp: value(event, 'DTSTAMP'),
      isWholeDays: /^DTSTART;VALUE=DATE:/m.test(event) && /^DTEND;VALUE=DATE:/m.test(event),
    }))
  }

  test('pending and confirmed stays and blocks are exported, without names', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    const pending = await makeBooking(db, propertyId, { from: '2027-07-01', to: '2027-07-05' })
    await makeBooking(db, propertyId, { from: '2027-07-05', to: '2027-07-06' }, { status: 'confirmed' })
    for (const day of ['10', '11', '20']) await makeDate(db, propertyId, `2027-07-${day}`, { blocked: true })
    await makeDate(db, propertyId, '2027-07-12', { price: '500' })
    const address = await addressOf(propertyId)
    expect(await eventsOf(address)).toMatchObject([
      { summary: 'Reserved', start: '20270701', end: '20270705', isWholeDays: true },
      { summary: 'Reserved', start: '20270705', end: '20270706', isWholeDays: true },
      { summary: 'Blocked', start: '20270710', end: '20270712', isWholeDays: true },
      { summary: 'Blocked', start: '20270720', end: '20270721', isWholeDays: true },
    ])
    const [first, ...rest] = (await eventsOf(address)).map(({ uid }) => uid)
    expect(first).toMatch(new RegExp(`^${pending}@`))
    expect(new Set([first, ...rest]).size).toBe(4)
    const text = await (await ask(address)).text()
    expect(text).not.toMatch(/Ada|example\.com|TST-|1000|Home/)
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR(\r\n)?$/)
  })

  test('holds, imports, declined requests and other properties are not exported', async () => {
    const { db } = database()
    const [propertyId, other] = [await makeProperty(db), await makeProperty(db)]
    await makeHold(db, propertyId, { from: '2027-07-01', to: '2027-07-05' }, new Date(NOON.getTime() + 600_000))
    await makeImport(db, propertyId, { from: '2027-07-10', to: '2027-07-12' })
    const declined = await makeBooking(db, propertyId, { from: '2027-07-20', to: '2027-07-22' })
    await db.transaction(async (tx) => {
      await tx.delete(occupancies).where(eq(occupancies.bookingId, declined))
      await changeStatus(tx, { ids: [declined], from: 'pending', to: 'declined', cause: 'operator', at: NOON })
    })
    await makeBooking(db, other, { from: '2027-07-01', to: '2027-07-05' })
    expect(await eventsOf(await addressOf(propertyId))).toEqual([])
  })

  test('the export begins with the previous month and has no end', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    await makeBooking(db, propertyId, { from: '2027-04-20', to: '2027-05-01' })
    await makeBooking(db, propertyId, { from: '2027-05-01', to: '2027-05-03' })
    await makeBooking(db, propertyId, { from: '2031-01-01', to: '2031-01-03' })
    for (const date of ['2027-04-30', '2027-05-01', '2027-05-02'])
      await makeDate(db, propertyId, date, { blocked: true })
    const address = await addressOf(propertyId)
    const starts = async (at: Date) => (await eventsOf(address, at)).map(({ start }) => start)
    expect(await starts(NOON)).toEqual(['20270501', '20310101', '20270501'])
    expect(await starts(new Date('2027-06-30T12:00:00Z'))).toEqual(['20270501', '20310101', '20270501'])
    expect(await starts(new Date('2027-07-02T12:00:00Z'))).toEqual(['20310101'])
  })

  test('body and ETag stay the same until something changes', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    await makeBooking(db, propertyId, { from: '2027-07-01', to: '2027-07-05' })
    await makeDate(db, propertyId, '2027-07-10', { blocked: true })
    const address = await addressOf(propertyId)
    const first = await ask(address)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const later = await ask(address, { 'if-none-match': etag }, new Date('2027-06-02T03:04:05Z'))
    expect([later.status, await later.text(), later.headers.get('etag')]).toEqual([304, '', etag])
    const before = await eventsOf(address)
    await makeDate(db, propertyId, '2027-08-10', { blocked: true })
    expect((await ask(address, { 'if-none-match': etag })).status).toBe(200)
    expect((await eventsOf(address)).slice(0, 2)).toEqual(before)
    await db.delete(blocks)
    expect(await eventsOf(address)).toHaveLength(1)
  })

  test('an event whose nights change has a higher SEQUENCE and the time of the change', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    const stay = await makeBooking(db, propertyId, { from: '2027-07-01', to: '2027-07-05' })
    await makeBooking(db, propertyId, { from: '2027-07-05', to: '2027-07-06' })
    await makeDate(db, propertyId, '2027-07-10', { blocked: true })
    const address = await addressOf(propertyId)
    const before = await eventsOf(address)
    await db.transaction(async (tx) => {
      const to = { checkInDate: '2027-07-20', checkOutDate: '2027-07-22' }
      await tx.update(bookings).set(to).where(eq(bookings.id, stay))
      const nights = { from: to.checkInDate, to: to.checkOutDate }
      await tx.update(occupancies).set({ nights }).where(eq(occupancies.bookingId, stay))
    })
    await makeDate(db, propertyId, '2027-07-11', { blocked: true })
    const hourLater = new Date(NOON.getTime() + 3_600_000)
    const after = await eventsOf(address, hourLater)
    const of = (events: typeof before, uid: string) => events.find((event) => event.uid.startsWith(uid))
    const raised = (event: (typeof before)[number] | undefined) => (event?.sequence ?? 0) + 1
    for (const uid of [stay, 'block-2027-07-10']) {
      const now = of(after, uid)
      expect(now?.sequence, uid).toBe(raised(of(before, uid)))
      expect(now?.stamp, uid).toBe(hourLater.toISOString().replace(/[-:]|\.\d+/g, ''))
    }
    expect(of(after, stay)).toMatchObject({ start: '20270720', end: '20270722' })
    expect(of(after, 'block-2027-07-10')).toMatchObject({ start: '20270710', end: '20270712' })
    const unchanged = before.filter(({ uid }) => !uid.startsWith(stay) && !uid.startsWith('block'))
    expect(after).toEqual(expect.arrayContaining(unchanged))
    expect(await eventsOf(address, new Date(NOON.getTime() + 7_200_000))).toEqual(after)
  })

  test('a wrong key, another property’s key or no key returns 404', async () => {
    const { db } = database()
    const [propertyId, other, without] = [await makeProperty(db), await makeProperty(db), await makeProperty(db)]
    const key = (await getExport(services(), propertyId)).key
    expect(key).toMatch(/^[\w-]{32}$/)
    expect((await getExport(services(), propertyId)).key).toBe(key)
    await getExport(services(), other)
    const wrong = [
      ownCalendarPath(propertyId, `${key}x`),
      ownCalendarPath(propertyId, key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase()),
      ownCalendarPath(propertyId, ''),
      ownCalendarPath(other, key),
      ownCalendarPath(without, key),
      ownCalendarPath(SOMEWHERE, key),
      ownCalendarPath('nowhere', key),
    ]
    for (const path of wrong) {
      const answer = await ask(path)
      expect(answer.status, path).toBe(404)
      expect(answer.headers.get('cache-control'), path).toBe(path.includes('/.ics') ? null : 'no-store')
    }
    expect((await ask(ownCalendarPath(propertyId, key))).status).toBe(200)
    expect((await ask(ownCalendarPath(propertyId.toUpperCase(), key))).status).toBe(200)
  })

  test('a renewed address has the same events, and the old one stops working', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db, { slug: 'lodge', name: 'The Lodge' })
    await makeBooking(db, propertyId, { from: '2027-07-03', to: '2027-07-09' })
    const old = ownCalendarPath(propertyId, (await getExport(services(), propertyId)).key)
    const before = await eventsOf(old)
    const renew = (slug: string) => makeChange(calendarChanges.renew, { services: services() }, { slug })
    expect(await renew('lodge')).toMatchObject({ ok: true })
    const path = ownCalendarPath(propertyId, (await getExport(services(), propertyId)).key)
    expect(path).toMatch(/\/[\w-]{32}\.ics$/)
    expect((await ask(old)).status).toBe(404)
    expect(await eventsOf(path)).toEqual(before)
    expect(await renew('nowhere')).toMatchObject({ status: 404 })
  })
})
