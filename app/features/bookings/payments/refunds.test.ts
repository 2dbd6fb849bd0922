import { expect, test } from 'vitest'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { DAY, MINUTE, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { promiseRefund } from '../payment-rows.server.ts'
import { settlePayment } from './pay-step.server.ts'

describeOnBothDatabases('giving money back', (database) => {
  const paying = payingByCard(database)
  const { at, call, book, stateOf, sweep, intentOf } = paying

  test('a cancelled stay gives back what was shown, once', async () => {
    const { id, token, intent } = await book({
      cancellationPolicy: [
        { days: 60, percent: 100 },
        { days: 14, percent: 50 },
      ],
    })
    paying.stripe.pay(intent)
    await settlePayment(at(MINUTE), token)
    const half = TOTAL / 2
    const cancel = () => call('POST', `/api/stays/${token}/cancel`, { refund: half }, at(10 * DAY))
    expect(await Promise.all([cancel(), cancel()])).toMatchObject([{ status: 200 }, { status: 200 }])
    await sweep(11 * DAY)
    expect(await stateOf(id)).toMatchObject({
      status: 'cancelled',
      payments: ['whole captured 3509.00 1754.50'],
    })
    expect(intentOf(intent)?.latest_charge?.amount_refunded).toBe(half)
  })

  test('a refund that the gateway did not answer is made good later', async () => {
    const { id, token, intent } = await book({ cancellationPolicy: [{ days: 1, percent: 100 }] })
    paying.stripe.pay(intent)
    await settlePayment(at(MINUTE), token)
    paying.stripe.breakNetwork('before', 3)
    expect(await call('POST', `/api/stays/${token}/cancel`, { refund: TOTAL }, at(DAY))).toMatchObject({ status: 200 })
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', payments: ['whole captured 3509.00 0.00'] })
    await sweep(2 * DAY)
    expect(await stateOf(id)).toMatchObject({ payments: ['whole captured 3509.00 3509.00'] })
  }, 30_000)

  test('cancelled before the balance is due gives back of the deposit alone, and charges nothing more', async () => {
    const { id, token, intent } = await book({ depositPercent: 30, cancellationPolicy: [{ days: 14, percent: 50 }] })
    paying.stripe.pay(intent)
    await settlePayment(at(MINUTE), token)
    const cancelled = await call('POST', `/api/stays/${token}/cancel`, { refund: 52_635 }, at(DAY))
    expect(cancelled).toMatchObject({ status: 200 })
    await sweep(40 * DAY)
    expect(await stateOf(id)).toMatchObject({
      status: 'cancelled',
      payments: ['balance void 0.00 0.00', 'deposit captured 1052.70 526.35'],
    })
    expect(paying.stripe.intents()).toHaveLength(1)
  })

  test('a refund that is promised while the gateway is asked is not forgotten', async () => {
    const { id, token, intent } = await book()
    paying.stripe.pay(intent)
    const gateway = openStripeGateway(paying.stripe.account)
    const capture: typeof gateway.capture = async (name) => {
      await promiseRefund(database().db, { bookingId: id, refund: 10_000, now: at(MINUTE).clock.now() })
      return gateway.capture(name)
    }
    await settlePayment(at(MINUTE, { capture }), token)
    await sweep(2 * MINUTE)
    expect(await stateOf(id)).toMatchObject({ payments: ['whole captured 3509.00 100.00'] })
  })
})
