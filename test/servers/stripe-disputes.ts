import { randomBytes } from 'node:crypto'
import type { stripePayouts } from './stripe-payouts.ts'

const id = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
const DAY_S = 86_400

type Movement = { id: string; amount: number; fee: number; net: number }

type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  payment_intent: string
  created: number
  currency: string
  reason: string
  status: string
  is_charge_refundable: boolean
  balance_transactions: Movement[]
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number }
}

const isOpen = ({ status }: Dispute) => /(needs_response|under_review)$/.test(status)

/** Guests' disputes with their banks, in the format of Stripe. `now` is in seconds. */
export function stripeDisputes(now: () => number, payouts: ReturnType<typeof stripePayouts>) {
  const disputes: Dispute[] = []
  const find = (disputeId: string) => {
    const found = disputes.find((one) => one.id === disputeId)
    if (!found) throw new Error(`the stand-in for Stripe has no ${disputeId}`)
    return found
  }
  const of = (intent: string) => disputes.filter((one) => one.payment_intent === intent)

  return {
    /** A guest disputes a charge. An inquiry, of a status with `warning_`, takes nothing yet. */
    open(charge: { id: string; intent: string; amount: number }, change: Partial<Dispute> = {}): Dispute {
      const dispute: Dispute = {
        id: id('du'),
        object: 'dispute',
        amount: charge.amount,
        charge: charge.id,
        payment_intent: charge.intent,
        created: now(),
        currency: 'usd',
        reason: 'fraudulent',
        status: 'needs_response',
        is_charge_refundable: false,
        balance_transactions: [],
        evidence_details: {
          due_by: now() + 9 * DAY_S,
          has_evidence: false,
          past_due: false,
          submission_count: 0,
        },
        ...change,
      }
      disputes.unshift(dispute)
      if (!dispute.status.startsWith('warning_')) this.withdraw(dispute.id)
      return dispute
    },
    /** The bank takes the amount, and Stripe its fee. */
    withdraw(disputeId: string) {
      const { payment_intent: intent, amount, balance_transactions: movements } = find(disputeId)
      movements.push(payouts.disputed(intent, amount))
    },
    /** It goes on or ends. Whoever wins has the amount again. */
    change(disputeId: string, status: string) {
      const dispute = find(disputeId)
      Object.assign(dispute, { status })
      if (status === 'won') {
        dispute.balance_transactions.push(payouts.reinstated(dispute.payment_intent, dispute.amount))
      }
    },
    /** Stripe makes no refund of a charge while it is disputed, or once that was lost. */
    refuses: (intent: string) =>
      of(intent).some((one) => (isOpen(one) && !one.status.startsWith('warning_')) || one.status === 'lost'),
    isDisputed: (intent: string) => of(intent).length > 0,
    find: (disputeId: string) => disputes.find((one) => one.id === disputeId),
    answer(query: URLSearchParams) {
      const from = Number(query.get('created[gte]') ?? 0)
      const intent = query.get('payment_intent')
      const data = disputes.filter((one) => one.created >= from && (!intent || one.payment_intent === intent))
      return { status: 200, body: { object: 'list', data: structuredClone(data), has_more: false } }
    },
  }
}
