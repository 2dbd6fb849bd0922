import type { Cents } from '#app/shared/money.ts'

/** The status of a payment at the gateway: created, authorised, captured or cancelled. */
export type PaymentStatus = 'waiting' | 'authorised' | 'captured' | 'void'

/** A payment as the gateway knows it at this moment. Amounts in cents of US dollars. */
export type GatewayPayment = {
  id: string
  status: PaymentStatus
  amount: Cents
  received: Cents
  refunded: Cents
  /** What the guest's browser pays it with; never in a log. */
  clientSecret: string | null
  /** Who to charge again, where the card was to be kept. */
  savedCard: { customer: string; card: string } | null
  /** Why the last attempt was declined, in words for the guest. */
  declined: string | null
  /** What the site stored with it. */
  metadata: Record<string, string>
}

type NewPayment = {
  /** The same key makes the same payment, however often it is asked for. */
  key: string
  amount: Cents
  description: string
  metadata: Record<string, string>
}

/**
 * Takes money. Every call may be made again: asked for twice it happens once. All of them throw `GatewayUnavailable` when the gateway
 * does not answer, in which case it may or may not have happened.
 */
export type Gateway = {
  /** For the browser: who is paid, and the script that asks for the card. */
  publishableKey: string
  scriptUrl: string
  /** A payment that the guest's browser has to authorise; nothing is taken before `capture`. `saveCard` keeps it for later charges. */
  createPayment(payment: NewPayment & { email: string; saveCard: boolean }): Promise<GatewayPayment>
  /** A payment on a card that was kept. Nothing is taken before `charge`, or before the guest's browser pays it after all. */
  prepareCharge(payment: NewPayment & { savedCard: { customer: string; card: string } }): Promise<GatewayPayment>
  /** Takes a prepared payment without the guest. A decline is told in `declined`, and may be followed by another try. */
  charge(id: string, card: string): Promise<GatewayPayment>
  /** Throws when there is no such payment. */
  getPayment(id: string): Promise<GatewayPayment>
  /** Takes what is authorised; a payment that is captured or void stays as it is. */
  capture(id: string): Promise<GatewayPayment>
  /** Cancels a payment, so that it can no longer be paid; one that is captured stays as it is. */
  cancel(id: string): Promise<GatewayPayment>
  /** Refunds a part or all, once for a key; null, or in words why it is refused: a dispute, too little money. */
  refund(id: string, refund: { key: string; amount: Cents }): Promise<string | null>
  /** A webhook of the gateway; null when its signature is wrong. Its `payment` is null when it is about something else. */
  parseWebhook(body: string, signature: string): GatewayEvent | null
}

/** A webhook of the gateway: something about the payment has changed. */
export type GatewayEvent = { id: string; type: string; payment: string | null }

/** The gateway did not answer, or said that it is out of order. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable'
}

/** Whether a payment call failed because the gateway is unavailable. */
export const isGatewayUnavailable = (error: unknown) => error instanceof GatewayUnavailable
