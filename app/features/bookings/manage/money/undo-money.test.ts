import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { cancelBooking } from '#app/features/bookings/guest-page/cancel-booking.server.ts'
import { getGuestPage } from '#app/features/bookings/guest-page/guest-page.server.ts'
import { ledger, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, NOON } from '#test/factories.ts'
import { findWrongMoney } from '#test/money-invariants.ts'
import { DAY, MINUTE, payingByCard } from '#test/paying-by-card.ts'
import { moveStay } from '../by-hand/move-stay.server.ts'
import { getManagedStay } from '../page/booking-page.server.ts'

describeWithDatabase('undo of recorded money', (database) => {
  const paying = payingByCard(database)
  const { at } = paying
  const by = UNNAMED
  const TOTAL = 51_360

  let properties = 0
  /** A stay of $513.60 booked by phone. */
  async function stayOf(change: Partial<typeof bookings.$inferInsert> = {}) {
    const { db } = database()
    properties += 1
    const property = `cabin-${properties}`
    const propertyId = await makePricedProperty(db, { slug: property })
    const nights = { from: '2027-08-01', to: '2027-08-05' }
    const values = { status: 'confirmed', source: 'phone', totalAmount: '513.60', ...change } as const
    const id = await makeBooking(db, propertyId, nights, { cancellationPolicy: [{ days: 14, percent: 50 }], ...values })
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
    return { id, property, reference: row?.reference ?? '', token: row?.token ?? '' }
  }
  let keys = 0
  function act(ms: number, reference: string, fields: Record<string, string>) {
    const form = new FormData()
    keys += 1
    for (const [name, value] of Object.entries({ key: `key-${keys}`, ...fields })) form.set(name, value)
    return postBooking(at(ms), { reference, form, by })
  }
  async function done(ms: number, reference: string, fields: Record<string, string>): Promise<string> {
    const outcome = await act(ms, reference, fields)
    if (!outcome?.ok) throw new Error(JSON.stringify(outcome))
    return outcome.id ?? ''
  }
  const record = (ms: number, reference: string, amount = '513.60') =>
    done(ms, reference, { intent: 'paid-elsewhere', amount, note: 'check 1042' })
  const undo = (ms: number, id: string) => undoChange(at(ms), { id, by })
  const moneyOf = async (reference: string) => (await getManagedStay(at(9 * DAY), reference, UNNAMED))?.money
  const REFUND = { intent: 'refund', amount: '100', message: 'Sorry.' }
  const CANCEL = { intent: 'cancel', cancelledFor: 'operator', refund: 'all', shown: '0', message: '' }

  test('a recorded payment is not undone once money of it was refunded, returned, or the stay canceled or moved', async () => {
    const refunded = await stayOf()
    const first = await record(DAY, refunded.reference)
    await done(2 * DAY, refunded.reference, REFUND)
    expect(await undo(3 * DAY, first)).toMatchObject({
      status: 409,
      message: 'Money of this stay was refunded since. Nothing was changed.',
    })

    const canceled = await stayOf()
    const second = await record(DAY, canceled.reference)
    await done(2 * DAY, canceled.reference, CANCEL)
    expect(await undo(3 * DAY, second)).toMatchObject({
      message: 'This stay was canceled since. Nothing was changed.',
    })

    const byGuest = await stayOf()
    const third = await record(DAY, byGuest.reference)
    expect(await cancelBooking(at(2 * DAY), { token: byGuest.token, refund: TOTAL / 2 })).toMatchObject({ ok: true })
    expect(await undo(3 * DAY, third)).toMatchObject({ message: 'This stay was canceled since. Nothing was changed.' })
    await done(3 * DAY, byGuest.reference, { intent: 'refunded-elsewhere', note: 'check 7' })
    expect(await undo(4 * DAY, third)).toMatchObject({ ok: false, status: 409 })

    const moved = await stayOf()
    const fourth = await record(DAY, moved.reference)
    const stay = { checkIn: '2027-09-01', checkOut: '2027-09-03', adults: 2, children: 0, infants: 0, pets: 0 }
    const price = { by: 'agreement', total: 30_000, reason: 'Shorter' } as const
    const asked = {
      property: moved.property,
      stay,
      price,
      returnedShown: 21_360,
      message: '',
      notifyGuest: false,
      key: 'move',
    }
    const mover = { services: at(2 * DAY), by, id: moved.reference }
    expect(await makeChange(moveStay, mover, asked)).toMatchObject({ ok: true })
    expect(await moneyOf(moved.reference)).toMatchObject({ paid: 30_000, due: 0, toReturn: 21_360 })
    expect(await undo(3 * DAY, fourth)).toMatchObject({ message: 'This stay was moved since. Nothing was changed.' })
  })

  test('another payment since changes nothing: what is due is computed anew', async () => {
    const { reference } = await stayOf()
    const wrong = await record(DAY, reference, '400')
    await record(2 * DAY, reference, '113.60')
    expect(await undo(3 * DAY, wrong)).toMatchObject({ ok: true })
    expect(await moneyOf(reference)).toMatchObject({ paid: 11_360, due: 40_000 })
    expect(await undo(3 * DAY, wrong)).toMatchObject({ message: 'This was undone already.' })
  })

  testOnBoth('undo and refund at once: one of them happens, and the ledger is possible', async () => {
    for (const turn of [1, 2, 3]) {
      const { reference } = await stayOf()
      const id = await record(turn * DAY, reference)
      const outcomes = await Promise.all([
        undo(turn * DAY + MINUTE, id),
        act(turn * DAY + MINUTE, reference, { ...REFUND, amount: '513.60' }),
      ])
      expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(1)
    }
  })

  test('a balance that a recorded payment ended is charged on its day again', async () => {
    const { id, body } = await paying.deposited()
    const { reference } = body
    const before = await moneyOf(reference)
    const change = await record(DAY, reference, String((before?.planned ?? 0) / 100))
    expect(await moneyOf(reference)).toMatchObject({ planned: 0, due: 0 })
    expect(await undo(2 * DAY, change)).toMatchObject({ ok: true })
    expect(await moneyOf(reference)).toEqual(before)
    await paying.reconcileDue(60 * DAY)
    expect((await paying.stateOf(id)).payments).toContain('balance captured 2456.30 0.00')
  })

  testOnBoth('a recorded return is undone beside what was promised since, and not twice', async () => {
    const stay = await stayOf()
    await record(DAY, stay.reference)
    await done(2 * DAY, stay.reference, REFUND)
    const returned = await done(3 * DAY, stay.reference, { intent: 'refunded-elsewhere', note: 'check 7' })
    const outcomes = await Promise.all([undo(4 * DAY, returned), undo(4 * DAY, returned)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await moneyOf(stay.reference)).toMatchObject({ paid: 41_360, toReturn: 10_000 })
    const again = await done(5 * DAY, stay.reference, { intent: 'refunded-elsewhere', note: 'check 8' })
    await done(6 * DAY, stay.reference, REFUND)
    expect(await undo(7 * DAY, again)).toMatchObject({
      message: 'Money of this stay was refunded since. Nothing was changed.',
    })
    expect(await moneyOf(stay.reference)).toMatchObject({ paid: 31_360, toReturn: 10_000 })
  })

  test('who paid outside the site and canceled before that was recorded gets it back', async () => {
    const stay = await stayOf()
    expect((await getGuestPage(at(DAY), stay.token))?.cancel).toMatchObject({ paid: 0, refund: 0 })
    expect(await cancelBooking(at(DAY), { token: stay.token, refund: 0 })).toMatchObject({ ok: true })
    const change = await record(2 * DAY, stay.reference)
    expect(await act(2 * DAY, stay.reference, { intent: 'paid-elsewhere', amount: '1', note: 'cash' })).toMatchObject({
      message: 'Only $0.00 of this stay is still to be paid.',
    })
    await done(3 * DAY, stay.reference, REFUND)
    expect(await moneyOf(stay.reference)).toMatchObject({ byHand: 41_360, toReturn: 10_000 })
    expect(await undo(4 * DAY, change)).toMatchObject({ ok: false, status: 409 })
    expect((await getToday(at(4 * DAY))).tasks.map(({ title }) => title)).toContain('Return $100.00 to Ada Guest')
  })

  testOnBoth('the database refuses more back than was paid, and lets a wrong ledger be made right', async () => {
    const { db } = database()
    const { id, reference } = await stayOf()
    const entry = { bookingId: id, kind: 'paid-elsewhere' as const, happenedAt: NOON }
    const refused = { cause: { code: '23514', constraint: 'ledger_refund_limit' } }
    await expect(db.insert(ledger).values({ ...entry, amount: '-1.00' })).rejects.toMatchObject(refused)
    await db.transaction(async (tx) => {
      await tx.insert(ledger).values({ ...entry, amount: '-1.00' })
      await tx.insert(ledger).values({ ...entry, amount: '1.00' })
    })
    await db.insert(ledger).values({ ...entry, amount: '10.00' })
    const returned = () =>
      db.transaction(async (tx) => {
        await tx.insert(ledger).values({ ...entry, amount: '-10.00' })
        await tx.execute(sql`select pg_sleep(0.1)`)
      })
    const outcomes = await Promise.allSettled([returned(), returned()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { id: paid } = await paying.deposited()
    const over = db.update(payments).set({ refunded: '1052.71' }).where(eq(payments.kind, 'deposit'))
    await expect(over).rejects.toMatchObject(refused)
    expect((await paying.stateOf(paid)).payments).toContain('deposit captured 1052.70 0.00')

    await db.transaction(async (tx) => {
      await tx.execute(sql`set local site.restoring = 'on'`)
      await tx.insert(ledger).values({ ...entry, amount: '-513.60' })
      await tx.update(bookings).set({ paidElsewhere: '-513.60' }).where(eq(bookings.id, entry.bookingId))
    })
    expect(await findWrongMoney(db)).not.toEqual([])
    expect(await moneyOf(reference)).toMatchObject({ paid: 0, missing: TOTAL })
    const tasks = (await getToday(at(DAY))).tasks.map(({ title }) => title)
    expect(tasks).toContain('The money of Ada Guest doesn’t add up')
    await record(DAY, reference, '100')
    await record(DAY, reference, '413.60')
    expect(await moneyOf(reference)).toMatchObject({ missing: 0 })
  })
})
