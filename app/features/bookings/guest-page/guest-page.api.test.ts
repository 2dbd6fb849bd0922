import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { runForm } from '#app/platform/http/form-action.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeHold, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { bookings } from '../bookings.tables.server.ts'
import { confirmBooking, declineBooking } from '../manage/page/confirm-booking.server.ts'
import { ledger } from '../payments/payments.tables.server.ts'
import { cancelForm } from './cancel-booking.server.ts'
import { getGuestPage } from './guest-page.server.ts'

const DAY = 86_400_000
const TOTAL = 350_900

describeWithDatabase('guest page', (database) => {
  expectSoundMoney(database)
  const at = (days: number) => testServices(database(), { clock: testClock(new Date(NOON.getTime() + days * DAY)) })
  const call = async (method: string, path: string, body?: object, days = 0) => {
    const init = { method, body: body && JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return createApi(at(days)).request(path, init as RequestInit)
  }
  /** Requested on June 1 for July 31, 2027: sixty days ahead. */
  async function stay({ confirmed = true, timeZone = 'America/New_York' } = {}) {
    const { db } = database()
    const propertyId = await makePricedProperty(db, {
      name: 'Lake Cabin',
      timeZone,
      address: '1 Cove Rd; SC',
      rules: ['Shoes off.'],
      cancellationPolicy: [
        { days: 30, percent: 100 },
        { days: 14, percent: 50 },
      ],
    })
    const nights = { checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const answer = await call('POST', '/api/bookings', { propertyId, ...nights, ...guest })
    const booked = await answer.json()
    if (confirmed) await makeChange(confirmBooking, { services: at(0.5), id: booked.reference }, {})
    const check = { kind: 'paid-elsewhere' as const, amount: '3509.00', note: 'check 1042', happenedAt: NOON }
    if (confirmed) await db.insert(ledger).values({ ...check, bookingId: booked.id })
    await database().jobs.deleteAllJobs()
    const token = booked.stayUrl.split('/').at(-1) as string
    return {
      propertyId,
      token,
      id: booked.id as string,
      reference: booked.reference as string,
      stayUrl: booked.stayUrl,
    }
  }
  const cancel = async (token: string, refund: number, days: number) => {
    const answer = await call('POST', `/api/stays/${token}/cancel`, { refund }, days)
    return { status: answer.status, body: await answer.json() }
  }
  const mails = () => queuedMail(database())

  test('personal data and the calendar file are gone 90 days after check-out', async () => {
    const { token } = await stay()
    // Check-out is August 4, 64 days after June 1.
    expect(await getGuestPage(at(64 + 90), token)).toMatchObject({ guest: { email: 'ada@example.com' } })
    expect((await call('GET', `/stay/${token}/stay.ics`, undefined, 64 + 90)).status).toBe(200)
    const later = await getGuestPage(at(64 + 91), token)
    expect(later).toMatchObject({ guest: null, specialRequests: null, total: TOTAL, checkInDate: '2027-07-31' })
    expect(JSON.stringify(later)).not.toMatch(/Ada|example\.com/)
    expect((await call('GET', `/stay/${token}/stay.ics`, undefined, 64 + 91)).status).toBe(404)
  })

  test('the token has 128 random bits, and no digit is constant', async () => {
    const { rows } = await database().pool.query<{ token: string; id: string }>(
      `select replace(md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid::text, '-', '') as token from generate_series(1, 200)`,
    )
    const defaults = await database().pool.query<{ written: string }>(
      `select column_default as written from information_schema.columns
        where (table_name, column_name) in (('bookings', 'token'), ('payments', 'token'), ('quotes', 'token'), ('quotes', 'id'), ('occupancies', 'id'))`,
    )
    expect(defaults.rows).toHaveLength(5)
    for (const { written } of defaults.rows) expect(written).toContain('md5')
    const tokens = rows.map(({ token }) => token)
    for (let digit = 0; digit < 32; digit += 1)
      expect(new Set(tokens.map((token) => token[digit])).size).toBeGreaterThan(8)
  })

  test('the booking response contains the address of the page, and only its token opens it', async () => {
    const { stayUrl, token, id } = await stay({ confirmed: false })
    expect(stayUrl).toBe(`http://127.0.0.1:3000/stay/${token}`)
    expect(token).not.toBe(id)
    expect(await getGuestPage(at(0), token)).toMatchObject({ status: 'pending', total: TOTAL })
    for (const other of [id, 'nonsense', '', crypto.randomUUID()]) expect(await getGuestPage(at(0), other)).toBeNull()
  })

  test('a request shows its status, and the property’s address only once it is confirmed', async () => {
    const request = await stay({ confirmed: false })
    expect(await getGuestPage(at(0), request.token)).toMatchObject({
      status: 'pending',
      property: { address: 'West Union, SC' },
      rules: [],
      answerBy: 'Wednesday, June 2, 2027, 2:00 PM EDT',
      cancel: { refund: 0, paid: 0, deadlines: [] },
    })
    await makeChange(confirmBooking, { services: at(0.5), id: request.reference }, {})
    expect(await getGuestPage(at(1), request.token)).toMatchObject({
      status: 'confirmed',
      property: { address: '1 Cove Rd; SC' },
      rules: [
        'Up to two pets, $150 per stay.',
        'Up to three infants under 2 are welcome and don’t count as guests.',
        'Shoes off.',
      ],
      answerBy: null,
      cancel: {
        today: '2027-06-02',
        refund: 0,
        paid: 0,
        deadlines: [],
        terms: 'Full refund up to 30 days before check-in, 50% up to 14 days, none after that.',
      },
    })
  })

  test('the refund depends on the local date at the property', async () => {
    const east = await stay({ timeZone: 'America/New_York' })
    const west = await stay({ timeZone: 'Pacific/Honolulu' })
    // 6 in the morning of July 2 by UTC is still July 1 in Hawaii.
    const days = (Date.parse('2027-07-02T06:00:00Z') - NOON.getTime()) / DAY
    expect((await getGuestPage(at(days), east.token))?.cancel).toMatchObject({ today: '2027-07-02', refund: TOTAL / 2 })
    expect((await getGuestPage(at(days), west.token))?.cancel).toMatchObject({ today: '2027-07-01', refund: TOTAL })
  })

  test('cancelling refunds the shown amount, frees the nights and emails both sides', async () => {
    const { token, id, propertyId } = await stay()
    expect(await cancel(token, TOTAL / 2, 35)).toEqual({
      status: 200,
      body: { status: 'cancelled', refund: TOTAL / 2 },
    })
    const { db } = database()
    expect(await db.select().from(bookings).where(eq(bookings.id, id))).toMatchObject([
      { status: 'cancelled', refundAmount: '1754.50' },
    ])
    expect(await db.select().from(occupancies).where(eq(occupancies.propertyId, propertyId))).toEqual([])
    const [guest, operator] = await mails()
    expect([guest, operator]).toMatchObject([
      { template: 'booking-cancelled', to: 'ada@example.com' },
      { template: 'booking-cancelled-operator', to: 'hello@powderandcove.example', replyTo: 'ada@example.com' },
    ])
    expect(guest?.text.replace(/\s+/g, ' ')).toContain('you’ll get back $1,754.50, the same way you paid it.')
    expect(operator?.text.replace(/\s+/g, ' ')).toContain('Refund promised: $1,754.50')
    expect(guest?.attachments?.[0]?.content).toContain('STATUS:CANCELLED')
    expect(await getGuestPage(at(35), token)).toMatchObject({ status: 'cancelled', refund: TOTAL / 2, cancel: null })
  })

  testOnBoth('repeated cancellation has one effect and the same answer', async () => {
    const { token } = await stay()
    const answers = await Promise.all([cancel(token, TOTAL, 2), cancel(token, TOTAL, 2), cancel(token, TOTAL, 2)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await mails()).toHaveLength(2)
    expect(await cancel(token, 1, 2)).toMatchObject({ status: 409, body: { code: 'not-cancellable' } })
  })

  test('cancelling does nothing when the refund differs from the one shown', async () => {
    const { token } = await stay()
    expect(await cancel(token, TOTAL, 31)).toEqual({
      status: 409,
      body: { code: 'refund-changed', message: expect.stringContaining('$1,754.50'), refund: TOTAL / 2 },
    })
    expect(await cancel(token, TOTAL + 1, 2)).toMatchObject({ status: 409, body: { refund: TOTAL } })
    expect(await mails()).toEqual([])
    expect(await getGuestPage(at(2), token)).toMatchObject({ status: 'confirmed' })
  })

  test('a request is cancelled without a refund, and a stay that has begun or ended cannot be cancelled', async () => {
    const request = await stay({ confirmed: false })
    expect(await cancel(request.token, 0, 0.5)).toMatchObject({ status: 200, body: { refund: 0 } })
    const begun = await stay()
    expect(await cancel(begun.token, 0, 60)).toMatchObject({ status: 409, body: { code: 'not-cancellable' } })
    expect((await getGuestPage(at(60), begun.token))?.cancel).toBeNull()
    const declined = await stay({ confirmed: false })
    await makeChange(declineBooking, { services: at(0.5), id: declined.reference }, { message: '' })
    expect(await cancel(declined.token, 0, 1)).toMatchObject({ status: 409, body: { code: 'not-cancellable' } })
    const late = await stay({ confirmed: false })
    expect(await cancel(late.token, 0, 2)).toMatchObject({ status: 409, body: { code: 'not-cancellable' } })
    expect(await cancel(crypto.randomUUID(), 0, 1)).toMatchObject({ status: 404 })
    for (const refund of [-1, 1.5, '0', null]) {
      expect((await call('POST', `/api/stays/${late.token}/cancel`, { refund })).status).toBe(400)
    }
  })

  test('an unpaid booking cannot be cancelled, and says that it expires', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const nights = { from: '2027-07-31', to: '2027-08-04' }
    const id = await makeHold(db, propertyId, nights, new Date(NOON.getTime() + DAY))
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
    expect(await cancel(row?.token ?? '', 0, 0)).toMatchObject({
      status: 409,
      body: { code: 'not-cancellable', message: expect.stringContaining('the hold expires in a few minutes') },
    })
  })

  test('the cancellation policy at booking time applies', async () => {
    const { propertyId, token } = await stay()
    await database().db.update(properties).set({ cancellationPolicy: [] }).where(eq(properties.id, propertyId))
    expect((await getGuestPage(at(2), token))?.cancel).toMatchObject({ refund: TOTAL })
  })

  test('the cancel form works without JavaScript', async () => {
    const { token } = await stay()
    const post = (refund: string) => {
      const form = new FormData()
      form.set('refund', refund)
      return runForm(cancelForm(token), { services: at(2), form, address: 'a' })
    }
    expect(await post('')).toMatchObject({ ok: false, status: 400 })
    expect(await post('1')).toMatchObject({ ok: false, status: 409, message: expect.stringContaining('now $3,509.') })
    expect(await post(String(TOTAL))).toEqual({ ok: true, refund: TOTAL })
  })

  test('the stay can be downloaded as a calendar file', async () => {
    const { token } = await stay()
    const file = async () => {
      const answer = await call('GET', `/stay/${token}/stay.ics`)
      expect(answer.headers.get('content-type')).toContain('text/calendar')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      return answer.text()
    }
    expect(await file()).toContain('STATUS:CONFIRMED')
    await cancel(token, TOTAL, 2)
    expect(await file()).toContain('STATUS:CANCELLED')
    expect((await call('GET', '/stay/nonsense/stay.ics')).status).toBe(404)
  })
})
