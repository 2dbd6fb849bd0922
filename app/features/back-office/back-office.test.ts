import { asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { findBookings } from '#app/features/bookings/manage/list/booking-list.server.ts'
import type { BookingView } from '#app/features/bookings/manage/list/booking-list.ts'
import { getManagedStay } from '#app/features/bookings/manage/page/booking-page.server.ts'
import { ledger, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeFeed,
  makeImport,
  makePayment,
  makePricedProperty,
  NOON,
  testServices,
} from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { getToday } from './today.server.ts'
import { movementsOf } from './today.ts'

describeWithDatabase('the back office', (database) => {
  expectSoundMoney(database)
  const services = () => testServices(database())
  async function makeOperator(): Promise<Operator> {
    const [user] = await database().db.insert(users).values({ username: 'mia', passwordHash: 'x' }).returning()
    return { ...UNNAMED, id: user?.id ?? null, name: 'mia' }
  }
  async function makeStay(change: Partial<typeof bookings.$inferInsert> = {}) {
    const { db } = database()
    const propertyId = change.propertyId ?? (await makePricedProperty(db))
    const nights = { from: change.checkInDate ?? '2027-07-01', to: change.checkOutDate ?? '2027-07-05' }
    const id = await makeBooking(db, propertyId, nights, { guestName: 'Ada Guest', ...change })
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (!row) throw new Error('the booking was not stored')
    return row
  }
  function act(by: Operator, reference: string, fields: Record<string, string>) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return postBooking(services(), { reference, form, by })
  }
  const auditOf = async (id: string) => {
    const { action, operatorName, reason, after } = audit
    return database().db.select({ action, operatorName, reason, after }).from(audit).where(eq(audit.subjectId, id))
  }
  const cancel = { intent: 'cancel', cancelledFor: 'operator', refund: 'policy', message: 'The road is closed.' }

  test('confirms a request once, in the operator’s name', async () => {
    const mia = await makeOperator()
    const { id, reference } = await makeStay()
    expect(await act(mia, reference, { intent: 'confirm' })).toMatchObject({ ok: true })
    expect(await act(mia, reference, { intent: 'confirm' })).toMatchObject({ ok: false, status: 409 })
    const stay = await getManagedStay(services(), reference, UNNAMED)
    expect(stay?.history.at(-1)).toMatchObject({ toStatus: 'confirmed', cause: 'operator', operatorName: 'mia' })
    expect(await auditOf(id)).toEqual([
      { action: 'booking.confirmed', operatorName: 'mia', reason: null, after: 'confirmed' },
    ])
    await database().db.delete(users)
    expect((await getManagedStay(services(), reference, UNNAMED))?.history.at(-1)?.operatorName).toBe('mia')
  })

  test('confirms a request in conflict only when the operator insists', async () => {
    const mia = await makeOperator()
    const { propertyId, reference } = await makeStay()
    await makeDate(database().db, propertyId, '2027-07-02', { blocked: true })
    const stay = await getManagedStay(services(), reference, UNNAMED)
    const settlePath = `/admin/calendar?day=2027-07-02&property=${stay?.property.path.split('/').at(-1)}`
    expect(stay?.conflicts).toEqual([{ from: '2027-07-02', to: '2027-07-03', by: null, guest: null, settlePath }])
    expect(await act(mia, reference, { intent: 'confirm' })).toMatchObject({ ok: false, status: 409 })
    expect(await act(mia, reference, { intent: 'confirm', despiteConflict: 'yes' })).toMatchObject({ ok: true })
  })

  test('declines with a reason, which the guest reads', async () => {
    const mia = await makeOperator()
    const { id, reference } = await makeStay()
    expect(await act(mia, reference, { intent: 'decline', message: 'x'.repeat(2001) })).toMatchObject({
      fields: { message: 'Please keep this to 2,000 characters' },
    })
    expect(await act(mia, reference, { intent: 'decline', message: 'The hot tub is broken.' })).toMatchObject({
      ok: true,
    })
    const [mail] = await queuedMail(database())
    expect(mail).toMatchObject({ template: 'booking-declined' })
    expect(mail?.text).toContain('The hot tub is broken.')
    expect(await auditOf(id)).toMatchObject([{ action: 'booking.declined', reason: 'The hot tub is broken.' }])
    expect((await getManagedStay(services(), reference, UNNAMED))?.history.at(-1)?.reason).toBe(
      'The hot tub is broken.',
    )
  })

  test('cancels a paid stay: nights, refund, ledger and mail in one step, and pressed twice once', async () => {
    const { db } = database()
    const mia = await makeOperator()
    const { id, reference } = await makeStay({
      status: 'confirmed',
      totalAmount: '1000.00',
      checkInDate: '2027-08-01',
      checkOutDate: '2027-08-05',
    })
    await makePayment(db, id)
    await db.update(payments).set({ status: 'captured', amount: '1000.00', received: '1000.00' })
    const choices = (await getManagedStay(services(), reference, UNNAMED))?.refundChoices
    expect(choices).toMatchObject({ isRecorded: true, most: 100_000 })
    const shown = String(choices?.byPolicy)
    expect(await act(mia, reference, { ...cancel, shown: '1' })).toMatchObject({
      ok: false,
      fields: { refund: expect.any(String) },
    })
    const other = { ...cancel, refund: 'other', shown }
    expect(await act(mia, reference, { ...other, amount: '1000.01' })).toMatchObject({
      fields: { amount: expect.any(String) },
    })
    expect(await db.$count(occupancies)).toBe(1)
    const outcomes = await Promise.all([1, 2].map(() => act(mia, reference, { ...other, amount: '750' })))
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(1)
    expect(outcomes.find((outcome) => !outcome?.ok)).toMatchObject({
      message: 'This booking is canceled by now. Nothing was changed.',
    })
    expect(await db.$count(occupancies)).toBe(0)
    const [payment] = await db.select().from(payments)
    expect(payment?.refundDue).toBe('750.00')
    expect(
      await db.select({ kind: ledger.kind, amount: ledger.amount }).from(ledger).orderBy(asc(ledger.kind)),
    ).toEqual([
      { kind: 'charged', amount: '1000.00' },
      { kind: 'retained', amount: '250.00' },
    ])
    const mails = await queuedMail(database())
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('The road is closed.')
    expect(mails[0]?.text).toContain('$750 is going back to your card.')
    expect(await auditOf(id)).toMatchObject([
      { action: 'booking.cancelled', after: { refund: 75_000, cancelledFor: 'operator' } },
    ])
  })

  test('cancels a no-show after check-in, with nothing back by the policy', async () => {
    const mia = await makeOperator()
    const { reference } = await makeStay({ status: 'confirmed', checkInDate: '2027-05-31', checkOutDate: '2027-06-04' })
    const choices = (await getManagedStay(services(), reference, UNNAMED))?.refundChoices
    expect(choices).toMatchObject({ isRecorded: false, most: 0, byPolicy: 0 })
    expect(await act(mia, reference, { ...cancel, cancelledFor: 'no-show', shown: '0' })).toMatchObject({ ok: true })
    const [mail] = await queuedMail(database())
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('No payment of yours is recorded, so nothing is refunded.')
  })

  test('keeps a private note, and its earlier text', async () => {
    const mia = await makeOperator()
    const { id, reference } = await makeStay()
    const note = (text: string, before: string | null) =>
      act(mia, reference, { intent: 'note', note: text, version: versionOf(before) })
    expect(await note('Two dogs', null)).toMatchObject({ ok: true })
    expect(await note('Two dogs', null)).toMatchObject({ ok: true })
    // Written on a page that did not show the dogs.
    expect(await note('A cat', null)).toMatchObject({
      ok: false,
      status: 409,
      message: expect.stringContaining('Two dogs'),
    })
    expect((await getManagedStay(services(), reference, UNNAMED))?.privateNote).toBe('Two dogs')
    expect(await note('', 'Two dogs')).toMatchObject({ ok: true })
    expect((await getManagedStay(services(), reference, UNNAMED))?.privateNote).toBe('')
    expect(await auditOf(id)).toHaveLength(2)
  })

  test('refuses an unknown booking', async () => {
    const mia = await makeOperator()
    expect(await act(mia, 'XXX-XXX', { intent: 'confirm' })).toMatchObject({ ok: false, status: 404 })
  })

  test('finds bookings by view, name, email, phone however written, and reference', async () => {
    const guest = { guestName: 'Zoë 100% Müller', guestEmail: 'zoe@example.com', guestPhone: '(970) 555-0123' }
    const ahead = await makeStay({ status: 'confirmed', ...guest })
    const now = await makeStay({ status: 'confirmed', checkInDate: '2027-05-30', checkOutDate: '2027-06-01' })
    const past = await makeStay({ status: 'confirmed', checkInDate: '2027-05-01', checkOutDate: '2027-05-31' })
    const request = await makeStay({ checkInDate: '2027-09-01', checkOutDate: '2027-09-05' })
    const find = async (view: BookingView, search = '', property = '') => {
      const { rows, total } = await findBookings(services(), { view, search, property, page: 1 }, { by: UNNAMED })
      expect(total).toBe(rows.length)
      return rows.map(({ reference }) => reference)
    }
    expect(await find('needs-me')).toEqual([request.reference])
    expect(await find('arriving')).toEqual([ahead.reference])
    expect(await find('in-house')).toEqual([now.reference])
    expect(await find('past')).toEqual([past.reference])
    expect(await find('all')).toHaveLength(4)
    for (const search of ['zoë', 'ZOE@', '970-555', '9705550123', '100%', ahead.reference.toLowerCase()]) {
      expect(await find('all', search), search).toEqual([ahead.reference])
    }
    for (const search of ['%', '_', '555-9999', 'nobody']) expect(await find('all', `${search}!`), search).toEqual([])
    expect(await find('all', '', 'no-such-home')).toEqual([])
  })

  test('Today says what waits, and who comes', async () => {
    const { db } = database()
    const request = await makeStay({ answerBy: new Date(NOON.getTime() + 5 * 3_600_000) })
    const arriving = await makeStay({
      status: 'confirmed',
      checkInDate: '2027-06-01',
      checkOutDate: '2027-06-04',
      numberOfGuests: 4,
      children: 2,
    })
    await makeImport(db, arriving.propertyId, { from: '2027-06-02', to: '2027-06-03' })
    await makeFeed(db, arriving.propertyId, {
      label: 'Airbnb',
      lastError: 'no answer',
      failingSince: new Date(NOON.getTime() - 86_400_000),
    })
    await db.insert(inquiries).values({ name: 'Bo', email: 'bo@example.com', subject: 'Towels', message: 'Two more' })
    await db
      .insert(hostInquiries)
      .values({ name: 'Cy', email: 'cy@example.com', propertyLocation: 'Oak Creek', bedrooms: 2, maxGuests: 4 })
    const { tasks, stays } = await getToday(services())
    expect(tasks.map(({ title }) => title)).toEqual([
      'Ada Guest and “Another calendar” have the same nights',
      expect.stringContaining('Ada Guest requests'),
      'Payment is late: $1,000.00 from Ada Guest',
      expect.stringContaining('The calendar “Airbnb”'),
      '2 people wait for an answer',
      'Guests aren’t told how to pay',
    ])
    expect(tasks[1]).toMatchObject({
      path: `/admin/bookings/${request.reference}`,
      due: { words: '5 hours left', isUrgent: true },
      until: expect.stringContaining('2027'),
    })
    const [today] = movementsOf(stays, 1)
    expect(today?.movements).toMatchObject([
      { kind: 'check-in', stay: { reference: arriving.reference, adults: 2, children: 2 } },
    ])
  })

  test('whoever waits for an answer is a line on Today, with whom has waited longest', async () => {
    const { db } = database()
    const at = (hour: number) => new Date(NOON.getTime() + hour * 3_600_000)
    const names = Array.from({ length: 20 }, (_, index) => `Guest ${index}`)
    const of = (name: string, index: number) => ({
      name,
      email: `${name.replace(' ', '')}@example.com`,
      createdAt: at(index),
    })
    await db
      .insert(inquiries)
      .values(names.map((name, index) => ({ ...of(name, index), subject: 'Towels', message: 'Two' })))
    const property = { propertyLocation: 'Oak Creek', bedrooms: 2, maxGuests: 4 }
    await db
      .insert(hostInquiries)
      .values(['Cy', 'Di', 'Ed'].map((name, index) => ({ ...of(name, index + 1), ...property })))
    expect((await getToday(services())).tasks).toMatchObject([
      { title: '23 people wait for an answer', detail: 'Guest 0 has waited longest.', path: '/admin/inbox' },
    ])
  })

  test('Today is six statements, and one more for conflicts, whatever there is', async () => {
    for (let week = 0; week < 3; week += 1) await makeStay()
    let sent = 0
    const pool = new Proxy(database().pool, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (name === 'query') sent += 1
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const counted = { ...services(), db: drizzle(pool) }
    await getToday(counted)
    expect(sent).toBe(6)
    const { propertyId, reference } = await makeStay()
    await makeDate(database().db, propertyId, '2027-07-02', { blocked: true })
    sent = 0
    const { tasks } = await getToday(counted)
    expect(tasks.map(({ title }) => title)).toContain('Ada Guest and your own block have the same nights')
    expect(sent).toBe(7)
    // The request in conflict is looked at first.
    const requests = tasks.filter(({ title }) => title.startsWith('Ada Guest requests'))
    expect(requests).toHaveLength(4)
    expect(requests.flatMap(({ path, confirm }) => (confirm ? [] : path))).toEqual([`/admin/bookings/${reference}`])
  })
})
