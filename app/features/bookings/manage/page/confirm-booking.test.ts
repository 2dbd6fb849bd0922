import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import { expireAllOverdue } from '#app/features/bookings/status/expire-bookings.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeHold,
  makeImport,
  makePricedProperty,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { confirmBooking, declineBooking } from './confirm-booking.server.ts'

const HOUR = 3_600_000
/** The form that declines a request. */
function declining(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ intent: 'decline', ...fields })) form.set(name, value)
  return form
}
const JULY = { from: '2027-07-01', to: '2027-07-05' }

describeWithDatabase('booking request', (database) => {
  expectSoundMoney(database)
  const at = (hours: number) => testServices(database(), { clock: testClock(new Date(NOON.getTime() + hours * HOUR)) })
  const confirm = (hours: number, id: string, typed: { despiteConflict?: 'yes' } = {}) =>
    makeChange(confirmBooking, { services: at(hours), id }, typed)
  const decline = (hours: number, id: string) =>
    makeChange(declineBooking, { services: at(hours), id }, { message: '' })
  /** Requests a booking at noon, and returns its reference. */
  async function request(existing?: string): Promise<{ propertyId: string; reference: string; id: string }> {
    const propertyId =
      existing ?? (await makePricedProperty(database().db, { name: 'Lake Cabin', address: '1 Cove Rd; SC' }))
    const party = { adults: 2, children: 0, infants: 0, pets: 0 }
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const stay = { propertyId, checkInDate: JULY.from, checkOutDate: JULY.to }
    const outcome = await requestBooking(at(0), { ...stay, ...party, ...guest })
    if (!outcome.ok) throw new Error(outcome.reason)
    await database().jobs.deleteAllJobs()
    return { propertyId, reference: outcome.booking.reference, id: outcome.booking.id }
  }
  const mails = () => queuedMail(database())
  const lifeOf = async (id: string) => {
    const { db } = database()
    const changes = await db
      .select()
      .from(bookingChanges)
      .where(eq(bookingChanges.bookingId, id))
      .orderBy(asc(bookingChanges.number))
    const [row] = await db.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, id))
    const rows = await db.select().from(occupancies).where(eq(occupancies.bookingId, id))
    return { status: row?.status, causes: changes.map(({ cause }) => cause), nights: rows.length }
  }

  test('a confirmed request keeps its nights, and the guest gets a calendar file', async () => {
    const { reference, id } = await request()
    expect(await confirm(1, ` ${reference.toLowerCase()} `)).toMatchObject({ ok: true })
    expect(await lifeOf(id)).toEqual({ status: 'confirmed', causes: ['guest', 'operator'], nights: 1 })
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      template: 'booking-confirmed',
      to: 'ada@example.com',
      subject: `Confirmed: Lake Cabin, Thu, Jul 1 to Mon, Jul 5 (${reference})`,
    })
    for (const fact of ['1 Cove Rd; SC', '$3,652.00', 'Thursday, July 1, 2027, from 3:00 PM']) {
      expect(mail?.text.replace(/\s+/g, ' ')).toContain(fact)
    }
    const lines = mail?.attachments?.[0]?.content.replace(/\r\n[ \t]/g, '').split('\r\n') ?? []
    expect(lines).toContain('STATUS:CONFIRMED')
    expect(lines).toContain(`SEQUENCE:${(NOON.getTime() + HOUR - Date.UTC(2020, 0, 1)) / 1000}`)
    expect(lines.find((line) => line.startsWith('UID:'))).toContain(reference)
  })

  test('a declined request frees its nights, and the guest gets an email with a link to other dates', async () => {
    const { propertyId, reference, id } = await request()
    expect(await decline(1, reference)).toMatchObject({ ok: true })
    expect(await lifeOf(id)).toEqual({ status: 'declined', causes: ['guest', 'operator'], nights: 0 })
    const [mail] = await mails()
    expect(mail).toMatchObject({ template: 'booking-declined', to: 'ada@example.com' })
    expect(mail?.html).toContain('/search?checkin=2027-07-01&amp;checkout=2027-07-05&amp;adults=2')
    expect(mail?.attachments?.[0]?.content).toContain('STATUS:CANCELLED')
    expect((await request(propertyId)).reference).not.toBe(reference)
  })

  test('declining in one’s own words wants words: without any the request stays as it is', async () => {
    const { reference, id } = await request()
    const post = (fields: Record<string, string>, of = reference) =>
      postBooking(at(1), { reference: of, form: declining(fields), by: UNNAMED })
    const refused = await post({ message: ' \n ', inWords: 'yes' })
    expect(refused).toMatchObject({ status: 400, fields: { message: expect.stringContaining('Please write why') } })
    expect(refused).toMatchObject({ answer: { result: { initialValue: { inWords: 'yes' } } } })
    expect([await lifeOf(id), await mails()]).toMatchObject([{ status: 'pending' }, []])
    expect(await post({ message: 'The roof leaks.', inWords: 'yes' })).toMatchObject({ ok: true })
    expect((await mails())[0]?.text).toContain('The roof leaks.')
    expect(await post({ message: '' }, (await request()).reference)).toMatchObject({ ok: true })
  })

  testOnBoth('a request can be answered only once', async () => {
    const { reference } = await request()
    const outcomes = await Promise.all([confirm(1, reference), decline(1, reference), confirm(1, reference)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.status === 409)).toHaveLength(2)
    expect(await mails()).toHaveLength(1)
    expect(await confirm(1, 'ZZZ-ZZZ')).toMatchObject({ ok: false, status: 404 })
  })

  test('a request that conflicts with a block or an import is confirmed only when the operator insists', async () => {
    const { propertyId, reference, id } = await request()
    await makeDate(database().db, propertyId, '2027-07-02', { blocked: true })
    await makeImport(database().db, propertyId, { from: '2027-07-04', to: '2027-07-08' })
    expect(await confirm(1, reference)).toMatchObject({
      status: 409,
      message: expect.stringContaining('Other claims to these nights came in'),
    })
    expect(await listConflicts(at(1), { bookingId: id })).toMatchObject([
      { nights: { from: '2027-07-02', to: '2027-07-03' }, claim: { kind: 'block' } },
      { nights: { from: '2027-07-04', to: '2027-07-05' }, claim: { kind: 'import' } },
    ])
    expect(await lifeOf(id)).toMatchObject({ status: 'pending' })
    expect(await mails()).toEqual([])
    expect(await confirm(1, reference, { despiteConflict: 'yes' })).toMatchObject({ ok: true })
    expect(await lifeOf(id)).toMatchObject({ status: 'confirmed' })
  })

  testOnBoth(
    'a request without an answer for 24 hours expires, frees its nights, and both sides get an email',
    async () => {
      const { propertyId, reference, id } = await request()
      await expireAllOverdue(at(23))
      expect(await lifeOf(id)).toMatchObject({ status: 'pending' })
      await Promise.all([expireAllOverdue(at(24)), expireAllOverdue(at(24))])
      expect(await lifeOf(id)).toEqual({ status: 'expired', causes: ['guest', 'time'], nights: 0 })
      expect(await mails()).toMatchObject([
        { template: 'booking-expired', to: 'ada@example.com', replyTo: 'hello@powderandcove.example' },
        { template: 'booking-expired-operator', to: 'hello@powderandcove.example', replyTo: 'ada@example.com' },
      ])
      expect((await mails())[0]?.html).toContain('checkin=2027-07-01')
      expect((await request(propertyId)).reference).not.toBe(reference)
    },
  )

  test('an expired request cannot be confirmed, even before cleanup has run', async () => {
    const { reference, id } = await request()
    expect(await confirm(24, reference)).toMatchObject({
      status: 409,
      message: 'This booking is expired by now. Nothing was changed.',
    })
    expect(await lifeOf(id)).toMatchObject({ status: 'expired', nights: 0 })
    expect(await mails()).toHaveLength(2)
  })

  test('a request from before the deadline existed never expires', async () => {
    const propertyId = await makePricedProperty(database().db)
    const id = await makeBooking(database().db, propertyId, JULY)
    await expireAllOverdue(at(10_000))
    expect(await lifeOf(id)).toMatchObject({ status: 'pending', nights: 1 })
  })

  test('cleanup removes expired holds and their bookings without sending email', async () => {
    const { db } = database()
    const [over, live] = [await makePricedProperty(db), await makePricedProperty(db)]
    const overdue = await makeHold(db, over, JULY, new Date(NOON.getTime() + HOUR))
    const standing = await makeHold(db, live, JULY, new Date(NOON.getTime() + 2 * HOUR))
    await expireAllOverdue(at(1))
    expect(await lifeOf(overdue)).toEqual({ status: 'expired', causes: ['guest', 'time'], nights: 0 })
    expect(await lifeOf(standing)).toEqual({ status: 'held', causes: ['guest'], nights: 1 })
    expect(await mails()).toEqual([])
  })

  test('cleanup continues with other properties when one fails', async () => {
    const { db, pool } = database()
    const properties = [await makePricedProperty(db), await makePricedProperty(db)]
    const ids = [
      await makeHold(db, properties[0] ?? '', JULY, NOON),
      await makeHold(db, properties[1] ?? '', JULY, NOON),
    ]
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
    await pool.query(`create trigger refuse before delete on occupancies for each row
      when (old.property_id = '${properties[0]}') execute function refuse()`)
    try {
      await expireAllOverdue(at(1))
    } finally {
      await pool.query('drop function refuse cascade')
    }
    expect(await lifeOf(ids[0] ?? '')).toMatchObject({ status: 'held' })
    expect(await lifeOf(ids[1] ?? '')).toMatchObject({ status: 'expired' })
  })
})
