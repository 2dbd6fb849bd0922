import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StripeServer, startStripeServer } from '#test/servers/stripe-server.ts'
import { type Gateway, GatewayUnavailable } from './gateway.server.ts'
import { openStripeGateway } from './stripe-gateway.server.ts'

let stripe: StripeServer
let gateway: Gateway
beforeEach(async () => {
  stripe = await startStripeServer()
  gateway = openStripeGateway(stripe.account)
})
afterEach(() => stripe.close())

const ASKED = { amount: 365_200, description: '7K3-M9Q', metadata: { booking: 'one' }, email: 'ada@example.com' }
const create = (key = 'one', saveCard = false) => gateway.createPayment({ ...ASKED, key, saveCard })

test('a payment is created, authorized by the guest, and captured', async () => {
  const payment = await create()
  expect(payment).toMatchObject({ status: 'waiting', amount: 365_200, received: 0, metadata: { booking: 'one' } })
  expect(payment.clientSecret).toContain(payment.id)
  stripe.pay(payment.id)
  expect(await gateway.getPayment(payment.id)).toMatchObject({ status: 'authorized', received: 0 })
  expect(await gateway.capture(payment.id)).toMatchObject({ status: 'captured', received: 365_200, refunded: 0 })
})

test('two calls with one key create one payment', async () => {
  const [first, second] = [await create(), await create()]
  expect(second.id).toBe(first.id)
  expect((await create('two')).id).not.toBe(first.id)
  expect(stripe.intents()).toHaveLength(2)
})

test('repeating a finished step is not an error and changes nothing', async () => {
  const { id } = await create()
  stripe.pay(id)
  await gateway.capture(id)
  expect(await gateway.capture(id)).toMatchObject({ status: 'captured' })
  expect(await gateway.cancel(id)).toMatchObject({ status: 'captured' })
  const other = await create('two')
  expect(await gateway.cancel(other.id)).toMatchObject({ status: 'void' })
  expect(await gateway.cancel(other.id)).toMatchObject({ status: 'void' })
  expect(await gateway.capture(other.id)).toMatchObject({ status: 'void', received: 0 })
})

test('a declined card has a reason in words, and another card may be tried', async () => {
  const { id } = await create()
  stripe.pay(id, 'pm_declined')
  expect(await gateway.getPayment(id)).toMatchObject({ status: 'waiting', declined: 'Your card was declined.' })
  stripe.pay(id, 'pm_authentication')
  expect(await gateway.getPayment(id)).toMatchObject({ status: 'waiting' })
  stripe.authenticate(id)
  expect(await gateway.getPayment(id)).toMatchObject({ status: 'authorized', declined: null })
})

test('a partial refund happens once per key, and the refunded total is reported', async () => {
  const { id } = await create()
  stripe.pay(id)
  await gateway.capture(id)
  for (let times = 0; times < 2; times += 1) await gateway.refund(id, { key: 'half', amount: 182_600 })
  expect(await gateway.getPayment(id)).toMatchObject({ refunded: 182_600 })
  expect(await gateway.refund(id, { key: 'too much', amount: 182_601 })).toMatchObject({ code: 'already-refunded' })
  stripe.sendRefundsBack(id)
  expect(await gateway.getPayment(id)).toMatchObject({ refunded: 0 })
})

test('a saved card is charged without the guest, and a decline is reported', async () => {
  const first = await create('one', true)
  stripe.pay(first.id)
  const { savedCard } = await gateway.getPayment(first.id)
  if (!savedCard) throw new Error('the card was not kept')
  const prepared = async (key: string) => (await gateway.prepareCharge({ ...ASKED, key, savedCard })).id
  const balance = await prepared('balance')
  expect(await prepared('balance')).toBe(balance)
  expect(await gateway.getPayment(balance)).toMatchObject({ status: 'waiting', received: 0 })
  for (const declining of ['pm_declined', 'pm_authentication']) {
    expect(await gateway.charge(balance, declining)).toMatchObject({
      status: 'waiting',
      declined: expect.stringContaining('Your card was declined.'),
    })
  }
  for (let times = 0; times < 2; times += 1) {
    expect(await gateway.charge(balance, savedCard.card)).toMatchObject({ status: 'captured', received: 365_200 })
  }
  expect(stripe.intents()).toHaveLength(2)
})

test('a network failure before or after the answer charges nothing twice', async () => {
  stripe.breakNetwork('before', 1)
  stripe.breakNetwork('after', 1)
  const { id } = await create()
  expect(stripe.intents()).toHaveLength(1)
  stripe.pay(id)
  stripe.breakNetwork('after', 2)
  expect(await gateway.capture(id)).toMatchObject({ status: 'captured', received: 365_200 })
}, 30_000)

test('a gateway that stays unreachable is reported as unavailable', async () => {
  stripe.breakNetwork('before', 3)
  await expect(create()).rejects.toBeInstanceOf(GatewayUnavailable)
  expect(stripe.intents()).toEqual([])
}, 30_000)

test('a rejected key looks like an unavailable gateway to a guest', async () => {
  const stranger = openStripeGateway({ ...stripe.account, secretKey: 'sk_test_revoked' })
  await expect(stranger.getPayment('pi_1')).rejects.toBeInstanceOf(GatewayUnavailable)
})

test('only webhooks signed by Stripe are accepted', async () => {
  const { id } = await create()
  const { body, signature } = stripe.event('payment_intent.succeeded', id)
  expect(gateway.parseWebhook(body, signature)).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'payment_intent.succeeded',
    payment: id,
    payout: null,
  })
  expect(gateway.parseWebhook(body.replace('succeeded', 'canceled'), signature)).toBeNull()
  expect(gateway.parseWebhook(body, 't=1,v1=0')).toBeNull()
  expect(gateway.parseWebhook(body, '')).toBeNull()
  const old = signature.replace(/t=\d+/, 't=1000000000')
  expect(gateway.parseWebhook(body, old)).toBeNull()
})

test('payouts are listed from a day on, with what is in each by its kind', async () => {
  const { id } = await create()
  stripe.pay(id)
  await gateway.capture(id)
  await gateway.refund(id, { key: 'part', amount: 5200 })
  stripe.payouts.move(-500, { type: 'stripe_fee', reporting_category: 'fee' })
  stripe.payouts.move(-10_000, { type: 'payout_minimum_balance_hold' })
  stripe.payouts.disputed(id, 360_000)
  const first = stripe.payouts.payOut({ created: 1_800_000_000, arrival_date: 1_800_057_600 })
  stripe.payouts.fail(first.id)
  const second = stripe.payouts.payOut({ created: 1_800_086_400, automatic: false })
  expect(await gateway.listPayouts(null)).toMatchObject([
    { id: second.id, lines: 'never' },
    { id: first.id, status: 'failed', lines: 'listed', arrivesOn: '2027-01-16', currency: 'usd', amount: first.amount },
  ])
  expect(await gateway.listPayouts(new Date(1_800_086_400_000))).toMatchObject([{ id: second.id }])
  expect(await gateway.getPayout(first.id)).toMatchObject({ failedOn: expect.any(String) })
  const lines = await gateway.listPayoutLines(first.id)
  expect(lines.map(({ kind, intentId, amount }) => [kind, intentId, amount])).toEqual([
    ['dispute', id, -360_000],
    ['held', null, -10_000],
    ['fee', null, -500],
    ['refund', id, -5200],
    ['charge', id, 365_200],
  ])
  const { body, signature } = stripe.event('payout.failed', first.id)
  expect(gateway.parseWebhook(body, signature)).toMatchObject({ payment: null, payout: first.id })
})
