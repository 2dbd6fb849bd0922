import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { moneyOf } from '#app/features/bookings/booking-summary.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { getGuestPage } from '#app/features/bookings/guest-page/guest-page.server.ts'
import { unpaidWords } from '#app/features/bookings/payment-words.ts'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import { getShownStay } from '#app/features/calendar-board/shown-stay.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { sitePayment } from '#app/features/site/manage/site.changes.server.ts'
import { runChange } from '#app/platform/change/change.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { formatMoney, numericFromCents } from '#app/shared/money.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, NOON, type PropertyChange, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { moveStay } from '../by-hand/move-stay.server.ts'
import { findBookings } from '../list/booking-list.server.ts'
import type { BookingView } from '../list/booking-list.ts'
import { bookingsCsv } from '../list/bookings-csv.server.ts'
import { getManagedStay } from '../page/booking-page.server.ts'
import { confirmBooking } from '../page/confirm-booking.server.ts'

const DAY = 86_400_000
const by = { ...UNNAMED, name: 'mia' }
const WAY = 'By check to Powder & Cove, PO Box 1.\nOr by bank transfer: ask us.'
const TOTAL = 365_200

describeWithDatabase('how guests pay without a card', (database) => {
  expectSoundMoney(database)
  const at = (days: number) => testServices(database(), { clock: testClock(new Date(NOON.getTime() + days * DAY)) })
  const mails = async () =>
    (await queuedMail(database())).map(({ template, text, ...mail }) => ({
      ...mail,
      template,
      text: text.replace(/\s+/g, ' '),
    }))

  async function setPayment(fields: Record<string, string> = {}) {
    const form = new FormData()
    const { version } = await sitePayment.get(database().db)
    const stored = { paymentText: WAY, depositPercent: '50', depositDays: '7', balanceDays: '14', version, ...fields }
    for (const [name, value] of Object.entries(stored)) form.set(name, value)
    return runChange(sitePayment.change, { services: at(0), form, by })
  }
  /** A stay from July 1 to 5 that was requested on June 1 and confirmed. */
  async function confirmed(change: PropertyChange = {}, { payment = {} as Record<string, string> | null } = {}) {
    const propertyId = await makePricedProperty(database().db, { name: 'Cabin', ...change })
    if (payment) await setPayment(payment)
    const outcome = await requestBooking(at(0), {
      propertyId,
      checkInDate: '2027-07-01',
      checkOutDate: '2027-07-05',
      adults: 2,
      children: 0,
      infants: 0,
      pets: 0,
      guestName: 'Ada Guest',
      guestEmail: 'ada@example.com',
    })
    if (!outcome.ok) throw new Error(outcome.reason)
    await database().jobs.deleteAllJobs()
    const { reference, token } = outcome.booking
    expect(await makeChange(confirmBooking, { services: at(0), by, id: reference }, {})).toMatchObject({ ok: true })
    return { reference, token }
  }
  const listed = async (view: BookingView, days = 0) =>
    (await findBookings(at(days), { view, search: '', property: '', page: 1 }, { by: UNNAMED })).rows
  let keys = 0
  function act(reference: string, fields: Record<string, string>, days = 0) {
    const form = new FormData()
    keys += 1
    for (const [name, value] of Object.entries({ key: `key-${keys}`, ...fields })) form.set(name, value)
    return postBooking(at(days), { reference, form, by })
  }
  const record = (reference: string, amount: string, days = 0) =>
    act(reference, { intent: 'paid-elsewhere', amount, note: 'check 7' }, days)

  /** The unpaid amount and its day in each view. */
  async function views({ reference, token }: { reference: string; token: string }, days: number) {
    const services = at(days)
    const page = await getManagedStay(services, reference, UNNAMED)
    const guest = await getGuestPage(services, token)
    const inList = (await listed('all', days)).find((row) => row.reference === reference)
    const onBoard = await getShownStay(services, reference, UNNAMED)
    const today = (await getToday(services)).stays.find((stay) => stay.reference === reference)
    const all = { page: page?.money, guest: guest && moneyOf(guest), list: inList?.money, board: onBoard?.money }
    const shown = Object.entries({ ...all, ...(today && { today: today.money }) })
    return { shown, csv: inList ? bookingsCsv([inList]) : '' }
  }
  async function expectEverywhere(
    stay: { reference: string; token: string },
    expected: { unpaid: number; paid: number; toPay: [number, string | null][] },
    days = 0,
  ) {
    const { shown, csv } = await views(stay, days)
    for (const [view, money] of shown) {
      const toPay = money?.toPay.map(({ amount, dueOn }) => [amount, dueOn])
      expect({ view, unpaid: money?.unpaid, paid: money?.paid, toPay }).toEqual({ view, ...expected })
    }
    const cells = [numericFromCents(expected.paid), numericFromCents(expected.unpaid), expected.toPay[0]?.[1] ?? '']
    expect(csv).toContain(cells.join(','))
    const isUnpaid = (await listed('unpaid', days)).some(({ reference }) => reference === stay.reference)
    expect(isUnpaid).toBe(expected.unpaid > 0)
  }

  test('a confirmed guest reads how much by when, how, and the reference; every view has the same figure', async () => {
    const stay = await confirmed()
    const [mail] = await mails()
    expect(mail?.template).toBe('booking-confirmed')
    for (const words of [
      '$3,652 is to be paid, like this:',
      'By Tuesday, June 8, 2027: $1,826.00',
      'By Thursday, June 17, 2027: $1,826.00',
      'By check to Powder & Cove, PO Box 1.',
      'Or by bank transfer: ask us.',
      `Please give the reference ${stay.reference} with your payment.`,
    ]) {
      expect(mail?.text).toContain(words)
    }
    const toPay: [number, string][] = [
      [182_600, '2027-06-08'],
      [182_600, '2027-06-17'],
    ]
    await expectEverywhere(stay, { unpaid: TOTAL, paid: 0, toPay })
    expect((await getGuestPage(at(0), stay.token))?.paymentText).toBe(WAY)
  })

  test('list and calendar say what is late before the whole, from the day after on', async () => {
    const { reference } = await confirmed()
    const wordsAt = async (days: number) => {
      const inList = (await listed('all', days)).find((row) => row.reference === reference)
      const onBoard = await getShownStay(at(days), reference, UNNAMED)
      return [inList, onBoard].map((stay) => stay && unpaidWords(stay.money, stay))
    }
    const due = '$3,652.00 to pay, $1,826.00 by Tue, Jun 8'
    expect(await wordsAt(7)).toEqual([due, due])
    const late = '$1,826.00 late since Tue, Jun 8, of $3,652.00 to pay'
    expect(await wordsAt(8)).toEqual([late, late])
  })

  test('what is recorded shows at once, and later terms do not change what was agreed', async () => {
    const stay = await confirmed()
    await record(stay.reference, '2000')
    await expectEverywhere(stay, { unpaid: 165_200, paid: 200_000, toPay: [[165_200, '2027-06-17']] })
    await setPayment({ depositPercent: '10', depositDays: '1', balanceDays: '60', paymentText: 'By transfer only.' })
    await expectEverywhere(stay, { unpaid: 165_200, paid: 200_000, toPay: [[165_200, '2027-06-17']] })
    expect((await getGuestPage(at(0), stay.token))?.paymentText).toBe('By transfer only.')
    await record(stay.reference, '1652')
    await expectEverywhere(stay, { unpaid: 0, paid: TOTAL, toPay: [] })
    expect(await act(stay.reference, { intent: 'remind-payment' })).toMatchObject({
      ok: false,
      message: 'Ada Guest has nothing to pay by now. Nothing was sent.',
    })
  })

  test('a home that differs has its own days and text; near check-in everything is due at once', async () => {
    const own = { depositPercent: 100, depositDays: 2, paymentText: 'Cash at the door.' }
    const stay = await confirmed(own)
    await expectEverywhere(stay, { unpaid: TOTAL, paid: 0, toPay: [[TOTAL, '2027-06-03']] })
    expect((await mails())[0]?.text).toContain('Cash at the door.')
    const near = await confirmed({ depositPercent: 50, balanceDays: 30 })
    await expectEverywhere(near, { unpaid: TOTAL, paid: 0, toPay: [[TOTAL, '2027-06-08']] })
  })

  test('a canceled stay and one for nothing have nothing to pay', async () => {
    const stay = await confirmed()
    const cancel = { intent: 'cancel', cancelledFor: 'operator', refund: 'other', amount: '0', shown: '0', message: '' }
    expect(await act(stay.reference, cancel, 1)).toMatchObject({ ok: true })
    await expectEverywhere(stay, { unpaid: 0, paid: 0, toPay: [] }, 1)
    const free = await confirmed()
    await database()
      .db.update(bookings)
      .set({ totalAmount: '0', lines: [] })
      .where(eq(bookings.reference, free.reference))
    await expectEverywhere(free, { unpaid: 0, paid: 0, toPay: [] })
  })

  test('a stay arriving tomorrow of which nothing is known to be paid shows its price to pay', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const id = await makeBooking(db, propertyId, { from: '2027-06-02', to: '2027-06-05' }, { status: 'confirmed' })
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
    const stay = { reference: row?.reference ?? '', token: row?.token ?? '' }
    await expectEverywhere(stay, { unpaid: 100_000, paid: 0, toPay: [[100_000, null]] })
    expect((await getToday(at(0))).stays).toHaveLength(1)
  })

  test('a moved stay has its days anew, from the move on, and undoing the move brings them back', async () => {
    const stay = await confirmed({ slug: 'cabin' })
    await record(stay.reference, '1826')
    const party = { adults: 2, children: 0, infants: 0, pets: 0 }
    const moved = await makeChange(
      moveStay,
      { services: at(20), by, id: stay.reference },
      {
        property: 'cabin',
        key: 'move',
        message: '',
        notifyGuest: false,
        stay: { checkIn: '2027-07-02', checkOut: '2027-07-07', ...party },
        price: { by: 'agreement', total: 400_000, reason: 'A night more' },
        returnedShown: 0,
      },
    )
    expect(moved).toMatchObject({ ok: true })
    const anew: [number, string][] = [[217_400, '2027-06-28']]
    await expectEverywhere(stay, { unpaid: 217_400, paid: 182_600, toPay: anew }, 20)
    const id = (moved.ok && moved.id) || ''
    expect(await undoChange(at(20), { id, by })).toMatchObject({ ok: true })
    await expectEverywhere(stay, { unpaid: 182_600, paid: 182_600, toPay: [[182_600, '2027-06-17']] }, 20)
  })

  test('a late payment is a task with a reminder by one press, at most once a day', async () => {
    const { reference } = await confirmed()
    const late = async (days: number) =>
      (await getToday(at(days))).tasks.filter(({ title }) => title.startsWith('Payment is late'))
    expect(await late(7)).toEqual([])
    expect(await late(8)).toEqual([
      {
        title: 'Payment is late: $1,826.00 from Ada Guest',
        detail: 'Since Tue, Jun 8 · Cabin, Jul 1–5',
        until: null,
        path: `/admin/bookings/${reference}`,
        action: 'Record payment',
        due: { words: '1 day late', isUrgent: true },
        remind: reference,
      },
    ])
    await database().jobs.deleteAllJobs()
    expect(await act(reference, { intent: 'remind-payment' }, 8)).toMatchObject({ ok: true })
    const refused = { ok: false, message: expect.stringContaining('was reminded on Wed, Jun 9, 2027') }
    expect(await act(reference, { intent: 'remind-payment' }, 8)).toMatchObject(refused)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ template: 'payment-reminder', to: 'ada@example.com' })
    expect(mail?.text).toContain('We haven’t received $1,826 yet, which was due on Tuesday, June 8, 2027.')
    expect(mail?.text).toContain('By check to Powder & Cove, PO Box 1.')
    expect(mail?.text).toContain(`Please give the reference ${reference} with your payment.`)
    expect((await getManagedStay(at(8), reference, UNNAMED))?.remindedAt).toContain('Jun 9, 2027')
    expect((await late(8))[0]?.detail).toContain('Reminded Wed, Jun 9, 2027')
    expect(await act(reference, { intent: 'remind-payment' }, 9)).toMatchObject({ ok: true })
    await record(reference, '1826', 9)
    expect(await late(9)).toEqual([])
  })

  test('while nobody wrote how to pay, the guest reads that honestly and the operator is asked for it', async () => {
    const stay = await confirmed({}, { payment: null })
    const asked = async () => (await getToday(at(0))).tasks.find(({ path }) => path === '/admin/site#change-payment')
    expect((await mails())[0]?.text).toContain(
      '$3,652 is to be paid before your stay. Write to us, and we’ll tell you how.',
    )
    expect(await asked()).toMatchObject({ title: 'Guests aren’t told how to pay' })
    await expectEverywhere(stay, { unpaid: TOTAL, paid: 0, toPay: [[TOTAL, null]] })
    // It stays a task after the guest has left.
    const titles = async (days: number) => (await getToday(at(days))).tasks.map(({ title }) => title)
    expect(await titles(29)).not.toContain('Payment is late: $3,652.00 from Ada Guest')
    for (const days of [30, 60]) expect(await titles(days)).toContain('Payment is late: $3,652.00 from Ada Guest')
    await setPayment()
    expect(await asked()).toBeUndefined()
    await database().jobs.deleteAllJobs()
    expect(await act(stay.reference, { intent: 'remind-payment' }, 1)).toMatchObject({ ok: true })
    expect((await mails())[0]?.text).toContain(`By Wednesday, June 9, 2027: ${formatMoney(TOTAL / 2)}`)
    const toPay: [number, string][] = [
      [182_600, '2027-06-09'],
      [182_600, '2027-06-17'],
    ]
    await expectEverywhere(stay, { unpaid: TOTAL, paid: 0, toPay }, 1)
  })

  test('the setting is stored once for all homes, is refused if it was changed meanwhile, and can be undone', async () => {
    await makePricedProperty(database().db)
    const { settings, version } = await sitePayment.get(database().db)
    const saved = await setPayment()
    expect(saved).toMatchObject({ ok: true })
    expect(await setPayment({ version, paymentText: 'Cash' })).toMatchObject({ status: 409 })
    expect(await setPayment({ depositPercent: '100' })).toMatchObject({
      status: 400,
      fields: { depositPercent: expect.any(String) },
    })
    expect((await database().db.select({ text: site.paymentText }).from(site))[0]?.text).toBe(WAY)
    expect(await undoChange(at(0), { id: (saved.ok && saved.id) || '', by })).toMatchObject({ ok: true })
    expect((await sitePayment.get(database().db)).settings).toEqual(settings)
    expect(await database().db.$count(properties)).toBe(1)
  })
})
