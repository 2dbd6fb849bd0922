import type Stripe from 'stripe'
import type { Gateway, GatewayDispute } from './gateway.server.ts'
import { answered } from './stripe-answer.server.ts'

const PAGE = 100

/** Lists disputes: https://docs.stripe.com/api/disputes */
export function disputesOf(stripe: Stripe): Pick<Gateway, 'listDisputes'> {
  const read = async (params: Stripe.DisputeListParams) => {
    const all: GatewayDispute[] = []
    for await (const dispute of stripe.disputes.list({ ...params, limit: PAGE })) all.push(...disputeOf(dispute))
    return all
  }
  return {
    listDisputes: (of) =>
      answered(
        read(
          'payment' in of ? { payment_intent: of.payment } : { created: { gte: Math.floor(of.from.getTime() / 1000) } },
        ),
      ),
  }
}

const instant = (seconds: number) => new Date(seconds * 1000)

/** An unknown status is open: until it is known how the dispute ends, nothing goes back. */
function statusOf(status: string): GatewayDispute['status'] {
  if (status === 'won' || status === 'lost') return status
  if (status === 'warning_closed' || status === 'prevented') return 'closed'
  return status.endsWith('needs_response') ? 'needs-response' : 'under-review'
}

/** Charges that were made without a payment of Stripe's newer kind are not of this site. */
function disputeOf({ id, amount, reason, created, ...dispute }: Stripe.Dispute): GatewayDispute[] {
  const { payment_intent: intent, balance_transactions: movements, evidence_details: evidence } = dispute
  const intentId = typeof intent === 'object' ? intent?.id : intent
  if (!intentId) return []
  const status = statusOf(dispute.status)
  const dueBy = status === 'needs-response' ? evidence.due_by : null
  return [
    {
      id,
      intentId,
      status,
      amount,
      reason,
      isInquiry: dispute.status.startsWith('warning_'),
      withdrawn: Math.max(0, -movements.reduce((sum, movement) => sum + movement.amount, 0)),
      answerBy: dueBy ? instant(dueBy) : null,
      openedAt: instant(created),
    },
  ]
}
