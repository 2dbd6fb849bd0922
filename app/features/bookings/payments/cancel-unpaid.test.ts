import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { sendDueMessages } from '#app/features/guest-messages/send-messages.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { payByHand } from '#test/pay-by-hand.ts'
import { bookings } from '../bookings.tables.server.ts'
import { getGuestPage } from '../guest-page/guest-page.server.ts'
import { cancelUnpaidStays } from './cancel-unpaid.server.ts'
import { disputes, payments } from './payments.tables.server.ts'

/** The first payment was due on June 3, and the stay is from July 1 to 5. */
const SCHEDULE = [
  { amount: 50_000, dueOn: '2027-06-03' },
  { amount: 50_000, dueOn: '2027-06-17' },
]
const JULY = { from: '2027-07-01', to: '2027-07-05' }
type Booking = Partial<typeof bookings.$inferInsert>

describeWithDatabase('a stay whose first payment is late', (database) => {
  expectSoundMoney(database)
  /** At noon in UTC, which is early morning at the home. */
  const on = (day: string) =>
    testServices(database(), { clock: testClock(new Date(`${day}T${NOON.toISOString().slice(11)}`)) })
  const remind = (day: string) => sendDueMessages(on(day), new AbortController().signal)
  const run = (day: string) => cancelUnpaidStays(on(day))

  async function stay(change: Booking = {}, { days = 5 as number | null, own = {} } = {}) {
    const { db } = database()
    await makeSite(db)
    await db.update(site).set({ cancelUnpaidDays: days, paymentText: 'By check.' })
    const propertyId = await makePricedProperty(db, { timeZone: 'America/New_York', ...own })
    const values = { status: 'confirmed', source: 'phone', totalAmount: '1000.00', paymentSchedule: SCHEDULE } as const
    const id = await makeBooking(db, propertyId, JULY, { ...values, guestEmail: 'ada@example.com', ...change })
    return { id, propertyId }
  }
  async function stateOf(id: string) {
    const { db } = database()
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
    const nights = await db.$count(occupancies, eq(occupancies.bookingId, id))
    return { status: booking?.status, nights, cancelsAfter: booking?.cancelsAfter, token: booking?.token ?? '' }
  }
  const texts = async (template: string) =>
    (await queuedMail(database()))
      .filter((mail) => mail.template === template)
      .map(({ text }) => text.replace(/\s+/g, ' '))

  testOnBoth('is canceled by itself the day after the one in the reminder; guest and operator are told', async () => {
    const { id } = await stay()
    await remind('2027-06-04')
    const words = 'If nothing is paid by Tuesday, June 8, 2027, the booking is canceled and the dates open up again.'
    expect((await texts('stay-message'))[0]).toContain(words)
    expect(await stateOf(id)).toMatchObject({ status: 'confirmed', cancelsAfter: '2027-06-08' })
    const page = await getGuestPage(on('2027-06-05'), (await stateOf(id)).token)
    expect(page?.cancelsAfter).toBe('2027-06-08')
    await run('2027-06-08')
    expect(await stateOf(id)).toMatchObject({ status: 'confirmed', nights: 1 })
    await Promise.all([run('2027-06-09'), run('2027-06-09')])
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', nights: 0 })
    expect(await texts('unpaid-cancelled')).toEqual([
      expect.stringContaining('We received no payment by Tuesday, June 8, 2027'),
    ])
    expect(await texts('unpaid-cancelled-operator')).toHaveLength(1)
  })

  test.each([
    ['America/New_York', '2027-06-09T03:59:00Z', '2027-06-09T04:00:00Z'],
    ['Pacific/Auckland', '2027-06-08T11:59:00Z', '2027-06-08T12:00:00Z'],
  ])('is canceled on its day at the home, not in UTC, as in %s', async (timeZone, before, then) => {
    const { id } = await stay({ cancelsAfter: '2027-06-08' }, { own: { timeZone } })
    const at = (moment: string) => testServices(database(), { clock: testClock(new Date(moment)) })
    await cancelUnpaidStays(at(before))
    expect(await stateOf(id)).toMatchObject({ status: 'confirmed' })
    await cancelUnpaidStays(at(then))
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled' })
  })

  /** Each was announced for June 8, or never, and is looked at on June 20. */
  const ANNOUNCED = { cancelsAfter: '2027-06-08' }
  test.each([
    ['the guest was never told the day', {}, {}],
    ['the operator did not choose it', ANNOUNCED, { days: null }],
    ['the home has other terms without it', ANNOUNCED, { own: { depositPercent: 50 } }],
    ['a platform took the money', { ...ANNOUNCED, source: 'airbnb' }, {}],
    ['no day was agreed', { ...ANNOUNCED, paymentSchedule: null }, {}],
    ['it costs nothing', { ...ANNOUNCED, totalAmount: '0.00' }, {}],
    [
      'the days of payment are later by now',
      { ...ANNOUNCED, paymentSchedule: [{ amount: 100_000, dueOn: '2027-06-25' }] },
      {},
    ],
  ] as const)('stays booked where %s', async (_, change, setting) => {
    const { id } = await stay(change as Booking, setting)
    await run('2027-06-20')
    expect(await stateOf(id)).toMatchObject({ status: 'confirmed', nights: 1 })
    expect(await texts('unpaid-cancelled-operator')).toEqual([])
  })

  test.each(['1000.00', '0.01'])('stays booked once $%s is recorded as paid', async (amount) => {
    const { id } = await stay(ANNOUNCED)
    await payByHand(database().db, id, amount)
    await run('2027-06-30')
    expect(await stateOf(id)).toMatchObject({ status: 'confirmed', nights: 1 })
  })

  const CARD = { kind: 'whole', status: 'waiting', amount: '1000.00', intentId: 'pi_1', createdAt: NOON } as const
  test.each([
    ['stays booked while its guest may be paying by card', CARD, 'confirmed'],
    ['is canceled where its guest never opened the page to pay', { ...CARD, intentId: null }, 'cancelled'],
  ] as const)('%s', async (_, payment, status) => {
    const { id } = await stay(ANNOUNCED)
    await database()
      .db.insert(payments)
      .values({ bookingId: id, ...payment })
    await run('2027-06-20')
    expect(await stateOf(id)).toMatchObject({ status })
  })

  test.each(['under-review', 'lost'] as const)(
    'stays booked where its payment has a dispute that is %s',
    async (state) => {
      const { db } = database()
      const { id } = await stay(ANNOUNCED)
      const paid = { bookingId: id, ...CARD, status: 'captured', received: '1000.00' } as const
      const [payment] = await db.insert(payments).values(paid).returning({ id: payments.id })
      const of = { paymentId: payment?.id ?? '', amount: '1000.00' }
      const dispute = { id: 'du_1', status: state, isInquiry: false, reason: 'fraudulent', withdrawn: of.amount }
      await db.insert(disputes).values({ ...of, ...dispute, openedAt: NOON, fetchedAt: NOON })
      await run('2027-06-20')
      expect(await stateOf(id)).toMatchObject({ status: 'confirmed', nights: 1 })
    },
  )

  test.each(['2027-07-01', '2027-07-03', '2027-07-10'])(
    'is never canceled once it has begun, as on %s',
    async (day) => {
      const { id } = await stay(ANNOUNCED)
      await run(day)
      expect(await stateOf(id)).toMatchObject({ status: 'confirmed', nights: 1 })
    },
  )

  test('is announced with two days’ notice where the setting is new, and not where the stay begins first', async () => {
    const { id } = await stay({ paymentSchedule: [{ amount: 100_000, dueOn: '2027-06-18' }] }, { days: 1 })
    await remind('2027-06-19')
    expect(await stateOf(id)).toMatchObject({ cancelsAfter: '2027-06-21' })
    const near = await stay({ paymentSchedule: [{ amount: 100_000, dueOn: '2027-06-28' }] }, { days: 5 })
    await remind('2027-06-29')
    expect(await stateOf(near.id)).toMatchObject({ cancelsAfter: null })
  })

  test('is announced up to the day before it begins', async () => {
    const dueOn = async (day: string) => stay({ paymentSchedule: [{ amount: 100_000, dueOn: day }] }, { days: 5 })
    const [before, on] = [await dueOn('2027-06-25'), await dueOn('2027-06-26')]
    await remind('2027-06-27')
    expect(await stateOf(before.id)).toMatchObject({ cancelsAfter: '2027-06-30' })
    expect(await stateOf(on.id)).toMatchObject({ cancelsAfter: null })
  })

  test('has the terms of its home where that differs', async () => {
    const { id, propertyId } = await stay({}, { days: null })
    await database()
      .db.update(properties)
      .set({ depositPercent: 50, cancelUnpaidDays: 10 })
      .where(eq(properties.id, propertyId))
    await remind('2027-06-04')
    expect(await stateOf(id)).toMatchObject({ cancelsAfter: '2027-06-13' })
  })
})
