import { setTimeout } from 'node:timers/promises'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'

/** The status of a payment at the gateway: created, authorized, captured or canceled. */
export type PaymentStatus = 'waiting' | 'authorized' | 'captured' | 'void'

/** The current state of a payment at the gateway. Amounts in US cents. */
export type GatewayPayment = {
  id: string
  status: PaymentStatus
  amount: Cents
  received: Cents
  refunded: Cents
  /** Whether the guest ever disputed it with the bank. */
  isDisputed: boolean
  /** The secret with which the guest's browser pays; never logged. */
  clientSecret: string | null
  /** The saved customer and card, for later charges. */
  savedCard: { customer: string; card: string } | null
  /** Why the last attempt was declined, in words for the guest. */
  declined: string | null
  /** Metadata that the site stored with it. */
  metadata: Record<string, string>
}

/** A payout to the operator's bank. A negative amount is taken from there. */
export type GatewayPayout = {
  id: string
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  /** In lower case, such as `usd`. */
  currency: string
  /** In cents of its currency. */
  amount: Cents
  arrivesOn: IsoDate
  createdAt: Date
  /** Whether the gateway lists what is in it; never of a payout made by hand. */
  lines: 'listed' | 'not-yet' | 'never'
  /** Why it failed, in the gateway's words, and the day on which its money came back to the gateway. */
  failure: string | null
  failedOn: IsoDate | null
}

/** A line of a payout. Its share of the payout is `amount` less `fee`, in cents of the payout's currency. */
export type GatewayPayoutLine = {
  id: string
  /** `held`: kept back or returned by the gateway, and paid out another time. */
  kind: 'charge' | 'refund' | 'dispute' | 'fee' | 'held' | 'other'
  /** The gateway's own word. */
  type: string
  description: string | null
  /** The payment that it is about, if any. */
  intentId: string | null
  amount: Cents
  fee: Cents
  happenedAt: Date
}

/** A dispute of a payment with the bank. */
export type GatewayDispute = {
  id: string
  /** The payment that it is about. */
  intentId: string
  /** `closed`: an inquiry that ended, or one that was prevented. */
  status: 'needs-response' | 'under-review' | 'won' | 'lost' | 'closed'
  /** The bank asks, and has taken nothing yet. */
  isInquiry: boolean
  amount: Cents
  /** The amount that the bank holds or retains of the payment now, without fees. */
  withdrawn: Cents
  /** The gateway's own word, such as `fraudulent`. */
  reason: string
  /** The deadline of the answer; null when none is awaited. */
  answerBy: Date | null
  openedAt: Date
}

/** Why the gateway makes no refund. The text is its own, for the log. */
export type RefundRefusal = { code: 'disputed' | 'already-refunded' | 'no-funds' | 'other'; text: string }

type NewPayment = {
  /** Idempotency key: the same key creates the payment only once. */
  key: string
  amount: Cents
  description: string
  metadata: Record<string, string>
}

/**
 * A payment service. Every call is idempotent and may be retried. Every call throws `GatewayUnavailable` when the
 * gateway does not answer; the operation may or may not have happened then.
 */
export type Gateway = {
  /** For the browser: the account, and the script that shows the card form. */
  publishableKey: string
  scriptUrl: string
  /**
   * Creates a payment that the guest's browser authorizes; no money moves before `capture`. `saveCard` saves the card
   * for later charges.
   */
  createPayment(payment: NewPayment & { email: string; saveCard: boolean }): Promise<GatewayPayment>
  /**
   * Creates a payment on a saved card. No money moves before `charge`, or before the guest's browser pays it instead.
   */
  prepareCharge(payment: NewPayment & { savedCard: { customer: string; card: string } }): Promise<GatewayPayment>
  /**
   * Charges a prepared payment without the guest. If the card is declined, `declined` says why and another attempt may
   * follow.
   */
  charge(id: string, card: string): Promise<GatewayPayment>
  /** Throws when the payment does not exist. */
  getPayment(id: string): Promise<GatewayPayment>
  /** Captures an authorized payment; a captured or void payment stays as it is. */
  capture(id: string): Promise<GatewayPayment>
  /** Cancels a payment, so that it can no longer be paid; a captured one stays as it is. */
  cancel(id: string): Promise<GatewayPayment>
  /** Refunds all or a part, once per key. Returns null, or why it is refused. */
  refund(id: string, refund: { key: string; amount: Cents }): Promise<RefundRefusal | null>
  /** The disputes of a payment, or all that were opened from a moment on. */
  listDisputes(of: { payment: string } | { from: Date }): Promise<GatewayDispute[]>
  /** Payouts that were created from then on, or all. */
  listPayouts(from: Date | null): Promise<GatewayPayout[]>
  /** Throws when the payout does not exist. */
  getPayout(id: string): Promise<GatewayPayout>
  /** The lines of a payout, if the gateway lists them. */
  listPayoutLines(id: string): Promise<GatewayPayoutLine[]>
  /** Parses a webhook; null when its signature is invalid, or when it concerns nothing here. */
  parseWebhook(body: string, signature: string): GatewayEvent | null
}

/** A webhook of the gateway: something about the payment, or the payout, has changed. */
export type GatewayEvent = { id: string; type: string; payment: string | null; payout: string | null }

/** The gateway did not answer, or reported an outage. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable'
}

/** How long a press of a button waits for one answer of the gateway, in milliseconds. */
export const PRESS_WAIT_MS = 3000

/** How long a page to pay waits for one answer of the gateway, in milliseconds. */
export const PAGE_WAIT_MS = 8000

/** The answer of `call`, or `GatewayUnavailable` after `waitMs`. The call goes on, and may still change something. */
export async function answerWithin<T>(waitMs: number, call: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const silence = setTimeout(waitMs, null, { ref: false, signal: timer.signal }).then(() => {
    throw new GatewayUnavailable('The payment service does not answer in time')
  })
  // Aborted once there is an answer.
  silence.catch(() => {})
  try {
    return await Promise.race([call, silence])
  } finally {
    timer.abort()
  }
}

/**
 * The gateway for a request, which cannot wait as long as a job: each call ends after `waitMs` with
 * `GatewayUnavailable`.
 */
export function withinRequest(gateway: Gateway, waitMs: number): Gateway {
  const {
    createPayment,
    prepareCharge,
    charge,
    getPayment,
    capture,
    cancel,
    refund,
    listDisputes,
    getPayout,
    listPayoutLines,
  } = gateway
  const limited =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    (...args: Args) =>
      answerWithin(waitMs, call(...args))
  return {
    ...gateway,
    createPayment: limited(createPayment),
    prepareCharge: limited(prepareCharge),
    charge: limited(charge),
    getPayment: limited(getPayment),
    capture: limited(capture),
    cancel: limited(cancel),
    refund: limited(refund),
    listDisputes: limited(listDisputes),
    getPayout: limited(getPayout),
    listPayoutLines: limited(listPayoutLines),
  }
}

/** Whether a payment call failed because the gateway is unavailable. */
export const isGatewayUnavailable = (error: unknown) => error instanceof GatewayUnavailable
