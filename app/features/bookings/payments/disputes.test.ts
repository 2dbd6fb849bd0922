import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { DAY, MINUTE, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { recordReturnedByHand } from '../booking-payments.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { getManagedStay } from '../manage/page/booking-page.server.ts'
import { checkPayment } from './payment-page.server.ts'
import { disputes, ledger, payments } from './payments.tables.server.ts'
import { findMissedDisputes } from './sync-disputes.server.ts'

const HALF = TOTAL / 2

describeWithDatabase('disputes', (database) => {
  const paying = payingByCard(database)
  const { at, payTokenOf, call, book, deposited, stateOf, reconcileDue, send, mails, templates, asked } = paying

  /** A stay that is paid by card, half of which comes back until a day before. */
  async function paid() {
    const booked = await book({ cancellationPolicy: [{ days: 1, percent: 50 }] })
    paying.stripe.pay(booked.intent)
    await checkPayment(at(MINUTE), await payTokenOf(booked.token))
    return booked
  }
  const hear = (type: string, dispute: string, ms: number) =>
    send(paying.stripe.event(`charge.dispute.${type}`, dispute), at(ms))
  const cancel = (token: string, refund: number, ms: number) =>
    call('POST', `/api/stays/${token}/cancel`, { refund }, at(ms))
  const end = async (dispute: string, status: string, ms: number) => {
    paying.stripe.disputes.change(dispute, status)
    await hear('closed', dispute, ms)
  }
  const shown = async ({ id }: { id: string }, ms: number) => {
    const [booking] = await database().db.select().from(bookings).where(eq(bookings.id, id))
    const stay = await getManagedStay(at(ms), booking?.reference ?? '', UNNAMED)
    if (!stay) throw new Error('the stay is not shown')
    return stay
  }
  const disputeTasks = async (ms: number) =>
    (await getToday(at(ms))).tasks.map(({ title, until }) => ({ title, until }))
  const payment = async () => (await database().db.select().from(payments))[0]
  async function moved() {
    const sums: Record<string, number> = {}
    for (const { kind, amount } of await database().db.select().from(ledger)) {
      sums[kind] = (sums[kind] ?? 0) + centsFromNumeric(amount)
    }
    return sums
  }

  testOnBoth('a dispute is read at once; while it is open, nothing is refunded, returned, or offered', async () => {
    const stay = await paid()
    const dispute = paying.stripe.dispute(stay.intent)
    expect(await hear('created', dispute, DAY)).toMatchObject({ status: 200 })
    const [mail] = (await mails()).filter(({ template }) => template === 'dispute-opened-operator')
    expect(mail?.subject).toContain('Disputed: $3,509 of')
    expect(mail?.subject).toContain('answer by Thursday, June 10')
    expect(await disputeTasks(DAY)).toEqual([
      { title: 'Ada Guest disputes $3,509.00', until: 'Thursday, June 10, 2027' },
    ])
    expect(await shown(stay, DAY)).toMatchObject({
      disputes: [{ amount: TOTAL, answerBy: 'Thursday, June 10, 2027', status: 'needs-response', closedAt: null }],
      refundChoices: { most: 0, byPolicy: 0, disputed: TOTAL },
      money: { paid: TOTAL, toReturn: 0, byCard: 0 },
    })
    expect(await cancel(stay.token, HALF, 2 * DAY)).toMatchObject({ status: 409 })
    expect(await cancel(stay.token, 0, 2 * DAY)).toMatchObject({ status: 200 })
    for (const day of [3, 4, 5, 6]) await reconcileDue(day * DAY)
    expect(asked('/v1/refunds')).toBe(0)
    expect(await stateOf(stay.id)).toMatchObject({ status: 'cancelled', payments: ['whole captured 3509.00 0.00'] })
    expect(await templates('refund')).toEqual([])
    expect(await moved()).toEqual({ charged: TOTAL, disputed: TOTAL })
    const row = await payment()
    if (!row) throw new Error('no payment')
    const byHand = { amount: 100, note: null, by: UNNAMED, now: at(6 * DAY).clock.now() }
    await database().db.update(payments).set({ refundDue: '1' })
    await expect(
      database().db.transaction((tx) => recordReturnedByHand(tx, { ...byHand, payment: row })),
    ).rejects.toThrow()
    await database().db.update(payments).set({ refundDue: '0' })
  })

  test('a refund that was promised before waits, and what the bank gives back counts for it', async () => {
    const stay = await paid()
    paying.stripe.spendFunds()
    await cancel(stay.token, HALF, DAY)
    expect(await payment()).toMatchObject({ refundRefusal: 'no-funds', refundAttempts: 1 })
    // No webhook comes: the second try learns of it.
    const dispute = paying.stripe.dispute(stay.intent)
    for (const day of [2.1, 4, 5, 6]) await reconcileDue(day * DAY)
    expect(asked('/v1/refunds')).toBe(1)
    expect(await shown(stay, 6 * DAY)).toMatchObject({
      money: { toReturn: 0 },
      disputes: [{ status: 'needs-response' }],
    })
    expect(await moved()).toEqual({ charged: TOTAL, disputed: TOTAL, retained: HALF })
    await end(dispute, 'lost', 7 * DAY)
    for (const day of [8, 9, 10]) await reconcileDue(day * DAY)
    expect(asked('/v1/refunds')).toBe(1)
    expect(await templates('refund')).toEqual([])
    expect(await payment()).toMatchObject({ disputed: '0.00', chargedBack: '3509.00', refundFailed: false })
    expect(await moved()).toEqual({ charged: TOTAL, disputed: TOTAL, retained: 0 })
    expect((await shown(stay, 10 * DAY)).money).toMatchObject({ toReturn: 0, paid: 0, byCard: 0 })
    expect(await disputeTasks(10 * DAY)).toEqual([])
  })

  test('a guest who canceled during a dispute that is won gets back what the terms of that day say', async () => {
    const stay = await paid()
    const dispute = paying.stripe.dispute(stay.intent)
    await hear('created', dispute, DAY)
    await cancel(stay.token, 0, 2 * DAY)
    paying.stripe.disputes.change(dispute, 'under_review')
    await hear('updated', dispute, 3 * DAY)
    expect(await disputeTasks(3 * DAY)).toEqual([])
    await end(dispute, 'won', 50 * DAY)
    expect(paying.stripe.refundedOf(stay.intent)).toBe(HALF)
    expect(await moved()).toEqual({ charged: TOTAL, disputed: 0, refunded: HALF, retained: HALF })
    expect(await templates('dispute')).toEqual(['dispute-opened-operator', 'dispute-ended-operator'])
    expect(await templates('booking-refunded')).toHaveLength(1)
    expect((await shown(stay, 50 * DAY)).money).toMatchObject({ toReturn: 0, paid: HALF })
  })

  test('a deposit that was lost is not paid: the stay is named, and no card is charged for it', async () => {
    const stay = await deposited()
    const dispute = paying.stripe.dispute(stay.intent)
    await hear('created', dispute, DAY)
    // The balance waits as long as its guest disputes the deposit.
    for (const day of [30, 31]) await reconcileDue(day * DAY)
    expect(asked('/confirm')).toBe(0)
    await end(dispute, 'lost', 32 * DAY)
    for (const day of [33, 34, 35]) await reconcileDue(day * DAY)
    expect(asked('/confirm')).toBe(0)
    expect((await shown(stay, 35 * DAY)).money).toMatchObject({ paid: 0, lost: 105_270, unpaid: TOTAL })
    expect(await disputeTasks(35 * DAY)).toContainEqual({
      title: 'The bank gave $1,052.70 back to Ada Guest',
      until: null,
    })
    expect(await moved()).toEqual({ charged: 105_270, disputed: 105_270 })
  })

  test('an inquiry takes nothing, and is over when the bank closes it', async () => {
    const stay = await paid()
    const dispute = paying.stripe.dispute(stay.intent, { status: 'warning_needs_response', amount: 20_000 })
    await hear('created', dispute, DAY)
    expect(await disputeTasks(DAY)).toMatchObject([{ title: 'The bank of Ada Guest asks about $200.00' }])
    expect(await shown(stay, DAY)).toMatchObject({ refundChoices: { most: 0 }, money: { paid: TOTAL } })
    await end(dispute, 'warning_closed', 60 * DAY)
    expect(await shown(stay, 60 * DAY)).toMatchObject({
      refundChoices: { most: TOTAL },
      disputes: [{ status: 'closed' }],
    })
    expect(await moved()).toEqual({ charged: TOTAL })
    expect(await disputeTasks(60 * DAY)).toEqual([])
  })

  test('an inquiry that becomes a dispute takes the amount, and is said again', async () => {
    const stay = await paid()
    const dispute = paying.stripe.dispute(stay.intent, { status: 'warning_needs_response', amount: 20_000 })
    await hear('created', dispute, DAY)
    paying.stripe.disputes.change(dispute, 'needs_response')
    paying.stripe.disputes.withdraw(dispute)
    await hear('funds_withdrawn', dispute, 2 * DAY)
    expect(await templates('dispute')).toEqual(['dispute-opened-operator', 'dispute-opened-operator'])
    expect(await moved()).toEqual({ charged: TOTAL, disputed: 20_000 })
    // A part was lost, and the rest can still be kept or returned by hand.
    await end(dispute, 'lost', 3 * DAY)
    expect(await shown(stay, 3 * DAY)).toMatchObject({ money: { paid: TOTAL - 20_000, unpaid: 20_000 } })
  })

  test('webhooks that come late, twice, in another order, or never, end the same', async () => {
    const stay = await paid()
    const dispute = paying.stripe.dispute(stay.intent)
    const early = ['created', 'funds_withdrawn', 'updated'].map((type) =>
      paying.stripe.event(`charge.dispute.${type}`, dispute),
    )
    paying.stripe.disputes.change(dispute, 'won')
    const late = ['closed', 'funds_reinstated'].map((type) => paying.stripe.event(`charge.dispute.${type}`, dispute))
    for (const event of [...late, ...early, ...late]) await send(event, at(5 * DAY))
    expect(await templates('dispute')).toEqual(['dispute-ended-operator'])
    expect(await moved()).toEqual({ charged: TOTAL })
    // Nobody hears of the second one: the daily check finds it, and its end.
    const second = paying.stripe.dispute(stay.intent, { amount: 50_000 })
    await findMissedDisputes(at(6 * DAY))
    await reconcileDue(6 * DAY + MINUTE)
    expect(await disputeTasks(6 * DAY + MINUTE)).toMatchObject([{ title: 'Ada Guest disputes $500.00' }])
    paying.stripe.disputes.change(second, 'lost')
    await reconcileDue(8 * DAY)
    expect(await database().db.select().from(disputes)).toHaveLength(2)
    expect((await shown(stay, 8 * DAY)).money).toMatchObject({ paid: TOTAL - 50_000 })
    // Nothing that is known is read again.
    const calls = paying.stripe.calls.length
    await findMissedDisputes(at(9 * DAY))
    await reconcileDue(9 * DAY)
    expect(paying.stripe.calls.slice(calls)).toEqual(['GET /v1/disputes'])
  })
})
