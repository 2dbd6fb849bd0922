import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { GatewayUnavailable } from '#app/platform/gateway/gateway.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase } from '#test/database.ts'
import { DAY, MINUTE, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { bookings } from '../bookings.tables.server.ts'
import { getManagedStay } from '../manage/page/booking-page.server.ts'
import { checkPayment, getPaymentPage } from './payment-page.server.ts'

// A request that waited for the payment service would take a minute, and the test would end before.
const LIMIT = 50_000

// The embedded database has one connection: whoever waited with a transaction open would stop everybody.
describeWithDatabase('a payment service that takes requests and never answers', (database) => {
  const paying = payingByCard(database)
  const { at, call, book, send, stateOf, reconcileDue } = paying
  const by = UNNAMED

  async function paidStay() {
    const booked = await book({ cancellationPolicy: [{ days: 14, percent: 50 }] })
    paying.stripe.pay(booked.intent)
    await checkPayment(at(MINUTE), await paying.payTokenOf(booked.token))
    const [row] = await database().db.select().from(bookings).where(eq(bookings.id, booked.id))
    return { ...booked, reference: row?.reference ?? '' }
  }
  function act(reference: string, fields: Record<string, string>, ms = DAY) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return postBooking(at(ms), { reference, form, by })
  }
  const refund = (reference: string, key: string, ms = DAY) =>
    act(reference, { intent: 'refund', amount: '100', message: 'Sorry.', key }, ms)
  const shown = async (reference: string) => {
    const stay = await getManagedStay(at(DAY), reference, UNNAMED)
    return { coming: stay?.refundChoices?.coming, paid: stay?.money.paid }
  }
  /** The service answers again, and what still waits is done. */
  async function recover(ms = 2 * DAY) {
    paying.stripe.speak()
    await reconcileDue(ms)
  }

  test('a refund is answered at once, pressed again it is found, and it is made once', { timeout: LIMIT }, async () => {
    const stay = await paidStay()
    paying.stripe.goSilent()
    expect(await refund(stay.reference, 'first')).toMatchObject({ ok: true })
    expect(paying.stripe.waiting()).toBeGreaterThan(0)
    expect(await shown(stay.reference)).toEqual({ coming: 10_000, paid: TOTAL - 10_000 })
    expect(await refund(stay.reference, 'first')).toMatchObject({ ok: true })
    expect(await refund(stay.reference, 'of-the-reloaded-page')).toMatchObject({
      status: 409,
      message: 'A refund of $100.00 is on its way to the card. Once it is done, you can make another.',
    })
    await recover()
    await vi.waitFor(
      async () => expect(await shown(stay.reference)).toEqual({ coming: 0, paid: TOTAL - 10_000 }),
      LIMIT,
    )
    await reconcileDue(3 * DAY)
    expect(paying.stripe.refundedOf(stay.intent)).toBe(10_000)
    expect(await refund(stay.reference, 'another', 4 * DAY)).toMatchObject({ ok: true })
    expect(paying.stripe.refundedOf(stay.intent)).toBe(20_000)
  })

  test('a refund that was made without an answer is not made again by what becomes due meanwhile', {
    timeout: LIMIT,
  }, async () => {
    const stay = await paidStay()
    const { gateway } = at(0)
    const refunds: string[] = []
    const unanswered: NonNullable<typeof gateway>['refund'] = async (id, part) => {
      refunds.push(part.key)
      await gateway?.refund(id, part)
      throw new GatewayUnavailable('no answer')
    }
    const form = new FormData()
    const fields = { intent: 'refund', amount: '100', message: 'Sorry.', key: 'first' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const silent = at(DAY, { refund: unanswered, getPayment: async (id) => before(await gateway?.getPayment(id)) })
    // The service shows the refund only later.
    const before = <Payment>(payment: Payment) => ({ ...payment, refunded: 0 }) as NonNullable<Payment>
    expect(await postBooking(silent, { reference: stay.reference, form, by })).toMatchObject({ ok: true })
    const cancel = {
      intent: 'cancel',
      cancelledFor: 'operator',
      refund: 'other',
      amount: '500',
      shown: '0',
      message: '',
    }
    expect(await act(stay.reference, cancel, DAY + MINUTE)).toMatchObject({ ok: true })
    await reconcileDue(2 * DAY)
    expect(refunds).toHaveLength(1)
    expect(paying.stripe.refundedOf(stay.intent)).toBe(60_000)
    expect(await stateOf(stay.id)).toMatchObject({ payments: ['whole captured 3509.00 600.00'] })
  })

  test('cancellations, webhooks and pages to pay are answered, and done when it answers again', {
    timeout: 2 * LIMIT,
  }, async () => {
    const [byGuest, byOperator] = [await paidStay(), await paidStay()]
    const unpaid = await book()
    const paidLate = await book()
    paying.stripe.pay(paidLate.intent)
    paying.stripe.goSilent()
    const cancel = { intent: 'cancel', cancelledFor: 'operator', refund: 'all', shown: '0', message: '' }
    const outcomes = await Promise.all([
      call('POST', `/api/stays/${byGuest.token}/cancel`, { refund: TOTAL / 2 }, at(DAY)),
      act(byOperator.reference, cancel),
      getPaymentPage(at(MINUTE), await paying.payTokenOf(unpaid.token), { isBack: true }),
      checkPayment(at(MINUTE), await paying.payTokenOf(paidLate.token)),
      send(paying.stripe.event('payment_intent.amount_capturable_updated', paidLate.intent)),
    ])
    expect(outcomes).toMatchObject([
      { status: 200 },
      { ok: true },
      { status: 'held', pay: null },
      { status: 'held', open: true, known: false },
      { status: 200 },
    ])
    await recover(3 * MINUTE)
    await reconcileDue(2 * DAY)
    expect([byGuest, byOperator].map(({ intent }) => paying.stripe.refundedOf(intent))).toEqual([TOTAL / 2, TOTAL])
    expect((await stateOf(paidLate.id)).status).not.toBe('held')
  })
})
