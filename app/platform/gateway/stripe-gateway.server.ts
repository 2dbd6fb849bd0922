import Stripe from 'stripe'
import { z } from 'zod'
import type { Cents } from '#app/shared/money.ts'
import type { Gateway, GatewayEvent, GatewayPayment, PaymentStatus, RefundRefusal } from './gateway.server.ts'
import { answered } from './stripe-answer.server.ts'
import { disputesOf } from './stripe-disputes.server.ts'
import { payoutsOf } from './stripe-payouts.server.ts'

/** The Stripe account and endpoints. */
export type StripeAccount = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** `https://api.stripe.com`, except in tests. */
  apiUrl: string
  /** Stripe's browser script; Stripe requires pages to load it from its own host. */
  scriptUrl: string
}

const STATUS: Record<string, PaymentStatus> = {
  requires_capture: 'authorized',
  succeeded: 'captured',
  canceled: 'void',
}

const EXPAND = { expand: ['latest_charge.refunds'] }

function idOf(thing: string | { id: string } | null | undefined): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null)
}

/** The amount refunded or being refunded: a refund may still fail after it was created. */
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
    isDisputed: charge?.disputed ?? false,
    // A canceled authorization is listed as a refund of what was never received.
    refunded: Math.min(refundedOf(charge), intent.amount_received),
    clientSecret: intent.client_secret,
    savedCard: customer && card ? { customer, card } : null,
    declined: intent.last_payment_error?.message ?? null,
    metadata: intent.metadata,
  }
}

const isOvertaken = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'

/** The bank or Stripe refuses, with a reason. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError

/** Messages from a bank are meant for guests; Stripe's messages about an invalid request are not. */
const declinedWords = (error: Stripe.errors.StripeError) =>
  error instanceof Stripe.errors.StripeCardError ? error.message : 'The saved card can no longer be charged.'

/** Card payments by Stripe: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
export function openStripeGateway(account: StripeAccount): Gateway {
  const stripe = openClient(account)
  const { paymentIntents } = stripe
  return {
    publishableKey: account.publishableKey,
    scriptUrl: account.scriptUrl,
    createPayment: (payment) => createPayment(stripe, payment),
    prepareCharge: (payment) => prepareCharge(stripe, payment),
    charge: (id, card) => charge(stripe, id, card),
    getPayment: (id) => getPayment(stripe, id),
    capture: (id) => step(stripe, id, paymentIntents.capture(id, EXPAND)),
    cancel: (id) => step(stripe, id, paymentIntents.cancel(id, EXPAND)),
    refund: (id, part) => refund(stripe, id, part),
    ...disputesOf(stripe),
    ...payoutsOf(stripe),
    parseWebhook: (body, signature) => parseWebhook(stripe, account.webhookSecret, { body, signature }),
  }
}

function openClient({ apiUrl, secretKey }: StripeAccount): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: 20_000,
    maxNetworkRetries: 2,
    telemetry: false,
  })
}

type NewPayment = Parameters<Gateway['createPayment']>[0]
type NewCharge = Parameters<Gateway['prepareCharge']>[0]

async function createPayment(stripe: Stripe, { email, saveCard, ...payment }: NewPayment): Promise<GatewayPayment> {
  const idempotencyKey = `${payment.key}:customer`
  const customer = saveCard ? await answered(stripe.customers.create({ email }, { idempotencyKey })) : undefined
  return createIntent(stripe, payment, {
    capture_method: 'manual',
    ...(customer && { customer: customer.id, setup_future_usage: 'off_session' }),
  })
}

function prepareCharge(stripe: Stripe, { savedCard, ...payment }: NewCharge): Promise<GatewayPayment> {
  return createIntent(stripe, payment, { customer: savedCard.customer })
}

async function createIntent(
  stripe: Stripe,
  { key, ...payment }: Omit<NewCharge, 'savedCard'>,
  params: Partial<Stripe.PaymentIntentCreateParams>,
): Promise<GatewayPayment> {
  const intent = { ...payment, ...params, currency: 'usd', allowed_payment_method_types: ['card'], ...EXPAND }
  return paymentOf(await answered(stripe.paymentIntents.create(intent, { idempotencyKey: `${key}:payment` })))
}

async function charge(stripe: Stripe, id: string, card: string): Promise<GatewayPayment> {
  const confirmation = { payment_method: card, off_session: true, ...EXPAND }
  try {
    return await step(stripe, id, stripe.paymentIntents.confirm(id, confirmation))
  } catch (error) {
    // Declined, or the saved card is gone: the payment exists nevertheless, and retrying would not create it.
    if (isRefusal(error)) return { ...(await getPayment(stripe, id)), declined: declinedWords(error) }
    throw error
  }
}

async function getPayment(stripe: Stripe, id: string): Promise<GatewayPayment> {
  return paymentOf(await answered(stripe.paymentIntents.retrieve(id, EXPAND)))
}

/** If a step was already done or is no longer possible, returns the current state of the payment. */
async function step(stripe: Stripe, id: string, call: Promise<Stripe.PaymentIntent>): Promise<GatewayPayment> {
  try {
    return paymentOf(await answered(call))
  } catch (error) {
    if (isOvertaken(error)) return getPayment(stripe, id)
    throw error
  }
}

/** By Stripe's codes of errors. */
const REFUSALS: Record<string, RefundRefusal['code']> = {
  charge_disputed: 'disputed',
  refund_disputed_payment: 'disputed',
  charge_already_refunded: 'already-refunded',
  balance_insufficient: 'no-funds',
  insufficient_funds: 'no-funds',
}

async function refund(
  stripe: Stripe,
  id: string,
  { key, amount }: Parameters<Gateway['refund']>[1],
): Promise<RefundRefusal | null> {
  try {
    await answered(stripe.refunds.create({ payment_intent: id, amount }, { idempotencyKey: key }))
    return null
  } catch (error) {
    if (isRefusal(error)) return { code: REFUSALS[error.code ?? ''] ?? 'other', text: error.message }
    throw error
  }
}

const objectId = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

/** The object of an event: a payment itself, or a charge, refund or dispute of one. */
const aboutPayment = z.union([
  z.object({ object: z.literal('payment_intent'), id: z.string() }).transform(({ id }) => id),
  z.object({ payment_intent: objectId }).transform(({ payment_intent: id }) => id),
])

const aboutPayout = z.object({ object: z.literal('payout'), id: z.string() }).transform(({ id }) => id)

function parseWebhook(
  stripe: Stripe,
  secret: string,
  { body, signature }: { body: string; signature: string },
): GatewayEvent | null {
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret)
    const { object } = event.data
    const payment = aboutPayment.safeParse(object).data ?? null
    return { id: event.id, type: event.type, payment, payout: aboutPayout.safeParse(object).data ?? null }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
    throw error
  }
}
