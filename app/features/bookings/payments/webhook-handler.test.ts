import { expect, test } from 'vitest'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { CONFIRMED, DAY, MINUTE, payingByCard } from '#test/paying-by-card.ts'
import { checkPayment, getPaymentPage } from './payment-page.server.ts'
import { gatewayEvents, payments } from './payments.tables.server.ts'

describeWithDatabase('payment webhooks', (database) => {
  const paying = payingByCard(database)
  const { at, payTokenOf, book, stateOf, templates, send, reconcileDue, asked } = paying

  testOnBoth('repeated, late, reordered or early webhooks confirm a booking once', async () => {
    const { id, intent } = await book()
    await database().db.update(payments).set({ intentId: null })
    paying.stripe.pay(intent)
    const [authorized, created] = [
      paying.stripe.event('payment_intent.amount_capturable_updated', intent),
      paying.stripe.event('payment_intent.created', intent),
    ]
    await Promise.all([send(authorized), send(authorized), send(created)])
    await send(paying.stripe.event('payment_intent.succeeded', intent), at(10 * DAY))
    await send(authorized, at(20 * DAY))
    expect(await stateOf(id)).toEqual(CONFIRMED)
    expect(await templates()).toEqual(['booking-confirmed', 'booking-confirmed-operator'])
    expect(asked('/capture')).toBe(1)
    expect(await database().db.select().from(gatewayEvents)).toHaveLength(3)
  })

  test('an unsigned webhook is refused, and an unrelated one is accepted and ignored', async () => {
    const { id, intent } = await book()
    paying.stripe.pay(intent)
    const { body, signature } = paying.stripe.event('payment_intent.succeeded', intent)
    expect(await send({ body, signature: 't=1,v1=0' })).toMatchObject({ status: 400, body: { code: 'bad-signature' } })
    expect((await send({ body: `${body} `, signature })).status).toBe(400)
    const unpaid = testServices(database())
    expect((await send({ body, signature }, unpaid)).status).toBe(400)
    expect(await stateOf(id)).toMatchObject({ status: 'held' })
    expect(await database().db.select().from(gatewayEvents)).toEqual([])
  })

  test('a lost webhook is made up for by reconcileDue, or when the guest opens the page', async () => {
    const [first, second] = [await book(), await book()]
    paying.stripe.pay(first.intent)
    paying.stripe.pay(second.intent)
    await reconcileDue(30_000)
    expect(await stateOf(first.id)).toMatchObject({ status: 'held' })
    expect(await checkPayment(at(30_000), await payTokenOf(second.token))).toEqual({
      status: 'confirmed',
      open: false,
      known: true,
    })
    await reconcileDue(2 * MINUTE)
    expect(await stateOf(first.id)).toEqual(CONFIRMED)
    expect(await stateOf(second.id)).toEqual(CONFIRMED)
  })

  test('a guest who comes back from the bank finds the booking confirmed', async () => {
    const { token, intent } = await book()
    const step = await getPaymentPage(at(MINUTE), await payTokenOf(token))
    expect(step).toMatchObject({
      status: 'held',
      pay: { hold: { seconds: 14 * 60 }, publishableKey: 'pk_test_stand_in' },
    })
    paying.stripe.pay(intent, 'pm_authentication')
    expect(await getPaymentPage(at(MINUTE), await payTokenOf(token))).toMatchObject({
      status: 'held',
      pay: { clientSecret: expect.any(String) },
    })
    paying.stripe.authenticate(intent)
    expect(await getPaymentPage(at(MINUTE), await payTokenOf(token))).toMatchObject({ status: 'confirmed', pay: null })
  })

  test('a guest who comes back from the bank within seconds does not see a cached status', async () => {
    const own = at(MINUTE)
    const [first, second] = [await book({}, own), await book({}, own)]
    for (const { token, intent } of [first, second]) {
      paying.stripe.pay(intent, 'pm_authentication')
      expect(await getPaymentPage(own, await payTokenOf(token))).toMatchObject({ status: 'held' })
    }
    paying.stripe.authenticate(first.intent)
    expect(await getPaymentPage(own, await payTokenOf(first.token), { isBack: true })).toMatchObject({
      status: 'confirmed',
      pay: null,
    })
    expect(await checkPayment(own, await payTokenOf(second.token))).toMatchObject({ status: 'held' })
    paying.stripe.authenticate(second.intent)
    expect(await getPaymentPage(own, await payTokenOf(second.token))).toMatchObject({ status: 'confirmed', pay: null })
  })
})
