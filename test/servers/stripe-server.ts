import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import type { StripeAccount } from '#app/platform/gateway/stripe-gateway.server.ts'
import { type Answer, AUTHENTICATION, DECLINED, fieldsOf, GONE, REVOKED, refusal } from './stripe-answers.ts'
import { stripeDisputes } from './stripe-disputes.ts'
import { stripePayouts } from './stripe-payouts.ts'
import { STAND_IN_SCRIPT } from './stripe-script.ts'

/** A card of the guest, named by what happens to it. */
export type Card = 'pm_good' | 'pm_declined' | 'pm_authentication' | 'pm_gone'

type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  capture_method: string
  client_secret: string
  customer: string | null
  payment_method: string | null
  status: string
  metadata: Record<string, string>
  description: string | null
  last_payment_error: { code: string; message: string; type: string } | null
  latest_charge: Charge | null
}
type Charge = {
  id: string
  object: 'charge'
  amount: number
  disputed: boolean
  refunds: { object: 'list'; data: Refund[] }
}
type Refund = { id: string; object: 'refund'; amount: number; status: 'succeeded' | 'failed' }

const id = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
const standing = ({ latest_charge: charge }: Intent) =>
  charge?.refunds.data.filter(({ status }) => status === 'succeeded') ?? []
const refundedOf = (intent: Intent) => standing(intent).reduce((sum, { amount }) => sum + amount, 0)
/**
 * A local server that implements the Stripe API calls that this site makes, with the documented shapes. It
 * replaces Stripe in tests, and no money moves. `pay` does what the guest's browser would do. `now` is its clock, in
 * seconds.
 */
export async function startStripeServer(now = () => Math.floor(Date.now() / 1000)) {
  const intents = new Map<string, Intent>()
  const answered = new Map<string, Answer>()
  const calls: string[] = []
  const payouts = stripePayouts(now)
  const disputes = stripeDisputes(now, payouts)
  let hasFunds = true
  let silent: IncomingMessage['socket'][] | null = null
  let failures: ((request: IncomingMessage) => 'drop before' | 'drop after' | null)[] = []
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`

  function intentOf(paymentId: string): Intent {
    const intent = intents.get(paymentId)
    if (!intent) throw new Error(`the stand-in for Stripe has no ${paymentId}`)
    return intent
  }

  function confirm(intent: Intent, card: string, offSession: boolean): Answer {
    if (card === 'pm_gone') return { status: 400, body: { error: GONE } }
    intent.payment_method = card
    if (card === 'pm_declined' || (card === 'pm_authentication' && offSession)) {
      const error = card === 'pm_declined' ? DECLINED : AUTHENTICATION
      Object.assign(intent, { status: 'requires_payment_method', payment_method: null, last_payment_error: error })
      return { status: 402, body: { error: { ...error, payment_intent: intent } } }
    }
    if (card === 'pm_authentication') intent.status = 'requires_action'
    else authorize(intent)
    return { status: 200, body: intent }
  }
  function authorize(intent: Intent) {
    const charge = {
      id: id('ch'),
      object: 'charge' as const,
      amount: intent.amount,
      disputed: false,
      refunds: { object: 'list' as const, data: [] },
    }
    Object.assign(intent, { latest_charge: charge, last_payment_error: null })
    if (intent.capture_method === 'manual') intent.status = 'requires_capture'
    else receive(intent)
  }
  function receive(intent: Intent, amount = intent.amount) {
    Object.assign(intent, { status: 'succeeded', amount_received: amount })
    payouts.charged(intent.id, amount)
  }

  function create(body: string): Answer {
    const { fields, metadata } = fieldsOf(body)
    const amount = Number(fields.amount)
    if (fields.currency !== 'usd') return refusal('invalid_currency', 'This account takes usd.')
    if (!(amount >= 50)) return refusal('amount_too_small', 'Amount must be at least $0.50 usd')
    const intent: Intent = {
      id: id('pi'),
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: 'usd',
      capture_method: fields.capture_method ?? 'automatic',
      client_secret: '',
      customer: fields.customer ?? null,
      payment_method: null,
      status: 'requires_payment_method',
      metadata,
      description: fields.description ?? null,
      last_payment_error: null,
      latest_charge: null,
    }
    intent.client_secret = `${intent.id}_secret_${randomBytes(6).toString('hex')}`
    if (fields.payment_method)
      Object.assign(intent, { payment_method: fields.payment_method, status: 'requires_confirmation' })
    intents.set(intent.id, intent)
    return { status: 200, body: intent }
  }

  function step(intent: Intent, what: string, body: string): Answer {
    const unexpected = refusal('payment_intent_unexpected_state', `This PaymentIntent is ${intent.status}.`)
    if (what === 'confirm') {
      if (!/^requires_(payment_method|confirmation|action)$/.test(intent.status)) return unexpected
      const { fields } = fieldsOf(body)
      return confirm(intent, fields.payment_method ?? 'pm_good', fields.off_session === 'true')
    }
    if (what === 'capture') {
      if (intent.status !== 'requires_capture') return unexpected
      receive(intent)
      return { status: 200, body: intent }
    }
    if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpected
    // An authorization that ends is listed as a refund, though nothing was received.
    intent.latest_charge?.refunds.data.push({
      id: id('re'),
      object: 'refund',
      amount: intent.amount,
      status: 'succeeded',
    })
    intent.status = 'canceled'
    return { status: 200, body: intent }
  }

  function refund(body: string): Answer {
    const { fields } = fieldsOf(body)
    const intent = intents.get(fields.payment_intent ?? '')
    const amount = Number(fields.amount)
    if (intent && disputes.refuses(intent.id)) return refusal('charge_disputed', 'This charge has been charged back.')
    if (!hasFunds) return refusal('balance_insufficient', 'Insufficient funds in your Stripe balance.')
    if (!intent?.latest_charge || refundedOf(intent) + amount > intent.amount_received) {
      return refusal('charge_already_refunded', 'More than was charged cannot be refunded.')
    }
    const made: Refund = { id: id('re'), object: 'refund', amount, status: 'succeeded' }
    intent.latest_charge.refunds.data.push(made)
    payouts.refunded(intent.id, amount)
    return { status: 200, body: structuredClone(made) }
  }

  function answer(method: string, { pathname: path, searchParams }: URL, body: string): Answer {
    if (/^\/v1\/(payouts|balance_transactions)/.test(path)) return payouts.answer(path, searchParams)
    if (path === '/v1/disputes') return disputes.answer(searchParams)
    if (method === 'POST' && path === '/v1/customers') {
      return { status: 200, body: { id: id('cus'), object: 'customer', email: fieldsOf(body).fields.email } }
    }
    if (method === 'POST' && path === '/v1/payment_intents') return create(body)
    if (method === 'POST' && path === '/v1/refunds') return refund(body)
    if (path.startsWith('/stand-in/authenticate/')) {
      authorize(intentOf(path.split('/').at(-1) ?? ''))
      return { status: 200, body: {} }
    }
    const [, intentId = '', what] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const intent = intents.get(intentId)
    if (!intent)
      return {
        status: 404,
        body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment_intent' } },
      }
    return what ? step(intent, what, body) : { status: 200, body: intent }
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const address = new URL(request.url ?? '/', 'http://stripe')
    const { pathname } = address
    if (pathname === '/stand-in.js')
      return void response.setHeader('content-type', 'text/javascript').end(STAND_IN_SCRIPT)
    const fail = failures.shift()?.(request)
    if (fail === 'drop before') return void request.socket.destroy()
    const call = `${request.method} ${pathname.replace(/\/(pi|po)_\w+/, '/$1')}`
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? answered.get(key) : undefined
    if (!known) calls.push(call)
    const stranger = request.headers.authorization === 'Bearer sk_test_revoked'
    const made = stranger ? REVOKED : (known ?? answer(request.method ?? '', address, body))
    if (typeof key === 'string') answered.set(key, structuredClone(made))
    if (fail === 'drop after') return void request.socket.destroy()
    if (silent) return void silent.push(request.socket)
    response.writeHead(made.status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(JSON.stringify(made.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    /** An account on this server, for `openStripeGateway`. */
    account: {
      secretKey: 'sk_test_stand_in',
      publishableKey: 'pk_test_stand_in',
      webhookSecret,
      apiUrl: url,
      scriptUrl: `${url}/stand-in.js`,
    } satisfies StripeAccount,
    /** The calls that were answered, without ids. */
    calls,
    intents: () => [...intents.values()],
    /** The calls of the guest's browser with a card. */
    pay: (paymentId: string, card: Card = 'pm_good') => confirm(intentOf(paymentId), card, false).status,
    /** The guest authenticates with the bank. */
    authenticate: (paymentId: string) => authorize(intentOf(paymentId)),
    /** The amount refunded to the guest, in cents. */
    refundedOf: (paymentId: string) => refundedOf(intentOf(paymentId)),
    /** The operator captures a part of an authorized amount in Stripe’s dashboard, which ends the rest of it. */
    capturePart(paymentId: string, amount: number) {
      const intent = intentOf(paymentId)
      if (intent.status !== 'requires_capture') throw new Error(`${paymentId} is ${intent.status}`)
      receive(intent, amount)
    },
    /** The guest disputes the charge of a payment with the bank. */
    dispute(paymentId: string, change: Parameters<typeof disputes.open>[1] = {}) {
      const { latest_charge: charge } = intentOf(paymentId)
      if (!charge) throw new Error(`${paymentId} was not charged`)
      charge.disputed = true
      return disputes.open({ id: charge.id, intent: paymentId, amount: charge.amount }, change).id
    },
    disputes,
    /** From now on the balance at Stripe is too small for refunds. */
    spendFunds: () => {
      hasFunds = false
    },
    /** The guest's bank rejects a refund and returns it. */
    sendRefundsBack: (paymentId: string) => {
      for (const refund of standing(intentOf(paymentId))) {
        refund.status = 'failed'
        payouts.refundFailed(paymentId, refund.amount)
      }
    },
    /** The next requests fail with a network error, before or after the server has processed them. */
    breakNetwork: (when: 'before' | 'after', times: number) => {
      failures = [...failures, ...Array.from({ length: times }, () => () => `drop ${when}` as const)]
    },
    /** The next requests are answered again. */
    mendNetwork: () => {
      failures = []
    },
    /** From now on every request is processed, and none is answered. */
    goSilent: () => {
      silent = []
    },
    /** Answers again. Who still waits has lost the connection. */
    speak: () => {
      for (const socket of silent ?? []) socket.destroy()
      silent = null
    },
    /** How many requests wait for an answer. */
    waiting: () => silent?.length ?? 0,
    /** The balance of the account, and what is paid out of it. */
    payouts,
    /** A signed webhook event about a payment, a dispute or a payout, as Stripe would send it. */
    event(type: string, about: string) {
      const object = payouts.find(about) ?? disputes.find(about) ?? intentOf(about)
      const event = { id: id('evt'), object: 'event', type, data: { object } }
      const body = JSON.stringify(event, null, 2)
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: webhookSecret,
        // A site whose clock is ahead takes it for new.
        timestamp: Math.max(now(), Math.floor(Date.now() / 1000)),
      })
      return { body, signature }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>
