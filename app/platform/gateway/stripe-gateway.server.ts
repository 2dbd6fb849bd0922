import Stripe from 'stripe'
import type { Cents } from '#app/shared/money.ts'
import { type Gateway, type GatewayPayment, GatewayUnavailable, type PaymentStatus } from './gateway.server.ts'

/** The account at Stripe, and where to find Stripe. */
export type StripeAccount = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** `https://api.stripe.com`, but for tests. */
  apiUrl: string
  /** Stripe's script for the browser, which pages must load from Stripe itself. */
  scriptUrl: string
}

const STATUS: Record<string, PaymentStatus> = {
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'void',
}

const EXPAND = { expand: ['latest_charge.refunds'] }

function idOf(thing: string | { id: string } | null | undefined): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null)
}

/** What is back or on its way back: a refund may be refused after it was made. */
function refundedOf(charge: Stripe.Charge | null): Cents {
  const standing = charge?.refunds?.data.filter(({ status }) => status !== 'failed' && status !== 'canceled') ?? []
  return standing.reduce((sum, { amount }) => sum + amount, 0)
}

function paymentOf(intent: Stripe.PaymentIntent): GatewayPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const [customer, card] = [idOf(intent.customer), idOf(intent.payment_method)]
  return {
    id: intent.id,
    status: STATUS[intent.status] ?? 'waiting',
    amount: intent.amount,
    received: intent.amount_received,
    refunded: refundedOf(charge),
    clientSecret: intent.client_secret,
    savedCard: customer && card ? { customer, card } : null,
    declined: intent.last_payment_error?.message ?? null,
    metadata: intent.metadata,
  }
}

/**
 * Network, time-out, 5xx and too many requests: it may be tried again. A key that Stripe does not take is the same to a guest, and
 * the log names it to the operator. A wrong request is a bug.
 */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const { statusCode = 0 } = error
  return (
    error instanceof Stripe.errors.StripeConnectionError || statusCode >= 500 || [401, 403, 429].includes(statusCode)
  )
}

async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isUnavailable(error)) throw new GatewayUnavailable('Stripe does not answer', { cause: error })
    throw error
  }
}

/** A payment that has gone on meanwhile refuses a step that is done or overtaken: what it is now is the answer. */
const overtaken = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'

/** The bank or Stripe does not do it, and says why. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError

/** What a bank says is meant for guests; what Stripe says of a wrong request is not. */
const declinedWords = (error: Stripe.errors.StripeError) =>
  error instanceof Stripe.errors.StripeCardError ? error.message : 'The saved card can no longer be charged.'

/** Card payments by Stripe: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
export function openStripeGateway(account: StripeAccount): Gateway {
  const { protocol, hostname, port } = new URL(account.apiUrl)
  const stripe = new Stripe(account.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: 20_000,
    maxNetworkRetries: 2,
    telemetry: false,
  })

  const getPayment = async (id: string) => paymentOf(await answered(stripe.paymentIntents.retrieve(id, EXPAND)))
  async function step(id: string, call: Promise<Stripe.PaymentIntent>): Promise<GatewayPayment> {
    try {
      return paymentOf(await answered(call))
    } catch (error) {
      if (overtaken(error)) return getPayment(id)
      throw error
    }
  }

  return {
    publishableKey: account.publishableKey,
    scriptUrl: account.scriptUrl,
    async createPayment({ key, amount, description, metadata, email, saveCard }) {
      const once = (part: string) => ({ idempotencyKey: `${key}:${part}` })
      const customer = saveCard ? await answered(stripe.customers.create({ email }, once('customer'))) : undefined
      const intent = stripe.paymentIntents.create(
        {
          amount,
          currency: 'usd',
          capture_method: 'manual',
          allowed_payment_method_types: ['card'],
          description,
          metadata,
          ...(customer && { customer: customer.id, setup_future_usage: 'off_session' }),
          ...EXPAND,
        },
        once('payment'),
      )
      return paymentOf(await answered(intent))
    },
    async prepareCharge({ key, amount, description, metadata, savedCard }) {
      const intent = stripe.paymentIntents.create(
        {
          amount,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          customer: savedCard.customer,
          description,
          metadata,
          ...EXPAND,
        },
        { idempotencyKey: `${key}:payment` },
      )
      return paymentOf(await answered(intent))
    },
    async charge(id, card) {
      try {
        return await step(id, stripe.paymentIntents.confirm(id, { payment_method: card, off_session: true, ...EXPAND }))
      } catch (error) {
        // Declined, or the saved card is gone: the payment is there all the same, and is not made by trying for ever.
        if (isRefusal(error)) return { ...(await getPayment(id)), declined: declinedWords(error) }
        throw error
      }
    },
    getPayment,
    capture: (id) => step(id, stripe.paymentIntents.capture(id, EXPAND)),
    cancel: (id) => step(id, stripe.paymentIntents.cancel(id, EXPAND)),
    async refund(id, { key, amount }) {
      try {
        await answered(stripe.refunds.create({ payment_intent: id, amount }, { idempotencyKey: key }))
        return null
      } catch (error) {
        if (isRefusal(error)) return error.message
        throw error
      }
    },
    parseWebhook(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, account.webhookSecret)
        const about = event.data.object as {
          id?: string
          object?: string
          payment_intent?: string | { id: string } | null
        }
        const payment = about.object === 'payment_intent' ? (about.id ?? null) : idOf(about.payment_intent)
        return { id: event.id, type: event.type, payment }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
        throw error
      }
    },
  }
}
