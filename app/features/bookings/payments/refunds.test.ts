import { expect, test } from 'vitest'
import { GatewayUnavailable } from '#app/platform/gateway/gateway.server.ts'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { DAY, MINUTE, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { promiseRefund } from '../booking-payments.server.ts'
import { checkPayment, getPaymentPage } from './payment-page.server.ts'

describeWithDatabase('refunds', (database) => {
  const paying = payingByCard(database)
  const { at, payTokenOf, call, book, stateOf, reconcileDue, send, mails, templates } = paying

  testOnBoth('a cancelled stay is refunded once, with the amount that was shown', async () => {
    const { id, token, intent } = await book({
      cancellationPolicy: [
        { days: 60, percent: 100 },
        { days: 14, percent: 50 },
      ],
    })
    paying.stripe.pay(intent)
    await checkPayment(at(MINUTE), await payTokenOf(token))
    const half = TOTAL / 2
    const cancel = () => call('POST', `/api/stays/${token}/cancel`, { refund: half }, at(10 * DAY))
    expect(await Promise.all([cancel(), cancel()])).toMatchObject([{ status: 200 }, { status: 200 }])
    await reconcileDue(11 * DAY)
    expect(await stateOf(id)).toMatchObject({
      status: 'cancelled',
      payments: ['whole captured 3509.00 1754.50'],
    })
    expect(paying.stripe.refundedOf(intent)).toBe(half)
  })

  test('a refund that the gateway did not answer is retried', async () => {
    const { id, token, intent } = await book({ cancellationPolicy: [{ days: 1, percent: 100 }] })
    paying.stripe.pay(intent)
    await checkPayment(at(MINUTE), await payTokenOf(token))
    paying.stripe.breakNetwork('before', 3)
    expect(await call('POST', `/api/stays/${token}/cancel`, { refund: TOTAL }, at(DAY))).toMatchObject({ status: 200 })
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', payments: ['whole captured 3509.00 0.00'] })
    await reconcileDue(2 * DAY)
    expect(await stateOf(id)).toMatchObject({ payments: ['whole captured 3509.00 3509.00'] })
  }, 30_000)

  test('a stay cancelled before the balance is due refunds only the deposit, and charges nothing more', async () => {
    const { id, token, intent } = await book({ depositPercent: 30, cancellationPolicy: [{ days: 14, percent: 50 }] })
    paying.stripe.pay(intent)
    await checkPayment(at(MINUTE), await payTokenOf(token))
    const cancelled = await call('POST', `/api/stays/${token}/cancel`, { refund: 52_635 }, at(DAY))
    expect(cancelled).toMatchObject({ status: 200 })
    await reconcileDue(40 * DAY)
    expect(await stateOf(id)).toMatchObject({
      status: 'cancelled',
      payments: ['balance void 0.00 0.00', 'deposit captured 1052.70 526.35'],
    })
    expect(paying.stripe.intents()).toHaveLength(1)
  })

  test('a refund that becomes due during a gateway call is not lost', async () => {
    const { id, token, intent } = await book()
    paying.stripe.pay(intent)
    const gateway = openStripeGateway(paying.stripe.account)
    const capture: typeof gateway.capture = async (name) => {
      await promiseRefund(database().db, { bookingId: id, refund: 10_000, now: at(MINUTE).clock.now() })
      return gateway.capture(name)
    }
    await checkPayment(at(MINUTE, { capture }), await payTokenOf(token))
    await reconcileDue(2 * MINUTE)
    expect(await stateOf(id)).toMatchObject({ payments: ['whole captured 3509.00 100.00'] })
  })

  /** A fully paid stay, cancelled a day later with a full refund. */
  async function cancelled() {
    const { id, token, intent } = await book({ cancellationPolicy: [{ days: 1, percent: 100 }] })
    paying.stripe.pay(intent)
    await checkPayment(at(MINUTE), await payTokenOf(token))
    return { id, token, intent, cancel: () => call('POST', `/api/stays/${token}/cancel`, { refund: TOTAL }, at(DAY)) }
  }
  const refundRows = async (token: string) => {
    const step = await getPaymentPage(at(10 * DAY), await payTokenOf(token))
    return step?.paid.slice(1)
  }

  test('a refund that the gateway refuses is tried on three days, then guest and operator get an email', async () => {
    const { token, cancel } = await cancelled()
    paying.stripe.spendFunds()
    expect(await cancel()).toMatchObject({ status: 200 })
    for (const after of [DAY + MINUTE, 1.5 * DAY, 2 * DAY]) await reconcileDue(after)
    expect(await templates('refund')).toEqual([])
    for (const after of [3 * DAY, 4 * DAY, 20 * DAY]) await reconcileDue(after)
    expect(paying.asked('/v1/refunds')).toBe(3)
    expect(await templates('refund')).toEqual(['refund-failed', 'refund-failed-operator'])
    const [guest, operator] = (await mails()).slice(-2)
    expect(guest?.text).toContain('$3,509 couldn’t be refunded to your card')
    expect(operator?.text).toContain('Your balance at Stripe is too small')
    expect(await refundRows(token)).toEqual([['Refund to your card failed', TOTAL]])
  })

  test('a refund that the bank returns is made again a day later, even if the webhook is lost', async () => {
    const { id, token, intent, cancel } = await cancelled()
    await cancel()
    expect(await refundRows(token)).toEqual([['Refunded to your card', TOTAL]])
    paying.stripe.sendRefundsBack(intent)
    await reconcileDue(8 * DAY)
    expect(await stateOf(id)).toMatchObject({ payments: ['whole captured 3509.00 3509.00'] })
    expect(paying.asked('/v1/refunds')).toBe(2)
    await reconcileDue(40 * DAY)
    paying.stripe.sendRefundsBack(intent)
    await reconcileDue(80 * DAY)
    expect(paying.asked('/v1/refunds')).toBe(2)
  })

  test('a refund whose response was lost is still tracked', async () => {
    const { id, token, intent } = await cancelled()
    const gateway = openStripeGateway(paying.stripe.account)
    const refund: typeof gateway.refund = async (name, asked) => {
      await gateway.refund(name, asked)
      throw new GatewayUnavailable('the answer was lost')
    }
    await call('POST', `/api/stays/${token}/cancel`, { refund: TOTAL }, at(DAY, { refund }))
    await reconcileDue(DAY + MINUTE)
    expect(await stateOf(id)).toMatchObject({ payments: ['whole captured 3509.00 3509.00'] })
    paying.stripe.sendRefundsBack(intent)
    await reconcileDue(9 * DAY)
    expect(paying.asked('/v1/refunds')).toBe(2)
    expect(await stateOf(id)).toMatchObject({ payments: ['whole captured 3509.00 3509.00'] })
  })

  test('a refund that the bank returns repeatedly is left to people', async () => {
    const { id, token, intent, cancel } = await cancelled()
    await cancel()
    for (const day of [3, 5, 7, 9, 11]) {
      paying.stripe.sendRefundsBack(intent)
      await send(paying.stripe.event('charge.refund.updated', intent), at(day * DAY))
    }
    expect(paying.asked('/v1/refunds')).toBe(3)
    expect(await stateOf(id)).toMatchObject({ payments: ['whole captured 3509.00 0.00'] })
    expect(await templates('refund')).toEqual(['refund-failed', 'refund-failed-operator'])
    expect(await refundRows(token)).toEqual([['Refund to your card failed', TOTAL]])
  })
})
