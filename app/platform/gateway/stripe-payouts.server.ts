import type Stripe from 'stripe'
import { z } from 'zod'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Gateway, GatewayPayout, GatewayPayoutLine } from './gateway.server.ts'
import { answered } from './stripe-answer.server.ts'

const PAGE = 100
const EXPAND_FAILURE = 'failure_balance_transaction'

/** Lists payouts of Stripe: https://docs.stripe.com/api/payouts and https://docs.stripe.com/api/balance_transactions */
export function payoutsOf(stripe: Stripe): Pick<Gateway, 'listPayouts' | 'getPayout' | 'listPayoutLines'> {
  const { payouts, balanceTransactions } = stripe
  return {
    listPayouts: (from) =>
      readAll(
        payouts.list({
          limit: PAGE,
          expand: [`data.${EXPAND_FAILURE}`],
          ...(from && { created: { gte: Math.floor(from.getTime() / 1000) } }),
        }),
        payoutOf,
      ),
    getPayout: async (id) => payoutOf(await answered(payouts.retrieve(id, { expand: [EXPAND_FAILURE] }))),
    listPayoutLines: async (id) => {
      const lines = await readAll(
        balanceTransactions.list({ payout: id, limit: PAGE, expand: ['data.source'] }),
        (line) => (line.reporting_category === 'payout' ? null : lineOf(line)),
      )
      // The payout itself is listed among its lines.
      return lines.filter((line) => line !== null)
    },
  }
}

/** Every item of a list, page by page. */
function readAll<Item, Read>(list: AsyncIterable<Item>, read: (item: Item) => Read): Promise<Read[]> {
  const collect = async () => {
    const all: Read[] = []
    for await (const item of list) all.push(read(item))
    return all
  }
  return answered(collect())
}

const instant = (seconds: number) => new Date(seconds * 1000)
const dayOf = (seconds: number): IsoDate => instant(seconds).toISOString().slice(0, 10)

const STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
const LINES: Record<string, GatewayPayout['lines']> = { completed: 'listed', not_applicable: 'never' }

function payoutOf(payout: Stripe.Payout): GatewayPayout {
  const { id, amount, currency, failure_message: failure, failure_balance_transaction: returned } = payout
  return {
    id,
    amount,
    currency,
    failure,
    status: STATUSES.find((status) => status === payout.status) ?? 'pending',
    arrivesOn: dayOf(payout.arrival_date),
    createdAt: instant(payout.created),
    lines: LINES[payout.reconciliation_status] ?? 'not-yet',
    failedOn: returned && typeof returned === 'object' ? dayOf(returned.created) : null,
  }
}

/** By Stripe's categories for bookkeeping, and its types where they say more. */
const KINDS: Record<string, GatewayPayoutLine['kind']> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  payout_reversal: 'held',
  payout_minimum_balance_hold: 'held',
  payout_minimum_balance_release: 'held',
  reserve_transaction: 'held',
  reserve_hold: 'held',
  reserve_release: 'held',
  reserved_funds: 'held',
  payment_network_reserve_hold: 'held',
  payment_network_reserve_release: 'held',
}

/** Charges, refunds and disputes name their payment. */
const aboutPayment = z.object({ payment_intent: z.union([z.string(), z.object({ id: z.string() })]) })

function lineOf(line: Stripe.BalanceTransaction): GatewayPayoutLine {
  const { id, type, description, amount, fee, reporting_category: category } = line
  const payment = aboutPayment.safeParse(line.source).data?.payment_intent
  return {
    id,
    type,
    description,
    amount,
    fee,
    kind: KINDS[category] ?? KINDS[type] ?? 'other',
    intentId: typeof payment === 'object' ? payment.id : (payment ?? null),
    happenedAt: instant(line.created),
  }
}
